import CardTemplates
import Cards
import DesignTokens
import Diagnostics
import Drawing
import Layout
import Testing

/// A minimal context for templates: some tokens, icons, and a view model called `thing`.
enum Fixture {
  static let tokens = TokenSet(tokens: [
    "color.a": token(.color(.black)), "color.b": token(.color(.white)), "sky": token(.gradient([stop])),
    "size.a": token(.dimension(36)), "size.less": token(.dimension(-4)), "number.two": token(.number(2)),
    "number.half": token(.number(0.5)), "font.code": token(.fontFamily(["Mono"])),
    "type.a": token(
      .typography(.init(families: ["Inter"], size: 10, weight: 500, letterSpacing: 0.5, lineHeight: 1.5))),
    "shadow.a": token(.shadow([.init(shadow: shadow, isInset: false)])),
    "shadow.all": token(.shadow([.init(shadow: shadow, isInset: false), .init(shadow: inner, isInset: true)])),
    "border.a": token(.border(.init(color: .black, width: 2, style: .keyword(.solid)))),
    "old": .init(value: .dimension(1), deprecation: "use size.a", place: .line(1)),
  ])

  static let stop = LinearGradient.Stop(offset: 0, color: .white)
  static let shadow = Shadow(offset: Point(x: 0, y: 24), blur: 24, color: .black)
  static let inner = Shadow(offset: .zero, blur: 2, color: .white)
  static let heart = Icon(name: "heart", viewBox: 24, layers: [])
  static let unknown = Icon(name: "unknown", viewBox: 24, layers: [])
  static let style = TextStyle(family: "Inter", size: 10, weight: 500, lineHeight: 15, letterSpacing: 0.5)

  static let schema: CardSchema = .record([
    "title": .text, "count": .number, "isNew": .flag, "cover": .image, "badge": .icon,
    "author": .record(["name": .text, "avatar": .image]),
    "items": .list(.record(["title": .text, "tags": .list(.text), "picture": .image])),
  ])

  private static func token(_ value: TokenValue) -> TokenSet.Token { .init(value: value, place: .line(1)) }

  static func context(
    includes: [String: String] = [:], direction: LayoutDirection = .leftToRight
  ) -> TemplateContext {
    TemplateContext(
      tokens: tokens, icons: IconSet(icons: ["heart": heart, "unknown": unknown], fallback: unknown),
      schemas: ["thing": schema, "other": .record(["word": .text])], direction: direction, include: { includes[$0] })
  }

  static func parse(
    _ yaml: String, includes: [String: String] = [:], for model: String? = nil,
    direction: LayoutDirection = .leftToRight
  ) -> (CardTemplate?, [Diagnostic]) {
    CardTemplate.parse(
      TemplateFile(name: "t.yml", contents: yaml), in: context(includes: includes, direction: direction), for: model)
  }

  /// Returns the spec of `root` (an element in YAML, indented by two) for a `thing`.
  static func spec(
    _ root: String, _ value: CardValue = .record([:]), more: String = "", direction: LayoutDirection = .leftToRight
  ) throws -> LayoutSpec {
    let indented = root.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    let (template, diagnostics) = parse(
      "card: thing\nroot:\n" + indented.joined(separator: "\n") + "\n" + more, direction: direction)
    return try #require(template, "\(diagnostics)").spec(for: value)
  }

  /// Returns `line:column code` for every diagnostic.
  static func places(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      guard case .line(let line, let column)? = diagnostic.place?.position else { return diagnostic.code }
      return "\(line):\(column ?? 0) \(diagnostic.code)"
    }
  }

  static func text(_ string: String) -> CardValue { .text(RichText(string)) }
}

extension LayoutSpec {
  var children: [LayoutSpec] {
    switch rule {
    case .stack(_, let children), .absolute(_, let children), .wrapper(let children): children
    case .inset(_, let child), .ratio(_, let child), .relative(_, let child): [child]
    case .background(let other, let child): [other, child]
    case .overlay(let other, let child), .corner(_, let child, let other): [child, other]
    case .lastLine(_, let child, let element): [child, element]
    case .picture(_, let missing): [missing]
    case .spacer, .leaf: []
    }
  }

  /// The paths of all named boxes, in order.
  var namePaths: [String] {
    func walk(_ spec: LayoutSpec, _ prefix: String) -> [String] {
      let path = spec.name.map { prefix.isEmpty ? $0 : "\(prefix)/\($0)" } ?? prefix
      return (spec.name == nil ? [] : [path]) + spec.children.flatMap { walk($0, path) }
    }
    return walk(self, "")
  }

  func box(_ path: String) -> LayoutSpec? {
    func walk(_ spec: LayoutSpec, _ prefix: String) -> LayoutSpec? {
      let own = spec.name.map { prefix.isEmpty ? $0 : "\(prefix)/\($0)" } ?? prefix
      if spec.name != nil, own == path { return spec }
      return spec.children.lazy.compactMap { walk($0, own) }.first
    }
    return walk(self, "")
  }

  var textLeaf: TextLeaf? {
    if case .leaf(.text(let text)) = rule { text } else { nil }
  }
}
