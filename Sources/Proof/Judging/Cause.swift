import Digests

/// Why a case is not as it was. A cause has a cluster of its own, however many boxes and posts it touches.
package struct Cause: Hashable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// A design token has another value.
    case token
    /// A template has an element or a value that is not as it was.
    case template
    /// An icon is drawn otherwise.
    case icon
    /// The project is set up otherwise: language, time, what is searched for.
    case option
    /// A text or a counter of one post.
    case text
    case photo
    /// Something in a post that was not there, is not there any more, or stands elsewhere.
    case content
    /// Files of a font.
    case font
    case libraries
    /// There is no reference yet.
    case new
    /// The case can't be compared.
    case error
    /// Nothing that is known of the design, of the post and of what drew them explains it.
    case unknown

    /// About what draws, not about what is drawn.
    package var isEnvironment: Bool { self == .font || self == .libraries }
  }

  /// The same for the same cause, run after run: safe in file names and commands.
  package var id: String
  package var kind: Kind
  /// In words.
  package var title: String

  /// - Parameter identity: What the cause is and all that it is approved for, old values and new ones: another edit of
  ///   the same text is another cause.
  package init(_ kind: Kind, title: String, identity: String) {
    id = "c\(FNV1a64(of: "\(kind.rawValue)\n\(identity)").hex)"
    self.kind = kind
    self.title = title
  }

  /// The same of a designer's picture: what a mockup is missed by is another question than what changed.
  package var ofMockup: Cause { Cause(kind, title: title, identity: "mockup\n\(id)") }

  /// As a report tells of it.
  package init(id: String, kind: Kind, title: String) {
    (self.id, self.kind, self.title) = (id, kind, title)
  }
}
