import Names

/// What a range of a text means, and where it leads.
package struct Facet: Hashable, Sendable {
  package enum Kind: Hashable, Sendable, CaseIterable {
    case link, hashtag, mention
    /// A word such as `:blobcat:` that stands for a small picture in the line.
    case emoji
    /// Words of a program, set in a fixed pitch.
    case code
    /// Paragraphs that are another's words.
    case quote
    /// What a list's entry begins with: blanks by its depth, its bullet or number, a blank.
    case mark

    /// Whether it says how words are set, not what they are: then it may lie over others.
    package var isSetting: Bool { self == .code || self == .quote || self == .mark }
  }

  /// UTF-8 offsets into the text.
  package var range: Range<Int>
  package var kind: Kind
  /// Where a tap leads; nil where nothing says an address, as of a hashtag in a plain text.
  package var url: WebAddress?
  /// Of an emoji: where its picture is.
  package var picture: String?

  package init(range: Range<Int>, kind: Kind, url: WebAddress? = nil) {
    self.range = range
    self.kind = kind
    self.url = url
  }

  /// - Parameter picture: Where it is.
  package init(range: Range<Int>, emoji picture: String?) {
    self.init(range: range, kind: .emoji)
    self.picture = picture
  }

  /// The same of another range.
  package func moved(to range: Range<Int>) -> Facet {
    var moved = self
    moved.range = range
    return moved
  }
}

/// A text as it is read: markup turned into words, and what ranges of them mean.
package struct FacetedText: Hashable, Sendable {
  package var string: String
  /// In the order of the text, none over another but those that say how words are set.
  package var facets: [Facet]

  package init(_ string: String, facets: [Facet] = []) {
    self.string = string
    self.facets = facets
  }

  /// Links that lead to one of these addresses are mentions, or hashtags: not every markup says so.
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
