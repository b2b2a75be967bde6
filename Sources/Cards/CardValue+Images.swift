import Drawing

extension CardValue {
  /// All of the value and what is in it.
  package var images: [ImageReference] {
    var found: [ImageReference] = []
    var waiting = [self]
    while let value = waiting.popLast() {
      switch value {
      case .image(let image): found.append(image)
      case .list(let items): waiting += items.reversed()
      case .record(let fields): waiting += fields.names.reversed().compactMap { fields[$0] }
      case .text(let text):
        for span in text.spans where span.role == .emoji { found += text.picture(of: span).map { [$0] } ?? [] }
      case .number, .flag, .icon: break
      }
    }
    return found
  }
}

extension RichText {
  /// The picture that stands in for the words of a span; nil for any other span.
  package func picture(of span: Span) -> ImageReference? {
    guard span.role == .emoji, let url = span.target else { return nil }
    return ImageReference(candidates: [.init(url: url)], treatment: .contained)
  }
}
