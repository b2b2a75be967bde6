/// What a post quotes.
package indirect enum Quote: Hashable, Sendable {
  case post(Post)
  /// The quoted post can't be shown.
  ///
  /// - Parameter url: Where it is or was; nil where the feed does not say.
  case unavailable(Absence, url: String?)

  package enum Absence: String, Codable, Sendable, CaseIterable {
    case deleted
    /// By its author or by whoever quotes.
    case blocked
    /// Its author took it out of the quote.
    case detached
    /// The feed only names it.
    case notIncluded
  }

  package var post: Post? {
    if case .post(let post) = self { post } else { nil }
  }
}

/// What a post answers.
package struct ReplyTarget: Hashable, Sendable {
  /// The service's id or address of the post; nil where only the person is known.
  package var id: String?
  /// Whom it answers: a name, else a handle with its `@`; nil where the feed does not say.
  package var name: String?
  /// Of the post that is answered.
  package var url: String?

  package init(id: String? = nil, name: String? = nil, url: String? = nil) {
    self.id = id
    self.name = name
    self.url = url
  }
}
