import Cards
import Drawing
import Layout

/// Texts with roles become texts with colours.
extension SpecBuilder {
  /// Nil where the view model has no such text.
  func text(_ template: TextTemplate, _ scope: Scope) -> TextLeaf? {
    let rich: RichText
    switch template.content {
    case .literal(let string): rich = RichText(string)
    case .path(let path):
      guard case .text(let text)? = value(path, scope) else { return nil }
      rich = text
    }
    let attributes =
      rich.spans.isEmpty ? [] : Self.drawingOrder(rich.spans).compactMap { attribute($0, of: rich, template) }
    let styled = StyledText(rich.string, style: template.style, attributes: attributes)
    return TextLeaf(styled, maxLines: maxLines(template, scope), truncation: template.truncation)
  }

  private func maxLines(_ template: TextTemplate, _ scope: Scope) -> Int? {
    guard let lines = template.maxLines.flatMap({ number($0, scope) }) else { return nil }
    return Int(exactly: max(1, lines.rounded()))
  }

  /// Nil for a role that the template does not dress.
  private func attribute(_ span: RichText.Span, of text: RichText, _ template: TextTemplate) -> StyledText.Attribute? {
    switch span.role {
    case .link, .hashtag, .mention:
      guard template.linkColor != nil || span.target != nil else { return nil }
      return .init(range: span.range, color: template.linkColor, target: span.target)
    case .emoji: return text.picture(of: span).map { .init(range: span.range, picture: $0) }
    case .match:
      return template.match.map { .init(range: span.range, color: $0.color, highlight: $0.highlight) }
    }
  }

  /// The order of the text, but a match after every link that it lies over: of two attributes the later one wins.
  private static func drawingOrder(_ spans: [RichText.Span]) -> [RichText.Span] {
    var ordered: [RichText.Span] = []
    var links = spans.filter { $0.role != .match }[...]
    for match in spans where match.role == .match {
      let under = links.prefix { $0.range.lowerBound < match.range.upperBound }
      ordered += under
      links = links.dropFirst(under.count)
      ordered.append(match)
    }
    return ordered + links
  }
}
