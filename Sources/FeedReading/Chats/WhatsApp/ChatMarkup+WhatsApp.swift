extension ChatMarkup {
  /// WhatsApp's marks, which the text export contains as people write them.
  static let whatsApp = ChatMarkup(
    marks: [
      .init(written: "*", kind: .bold, isAtWords: true), .init(written: "_", kind: .italic, isAtWords: true),
      .init(written: "~", kind: .struck, isAtWords: true),
    ],
    quote: "> ", longQuote: "", namesCodeLanguages: false)
}

extension FacetedText {
  /// A message of WhatsApp as the app draws it; nil if it is drawn as written.
  init?(whatsApp text: String) {
    guard text.utf8.contains(where: { "*_~`>-".utf8.contains($0) }) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let bulleted = lines.map { $0.hasPrefix("* ") || $0.hasPrefix("- ") ? "• " + $0.dropFirst(2) : $0 }
    var drawn = ChatMarkup.whatsApp.read(bulleted.joined(separator: "\n"))
    guard lines != bulleted || drawn.string != text || !drawn.facets.isEmpty else { return nil }
    if lines != bulleted { drawn.markBullets() }
    self = drawn
  }

  /// Adds the facets of list items' markers.
  private mutating func markBullets() {
    var start = 0
    for line in string.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("• ") { facets.append(Facet(range: start..<start + "• ".utf8.count, kind: .mark)) }
      start += line.utf8.count + 1
    }
    facets = facets.inOrder
  }
}
