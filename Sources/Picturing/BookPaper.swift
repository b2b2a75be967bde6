import CardDrawing
import Cards
import Drawing
import FeedIngest
import Layout

extension Design.Theme {
  /// Whether texts are dark on light.
  var isLight: Bool { text.red + text.green + text.blue < 1.5 }

  /// What a book's pages are filled with; nil of a light theme, which leaves the paper white.
  var ground: Paint? { isLight ? nil : metrics.background }
}

extension Paint {
  /// That of a gradient's beginning.
  var firstColor: Color {
    switch self {
    case .solid(let color): color
    case .linearGradient(let gradient): gradient.stops.first?.color ?? .clear
    case .radialGradient(let gradient): gradient.stops.first?.color ?? .clear
    }
  }
}

extension LaidOutCard {
  /// A message for white paper: what is told from its ground by being white (bubbles with their tails, notices, reactions)
  /// has the ground's colour instead.
  ///
  /// - Parameter ground: Of the screen that it is made for.
  func onPaper(ground: Color) -> LaidOutCard {
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
      // What stands on a fill has a ground already.
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
  /// Who has written a post, for an index; nil of what has happened by itself.
  func author(of post: Post) -> String? {
    guard case .message(let message) = post.kind, post.author.id.isEmpty else { return name(of: post.author) }
    if case .notice = message.form { return nil }
    return chat.nobody
  }
}
