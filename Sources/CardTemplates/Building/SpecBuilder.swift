import Cards
import DataFormats
import Drawing
import Layout

/// Fills a checked template with a view model's values.
struct SpecBuilder {
  /// Draws the fallback for icon names that the set lacks.
  let icons: IconSet

  /// The position in a card's values at which an element is filled. A class, since most elements pass it on unchanged.
  final class Scope {
    /// The values that paths start from, innermost last.
    let values: [CardValue]
    /// The suffix that numbers the names in a repeat, down to the first named box of each item. Inside that box, names
    /// are already unique.
    let suffix: String
    /// The item index of each enclosing list.
    let path: [Int]
    /// The meaning of the next box.
    let item: BoxRole.Item?

    init(values: [CardValue], suffix: String = "", path: [Int] = [], item: BoxRole.Item? = nil) {
      self.values = values
      self.suffix = suffix
      self.path = path
      self.item = item
    }

    func entering(_ value: CardValue, at index: Int, as item: BoxRole.Item?) -> Scope {
      Scope(
        values: values + [value], suffix: "\(suffix)-\(index)", path: path + [index],
        item: item.map { $0.filled(from: value) })
    }

    /// The scope of a part that only sees one value.
    func only(_ value: CardValue) -> Scope { Scope(values: [value], suffix: suffix, path: path, item: item) }

    /// The scope inside a box.
    func inside(aNamedBox isNamed: Bool) -> Scope {
      if item == nil, !isNamed || suffix.isEmpty { return self }
      return Scope(values: values, suffix: isNamed ? "" : suffix, path: path)
    }
  }

  /// The specs that `element` expands to: none if it is hidden, several for a repeat.
  func specs(_ element: ElementTemplate, in scope: Scope) -> [LayoutSpec] {
    var specs: [LayoutSpec] = []
    append(element, in: scope, to: &specs)
    return specs
  }

  private func append(_ element: ElementTemplate, in scope: Scope, to specs: inout [LayoutSpec]) {
    guard isShown(element, scope) else { return }
    guard element.givesOthers else {
      if let spec = shown(element, in: scope) { specs.append(spec) }
      return
    }
    switch element.rule {
    case .repeated(let repetition, let child):
      guard case .list(let items)? = value(repetition.list, scope) else { return }
      for (index, value) in items.enumerated().dropFirst(repetition.skip).prefix(repetition.limit ?? .max) {
        append(child, in: scope.entering(value, at: index, as: repetition.item), to: &specs)
      }
    case .part(let path?, let root):
      if let value = value(path, scope) { append(root, in: scope.only(value), to: &specs) }
    case .part(nil, let root): append(root, in: scope, to: &specs)
    case .oneOf(let alternatives):
      let count = specs.count
      for alternative in alternatives where specs.count == count { append(alternative, in: scope, to: &specs) }
    default: break
    }
  }

  /// The first spec that `element` expands to.
  private func spec(_ element: ElementTemplate, in scope: Scope) -> LayoutSpec? {
    if element.givesOthers { return specs(element, in: scope).first }
    return isShown(element, scope) ? shown(element, in: scope) : nil
  }

  /// The spec of an element whose conditions are met.
  private func shown(_ element: ElementTemplate, in scope: Scope) -> LayoutSpec? {
    if let constant = element.constant, scope.item == nil, scope.suffix.isEmpty || element.name == nil {
      return constant
    }
    let name = name(element.name, in: scope)
    return rule(element.rule, in: scope.inside(aNamedBox: name != nil)).map {
      element.dressed(
        $0, style: element.lengths.isEmpty ? nil : style(of: element, scope), name: name,
        role: element.role.role(standingFor: scope.item, at: scope.path))
    }
  }

  private func style(of element: ElementTemplate, _ scope: Scope) -> ElementStyle {
    var style = element.style
    for length in element.lengths {
      if case .number(let number)? = value(length.path, scope) { length.set(number, in: &style) }
    }
    return style
  }

  private func name(_ name: NameTemplate?, in scope: Scope) -> String? {
    switch name {
    case nil: nil
    case .constant(let name): scope.suffix.isEmpty ? name : name + scope.suffix
    case .path(let path):
      if case .text(let text)? = value(path, scope), !text.isEmpty {
        // Most texts have no slash, and `replacing` is slower at finding that out.
        text.string.utf8.contains(UInt8(ascii: "/")) ? text.string.replacing(scalar: "/", with: "-") : text.string
      } else {
        nil
      }
    }
  }

  private func isShown(_ element: ElementTemplate, _ scope: Scope) -> Bool {
    element.conditions.isEmpty || element.conditions.allSatisfy { isPresent($0.path, scope) == $0.wantsPresence }
  }

  /// Returns nil if the rule's subject is absent: a text, a ratio, the only child.
  private func rule(_ rule: RuleTemplate, in scope: Scope) -> LayoutRule? {
    func only(_ element: ElementTemplate) -> LayoutSpec? { spec(element, in: scope) }
    func all(_ elements: [ElementTemplate]) -> [LayoutSpec] {
      var specs: [LayoutSpec] = []
      specs.reserveCapacity(elements.count)
      for element in elements { append(element, in: scope, to: &specs) }
      return specs
    }
    switch rule {
    case .stack(let stack, let children): return .stack(stack, children: all(children))
    case .inset(let insets, let child): return only(child).map { .inset(insets, child: $0) }
    case .background(let back, let child):
      return only(child).map { child in only(back).map { .background($0, child: child) } ?? .wrapper(children: [child])
      }
    case .overlay(let front, let child):
      return only(child).map { child in only(front).map { .overlay($0, child: child) } ?? .wrapper(children: [child]) }
    case .corner(let rule, let child, let corner):
      return only(child).map { child in
        only(corner).map { .corner(rule, child: child, corner: $0) } ?? .wrapper(children: [child])
      }
    case .lastLine(let spacing, let child, let element):
      // If one of them is hidden, only the other is shown.
      guard let child = only(child) else { return only(element).map { .wrapper(children: [$0]) } }
      return only(element).map { .lastLine(spacing: spacing, child: child, element: $0) } ?? .wrapper(children: [child])
    case .ratio(let number, let child):
      guard let ratio = self.number(number, scope) else { return nil }
      return only(child).map { .ratio(ratio, child: $0) }
    case .relative(let relative, let child): return only(child).map { .relative(relative, child: $0) }
    case .absolute(let sizing, let children): return .absolute(sizing, children: all(children))
    case .wrapper(let children): return .wrapper(children: all(children))
    case .spacer: return .spacer
    case .shape: return .leaf(.shape)
    case .text(let text): return self.text(text, scope).map { .leaf(.text($0)) }
    case .image(let path, let placeholder, let missing):
      // An image that the view model lacks is drawn as the placeholder.
      var leaf = ImageLeaf(nil, placeholder: placeholder)
      if case .image(let image)? = value(path, scope) { leaf.image = image }
      return missing.flatMap(only).map { .picture(leaf, missing: $0) } ?? .leaf(.image(leaf))
    case .icon(let icon, let tint): return self.icon(icon, scope).map { .leaf(.icon($0, tint: tint)) }
    case .repeated, .part, .oneOf: return nil
    }
  }

  private func icon(_ icon: IconTemplate, _ scope: Scope) -> Icon? {
    switch icon {
    case .constant(let icon): icon
    case .path(let path):
      if case .icon(let name)? = value(path, scope) { icons[name] ?? icons.fallback } else { nil }
    }
  }

  func value(_ path: ValuePath, _ scope: Scope) -> CardValue? {
    let index = scope.values.count - 1 - path.depth
    return scope.values.indices.contains(index) ? scope.values[index].value(at: path.fields) : nil
  }

  func number(_ number: NumberTemplate, _ scope: Scope) -> Double? {
    switch number {
    case .constant(let number): number
    case .path(let path): if case .number(let number)? = value(path, scope) { number } else { nil }
    }
  }

  private func isPresent(_ path: ValuePath, _ scope: Scope) -> Bool {
    let index = scope.values.count - 1 - path.depth
    return scope.values.indices.contains(index) && scope.values[index].isPresent(at: path.fields)
  }
}

// MARK: Texts

/// Converts texts with roles to texts with colors.
extension SpecBuilder {
  /// Returns nil if the view model has no such text.
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
    return TextLeaf(
      styled, maxLines: maxLines(template, scope), truncation: template.truncation,
      hasWholeWidth: template.hasWholeWidth)
  }

  private func maxLines(_ template: TextTemplate, _ scope: Scope) -> Int? {
    guard let lines = template.maxLines.flatMap({ number($0, scope) }) else { return nil }
    return Int(exactly: max(1, lines.rounded()))
  }

  /// The CSS weight of emphasized words.
  private static let boldWeight = 700

  /// Returns nil for a role that the template doesn't style.
  private func attribute(_ span: RichText.Span, of text: RichText, _ template: TextTemplate) -> StyledText.Attribute? {
    switch span.role {
    case .link, .hashtag, .mention:
      guard template.linkColor != nil || span.target != nil else { return nil }
      return .init(range: span.range, color: template.linkColor, target: span.target)
    case .emoji: return text.picture(of: span).map { .init(range: span.range, picture: $0) }
    case .match:
      return template.match.map { .init(range: span.range, color: $0.color, highlight: $0.highlight) }
    case .code, .quote, .mark, .bold, .italic, .struck, .spoiler:
      var attribute = StyledText.Attribute(range: span.range)
      attribute.hangs = span.role == .mark
      if span.role == .code { attribute.family = template.codeFamily }
      if span.role == .quote { attribute.quotation = template.quotation }
      if span.role == .bold { attribute.weight = max(Self.boldWeight, template.style.weight) }
      attribute.isSlanted = span.role == .italic
      if span.role == .struck { attribute.strike = template.style.color }
      if span.role == .spoiler { attribute.cover = template.style.color }
      return attribute.setsAnything || attribute.isSlanted || attribute.overlaysAnything ? attribute : nil
    }
  }

  /// Sorts spans in text order, but a match after every link it overlaps: the later of two attributes wins.
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
