import Basics

/// The meaning of a range of a text, and its link.
package struct Facet: Hashable, Sendable {
  package enum Kind: Hashable, Sendable, CaseIterable {
    case link, hashtag, mention
    /// A word such as `:blobcat:` that an inline image replaces.
    case emoji
    /// Program code, set in a monospaced font.
    case code
    /// Quoted paragraphs.
    case quote
    /// A list item's marker: indentation by depth, bullet or number, a space.
    case mark
    /// Emphasized, slanted and struck-through words.
    case bold, italic, struck
    /// Words that stay covered until a reader reveals them.
    case spoiler

    /// Whether the kind is about typesetting, not meaning: such facets may overlap others.
    package var isSetting: Bool {
      switch self {
      case .code, .quote, .mark, .bold, .italic, .struck, .spoiler: true
      case .link, .hashtag, .mention, .emoji: false
      }
    }
  }

  /// UTF-8 offsets into the text.
  package var range: Range<Int>
  package var kind: Kind
  /// The link target; nil if no address is given, as for a hashtag in plain text.
  package var url: WebAddress?
  /// The address of an emoji's image.
  package var picture: String?

  package init(range: Range<Int>, kind: Kind, url: WebAddress? = nil) {
    self.range = range
    self.kind = kind
    self.url = url
  }

  /// - Parameter picture: The address of the emoji's image.
  package init(range: Range<Int>, emoji picture: String?) {
    self.init(range: range, kind: .emoji)
    self.picture = picture
  }

  /// A copy of the facet with another range.
  package func moved(to range: Range<Int>) -> Facet {
    var moved = self
    moved.range = range
    return moved
  }
}

/// A text for reading: markup converted to plain text, and the meanings of ranges.
package struct FacetedText: Hashable, Sendable {
  package var string: String
  /// In the order of the text; only typesetting facets overlap others.
  package var facets: [Facet]

  package init(_ string: String, facets: [Facet] = []) {
    self.string = string
    self.facets = facets
  }

  /// Turns links to these addresses into mentions or hashtags, for markup that doesn't distinguish them.
  func naming(mentions: [WebAddress], hashtags: [WebAddress]) -> FacetedText {
    guard !mentions.isEmpty || !hashtags.isEmpty, !facets.isEmpty else { return self }
    var named = self
    let (mentions, hashtags) = (Set(mentions), Set(hashtags))
    for (index, facet) in facets.enumerated() where facet.kind == .link {
      guard let url = facet.url else { continue }
      if mentions.contains(url) { named.facets[index].kind = .mention }
      if hashtags.contains(url) { named.facets[index].kind = .hashtag }
    }
    return named
  }
}
