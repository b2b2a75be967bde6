import FeedIngest

extension RichText {
  /// A post's text as it is shown: control characters gone, blank lines around it trimmed, facets on whole characters.
  ///
  /// A feed is not trusted to lead anywhere but to http, https and mailto: a link to anything else is text.
  package init(block text: String, facets: [Facet] = []) {
    let clean = CleanText(block: text, facets: facets)
    let spans = clean.facets.compactMap { facet -> Span? in
      guard let role = Role(facet.kind) else { return nil }
      let target = facet.url.flatMap(LinkTarget.url)
      guard target != nil || facet.kind != .link else { return nil }
      return Span(range: facet.range, role: role, target: target)
    }
    self = GraphemeSnapping.snapped(String(decoding: clean.bytes, as: UTF8.self), spans)
  }
}

extension RichText.Role {
  /// Nil of what is no link.
  fileprivate init?(_ kind: Facet.Kind) {
    switch kind {
    case .link: self = .link
    case .hashtag: self = .hashtag
    case .mention: self = .mention
    case .emoji: return nil
    }
  }
}
