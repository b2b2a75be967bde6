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
        return facet.picture.flatMap { hasPicture($0) ? Span(range: facet.range, role: .emoji, picture: $0) : nil }
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
    }
  }
}
