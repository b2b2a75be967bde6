import CardDrawing
import Cards
import Drawing
import FeedIngest
import Foundation
import Layout

/// A conversation's last screens. They rest on the bottom edge: what is older goes out at the top, and a short conversation
/// leaves the screen above it free.
extension FeedPicture {
  /// Points between the last message and the screen's edge.
  private static let foot = 8.0

  func chatColumn(width: Int, theme: Design.Theme) throws -> Column {
    let limit = Double(renderer.project.feedHeight)
    var parts: [(post: Post, layout: LaidOutCard)] = []
    var height = Self.foot
    while height < limit, let placed = try edge.post(at: parts.count) {
      let layout = try layout(of: placed, width: width, theme: theme)
      parts.append((placed.post, layout))
      height += layout.size.height
    }
    let screen = min(limit, max(height, (Double(width) / theme.metrics.screenAspect).rounded()))
    var column = Column(parts: [], height: screen)
    var bottom = screen - Self.foot
    var days: [Double] = []
    for part in parts {
      bottom -= part.layout.size.height
      column.parts.append((Point(x: theme.metrics.screenMargin, y: bottom), part.layout))
      if case .separator(.day) = part.post.kind { days.append(bottom) }
    }
    // The first day whose header is on the screen pushes the pinned one out.
    if let pinned = try pinnedDay(over: parts.count, width: width, theme: theme), days.last.map({ $0 > 0 }) ?? true {
      let top = min(0, (days.last ?? screen) - pinned.size.height)
      column.parts.append((Point(x: theme.metrics.screenMargin, y: top), pinned))
    }
    return column
  }

  /// The header of the day to which the uppermost entry belongs; nil where that is the header itself, or has no day.
  private func pinnedDay(over count: Int, width: Int, theme: Design.Theme) throws -> LaidOutCard? {
    let first = facts.count - count
    guard let chat = facts.chat, let day = chat.day(at: first) else { return nil }
    let header = Post(id: "day", kind: .separator(.day(day)), author: Author(id: "", name: ""))
    let card = renderer.builder(for: theme).feedCard(for: header)
    return try layout(of: card, width: width, theme: theme)
  }
}
