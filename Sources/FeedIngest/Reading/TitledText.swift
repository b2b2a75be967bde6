extension FacetedText {
  /// The text with a title as its first paragraph, but where it begins with it already.
  func titled(_ title: String?) -> FacetedText {
    guard let title, !title.isEmpty else { return self }
    if string.isEmpty { return FacetedText(title) }
    let begins = string.hasPrefix(title) && (string.dropFirst(title.count).first?.isNewline ?? true)
    if begins { return self }
    let offset = title.utf8.count + 2
    return FacetedText(
      title + "\n\n" + string,
      facets: facets.map { facet in
        var moved = facet
        moved.range = facet.range.lowerBound + offset..<facet.range.upperBound + offset
        return moved
      })
  }

  /// The text with tags as its last paragraph, but those that are in it.
  ///
  /// - Parameter tags: With their `#` or without it; where they lead, if anywhere.
  func tagged(_ tags: [(name: String, url: String?)]) -> FacetedText {
    var text = self
    let written = Set(facets.filter { $0.kind == .hashtag }.map { string.utf8Slice($0.range).lowercased() })
    var isFirst = true
    for tag in tags.prefix(50) {
      let name = tag.name.hasPrefix("#") ? tag.name : "#" + tag.name
      guard name.count > 1, !written.contains(name.lowercased()) else { continue }
      if !text.string.isEmpty { text.string += isFirst ? "\n\n" : " " }
      isFirst = false
      let start = text.string.utf8.count
      text.string += name
      text.facets.append(Facet(range: start..<text.string.utf8.count, kind: .hashtag, url: tag.url))
    }
    return text
  }
}

extension String {
  fileprivate func utf8Slice(_ range: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}
