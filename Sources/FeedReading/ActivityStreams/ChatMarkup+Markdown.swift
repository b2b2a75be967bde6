import Basics

extension ChatMarkup {
  /// The marks of Markdown that posts use.
  static let markdown = ChatMarkup(
    marks: [
      .init(written: "**", kind: .bold), .init(written: "__", kind: .bold, isAtWords: true),
      .init(written: "~~", kind: .struck), .init(written: "*", kind: .italic),
      .init(written: "_", kind: .italic, isAtWords: true),
    ],
    quote: "> ", longQuote: "", spansLines: true, hasEscapes: true, hasHeadings: true, hasTitledLinks: true,
    reference: { written in
      guard written.hasPrefix("http://") || written.hasPrefix("https://") else { return nil }
      return WebAddress(written: written).map { Reference(words: written, kind: .link, url: $0) }
    })
}
