import Basics
import FeedReading

extension RichText {
  /// Cleans up a post's text for display: removes control characters, trims blank lines, and aligns facets to whole
  /// characters.
  ///
  /// Only links to http, https and mailto are kept; any other link becomes plain text.
  ///
  /// - Parameter hasPicture: Whether an image exists at an address; words without an image are kept.
  package init(block text: String, facets: [Facet] = [], hasPicture: (String) -> Bool = { _ in false }) {
    let clean = CleanText(block: text, facets: facets)
    let spans = clean.facets.compactMap { facet -> Span? in
      let role = Role(facet.kind)
      if role == .emoji {
        let target = facet.url.map(LinkTarget.init)
        if let picture = facet.picture, hasPicture(picture) {
          return Span(range: facet.range, role: .emoji, target: target, picture: picture)
        }
        return target.map { Span(range: facet.range, role: .link, target: $0) }
      }
      guard facet.url != nil || facet.kind != .link else { return nil }
      return Span(range: facet.range, role: role, target: facet.url.map(LinkTarget.init))
    }
    let string = String(decoding: clean.bytes, as: UTF8.self)
    // Typesetting spans may overlap the others.
    let (settings, words) = (spans.filter(\.role.isSetting), spans.filter { !$0.role.isSetting })
    self = GraphemeSnapping.snapped(string, words)
    for role in RichText.Role.allCases where role.isSetting {
      let own = settings.filter { $0.role == role }
      if !own.isEmpty { self.spans += GraphemeSnapping.snapped(string, own).spans }
    }
    if !settings.isEmpty { self.spans = self.spans.inOrder }
  }
}

extension RichText {
  /// The text with a cover over all words.
  var covered: RichText {
    guard !string.isEmpty else { return self }
    var covered = self
    covered.spans = [Span(range: 0..<string.utf8.count, role: .spoiler)]
    return covered
  }
}

extension RichText.Role {
  fileprivate init(_ kind: Facet.Kind) {
    switch kind {
    case .link: self = .link
    case .hashtag: self = .hashtag
    case .mention: self = .mention
    case .emoji: self = .emoji
    case .code: self = .code
    case .quote: self = .quote
    case .mark: self = .mark
    case .bold: self = .bold
    case .italic: self = .italic
    case .struck: self = .struck
    case .spoiler: self = .spoiler
    }
  }
}
