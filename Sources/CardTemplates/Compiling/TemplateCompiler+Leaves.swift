import Cards
import CheckedSources
import DesignTokens
import Diagnostics
import Drawing
import Layout

/// The elements that show something.
extension TemplateCompiler {
  mutating func leaf(_ rule: String, _ node: SourceNode, in position: Position) -> RuleTemplate? {
    switch rule {
    case "text": return text(node, in: position.scope).map { .text($0) }
    case "image": return image(node, in: position.scope)
    case "icon": return icon(node, in: position.scope)
    case "shape": return .shape
    default: return nil
    }
  }

  private mutating func image(_ node: SourceNode, in scope: TemplateScope) -> RuleTemplate? {
    if let fit = node["fit"], fit.string != "fill" { reportValue(fit, expected: "\"fill\"") }
    let placeholder = required("placeholder", of: "an image", node).flatMap { paint($0) }
    guard let image = node["image"], let path = path(image, in: scope, expected: .image), let placeholder else {
      return nil
    }
    return .image(path, placeholder: placeholder)
  }

  /// A name of the icon set, or a path to one; a path counts first.
  private mutating func icon(_ node: SourceNode, in scope: TemplateScope) -> RuleTemplate? {
    let tint = required("tint", of: "an icon", node).flatMap { paint($0) }
    guard let iconNode = node["icon"], let name = text(iconNode, expected: "an icon's name or a path") else {
      return nil
    }
    let found = try? scope.resolve(name)
    if let found, found.schema?.form == .icon || found.schema == nil && context.icons[name] == nil {
      return tint.map { .icon(.path(found.path), tint: $0) }
    }
    guard let icon = context.icons[name] else {
      if let schema = found?.schema {
        reportType(iconNode, schema, expected: "an icon")
      } else {
        let near = nearest(to: name, among: context.icons.names)
        report(TemplateIssue.unknownIcon(name, suggestion: near), at: iconNode.place)
      }
      return nil
    }
    return tint.map { .icon(.constant(icon), tint: $0) }
  }

  private mutating func text(_ node: SourceNode, in scope: TemplateScope) -> TextTemplate? {
    let content = node["text"].flatMap { textContent($0, in: scope) }
    let color = required("color", of: "a text", node).flatMap { self.color($0) }
    let alignment = node["align"].flatMap { choice($0, Alignment.self) } ?? .start
    let typefaces = context.typefaces
    let style = required("style", of: "a text", node).flatMap { node in
      token(node, expected: "a typography token") { tokens in
        { (name) throws(TokenLookupIssue) in
          try tokens.textStyle(name, color: color ?? .black, alignment: alignment.drawn, among: typefaces)
        }
      }
    }
    let maxLines = node["maxLines"].flatMap { self.maxLines($0, in: scope) }
    let truncation = node["truncation"].flatMap { choice($0, TextLeaf.Truncation.self) } ?? .tail
    let link = node["link"].flatMap { self.color($0) }
    let match = node["match"].flatMap { self.match($0) }
    guard let content, let style, color != nil else { return nil }
    return TextTemplate(
      content: content, style: style, maxLines: maxLines, truncation: truncation, linkColor: link, match: match)
  }

  private enum Alignment: String, CaseIterable {
    case start, center, end, left

    var drawn: TextStyle.Alignment {
      switch self {
      case .start: .start
      case .center: .center
      case .end: .end
      case .left: .left
      }
    }
  }

  /// A path, or `{literal: "…"}`.
  private mutating func textContent(_ node: SourceNode, in scope: TemplateScope) -> TextTemplate.Content? {
    guard node.members != nil, isUnquotedToken(node) == nil else {
      return path(node, in: scope, expected: .text).map { .path($0) }
    }
    guard checkMembers(node, known: ["literal"], required: ["literal"], expected: "a path or {literal: …}"),
      let literal = node["literal"], let string = text(literal, expected: "a text")
    else { return nil }
    return .literal(string)
  }

  private mutating func maxLines(_ node: SourceNode, in scope: TemplateScope) -> NumberTemplate? {
    guard let lines = number(node, orPathIn: scope) else { return nil }
    if case .constant(let lines) = lines, !isWhole(lines, node) { return nil }
    return lines
  }

  private mutating func match(_ node: SourceNode) -> TextTemplate.MatchTemplate? {
    let keys = ["color", "fill", "radius", "height", "outset"]
    guard checkMembers(node, known: keys, required: keys, expected: "a mapping with \(keys.joined(separator: ", "))"),
      let color = node["color"].flatMap({ self.color($0) }), let fill = node["fill"].flatMap({ self.color($0) }),
      let radius = node["radius"].flatMap({ length($0) }), let height = node["height"].flatMap({ length($0) }),
      let outset = node["outset"].flatMap({ length($0) })
    else { return nil }
    return .init(color: color, highlight: .init(fill: fill, radius: radius, height: height, outset: outset))
  }
}
