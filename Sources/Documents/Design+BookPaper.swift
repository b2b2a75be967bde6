import CardRendering
import Cards
import Drawing
import FeedReading
import Layout

extension Design.Theme {
  /// Whether texts are dark on light.
  var isLight: Bool { text.red + text.green + text.blue < 1.5 }

  /// The fill of a book's pages; nil for a light theme, which leaves the paper white.
  var ground: Paint? { isLight ? nil : metrics.background }
}

extension Paint {
  /// The color; for a gradient, its first one.
  var firstColor: Color {
    switch self {
    case .solid(let color): color
    case .linearGradient(let gradient): gradient.stops.first?.color ?? .clear
    case .radialGradient(let gradient): gradient.stops.first?.color ?? .clear
    }
  }
}

extension LaidOutCard {
  /// Adapts a message to white paper: elements that only stand out by being white (bubbles with tails, notices,
  /// reactions) get the background color instead.
  ///
  /// - Parameter ground: The background color of the screen design.
  package func onPaper(ground: Color) -> LaidOutCard {
    var card = self
    card.root = root.onPaper(ground: ground)
    return card
  }
}

extension LaidOutBox {
  fileprivate func onPaper(ground: Color) -> LaidOutBox {
    var box = self
    if case .icon(let icon, .solid(let tint)) = content, tint.isWhite {
      box.content = .icon(icon, tint: .solid(ground))
    }
    if let fill = decoration.fill {
      if case .solid(let color) = fill, color.isWhite { box.decoration.fill = .solid(ground) }
      // Content on a fill already has a background.
      return box
    }
    box.children = children.map { $0.onPaper(ground: ground) }
    return box
  }
}

extension Color {
  fileprivate var isWhite: Bool { min(red, green, blue) > 0.99 && alpha > 0 }
}

extension Strings {
  /// Returns the author for an index; nil for an event without one.
  func author(of post: Post) -> String? {
    guard case .message(let message) = post.kind, post.author.id.isEmpty else { return name(of: post.author) }
    if case .notice = message.form { return nil }
    return chat.nobody
  }
}
