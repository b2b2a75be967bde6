extension PostCard {
  /// A line of its own that says how a post came here or what it answers.
  package struct Line: Hashable, Codable, Sendable {
    /// Name in the icon set.
    package var icon: String
    /// "Anna boosted"; the name leads to a page where there is one.
    package var text: RichText

    package init(icon: String, text: RichText) {
      self.icon = icon
      self.text = text
    }
  }

  /// What a post is hidden behind until it is asked for.
  package struct Warning: Hashable, Codable, Sendable {
    package var text: RichText
    /// What asks for it: "Show".
    package var show: String

    package init(text: RichText, show: String) {
      self.text = text
      self.show = show
    }
  }
}

extension PostCard.Line {
  static let schema: CardSchema = .record(["icon": .icon, "text": .text])

  var value: CardValue { .record(["icon": .icon(icon), "text": .text(text)]) }
}

extension PostCard.Warning {
  /// A list of one or none, as of all that a reader meets as a thing.
  static let schema: CardSchema = .list(.record(["text": .text, "show": .text], item: .reveal(label: "show")))

  /// - Parameter isClosed: Whether it hides the post.
  func value(isClosed: Bool) -> CardValue {
    var fields: CardFields = ["text": .text(text)]
    if isClosed { fields["show"] = .string(show) }
    return .list([.record(fields)])
  }
}
