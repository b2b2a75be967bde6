import FeedIngest

extension RichText {
  /// A post's text as it is shown: control characters gone, blank lines around it trimmed, facets on whole characters.
  ///
  /// A feed is not trusted to lead anywhere but to http, https and mailto: a link to anything else is text.
  package init(block text: String, facets: [Facet] = []) {
    let clean = CleanText(block: text, facets: facets)
    let spans = clean.facets.compactMap { facet -> Span? in
      let target = facet.url.flatMap(LinkTarget.url)
      guard target != nil || facet.kind != .link else { return nil }
      return Span(range: facet.range, role: Role(facet.kind), target: target)
    }
    self = GraphemeSnapping.snapped(String(decoding: clean.bytes, as: UTF8.self), spans)
  }
}

extension RichText.Role {
  fileprivate init(_ kind: Facet.Kind) {
    self =
      switch kind {
      case .link: .link
      case .hashtag: .hashtag
      case .mention: .mention
      }
  }
}
