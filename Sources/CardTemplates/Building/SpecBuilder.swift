import Cards
import Drawing
import Layout

/// Fills a checked template with a view model's values.
struct SpecBuilder {
  /// Drawn for icon names that the set lacks.
  let icons: IconSet

  /// Where in a card's values an element is filled.
  struct Scope {
    /// The values that paths begin at, the innermost last.
    var values: [CardValue]
    /// Numbers the names of what a repeat gives, down to the first named box of each item: inside that, names are unique
    /// already.
    var suffix = ""
    /// Which item of each list around.
    var path: [Int] = []
    /// What the next box stands for.
    var item: BoxRole.Item?

    func entering(_ value: CardValue, at index: Int, as item: ItemTemplate?) -> Scope {
      Scope(
        values: values + [value], suffix: "\(suffix)-\(index)", path: path + [index],
        item: item.map { $0.role(of: value) })
    }

    /// What is inside a box.
    func inside(aNamedBox isNamed: Bool) -> Scope {
      Scope(values: values, suffix: isNamed ? "" : suffix, path: path)
    }
  }

  /// The elements that `element` gives: none where it is not shown, several for a repeat.
  func specs(_ element: ElementTemplate, in scope: Scope) -> [LayoutSpec] {
    var specs: [LayoutSpec] = []
    append(element, in: scope, to: &specs)
    return specs
  }

  private func append(_ element: ElementTemplate, in scope: Scope, to specs: inout [LayoutSpec]) {
    switch element.rule {
    case .repeated, .part, .oneOf: guard isShown(element, scope.values) else { return }
    default:
      // What it is itself.
      if let spec = spec(element, in: scope) { specs.append(spec) }
      return
    }
    switch element.rule {
    case .repeated(let repetition, let child):
      guard case .list(let items)? = value(repetition.list, scope.values) else { return }
      for (index, value) in items.prefix(repetition.limit ?? .max).enumerated() {
        append(child, in: scope.entering(value, at: index, as: repetition.item), to: &specs)
      }
    case .part(let path?, let root):
      guard let value = value(path, scope.values) else { return }
      var inside = scope
      inside.values = [value]
      append(root, in: inside, to: &specs)
    case .part(nil, let root): append(root, in: scope, to: &specs)
    case .oneOf(let alternatives):
      let count = specs.count
      for alternative in alternatives where specs.count == count { append(alternative, in: scope, to: &specs) }
    default: break
    }
  }

  /// The first of the elements that `element` gives.
  private func spec(_ element: ElementTemplate, in scope: Scope) -> LayoutSpec? {
    switch element.rule {
    case .repeated, .part, .oneOf: return specs(element, in: scope).first
    default:
      if let constant = element.constant, scope.item == nil, scope.suffix.isEmpty || element.name == nil {
        return constant
      }
      guard isShown(element, scope.values) else { return nil }
      let name = name(element.name, in: scope)
      let role = element.role.role(standingFor: scope.item, at: scope.path)
      return rule(element.rule, in: scope.inside(aNamedBox: name != nil)).map {
        element.dressed($0, style: style(of: element, scope.values), name: name, role: role)
      }
    }
  }

  private func style(of element: ElementTemplate, _ scopes: [CardValue]) -> ElementStyle {
    guard !element.lengths.isEmpty else { return element.style }
    var style = element.style
    for length in element.lengths {
      if case .number(let number)? = value(length.path, scopes) { length.set(number, in: &style) }
    }
    return style
  }

  private func name(_ name: NameTemplate?, in scope: Scope) -> String? {
    switch name {
    case nil: nil
    case .constant(let name): scope.suffix.isEmpty ? name : name + scope.suffix
    case .path(let path):
      if case .text(let text)? = value(path, scope.values), !text.isEmpty {
        // Most have none, and replacing looks for it the long way.
        text.string.utf8.contains(UInt8(ascii: "/")) ? text.string.replacing("/", with: "-") : text.string
      } else {
        nil
      }
    }
  }

  private func isShown(_ element: ElementTemplate, _ scopes: [CardValue]) -> Bool {
    if element.conditions.isEmpty { return true }
    for condition in element.conditions where isPresent(condition.path, scopes) != condition.wantsPresence {
      return false
    }
    return true
  }

  /// Nil where what the rule is about is absent: a text, a ratio, the only child.
  private func rule(_ rule: RuleTemplate, in scope: Scope) -> LayoutRule? {
    let scopes = scope.values
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
      // Where one of both is not shown, the other stands alone.
      guard let child = only(child) else { return only(element).map { .wrapper(children: [$0]) } }
      return only(element).map { .lastLine(spacing: spacing, child: child, element: $0) } ?? .wrapper(children: [child])
    case .ratio(let number, let child):
      guard let ratio = self.number(number, scopes) else { return nil }
      return only(child).map { .ratio(ratio, child: $0) }
    case .relative(let relative, let child): return only(child).map { .relative(relative, child: $0) }
    case .absolute(let sizing, let children): return .absolute(sizing, children: all(children))
    case .wrapper(let children): return .wrapper(children: all(children))
    case .spacer: return .spacer
    case .shape: return .leaf(.shape)
    case .text(let text): return self.text(text, scopes).map { .leaf(.text($0)) }
    case .image(let path, let placeholder, let missing):
      // A picture that the view model lacks is drawn as the placeholder.
      var leaf = ImageLeaf(nil, placeholder: placeholder)
      if case .image(let image)? = value(path, scopes) { leaf.image = image }
      return missing.flatMap(only).map { .picture(leaf, missing: $0) } ?? .leaf(.image(leaf))
    case .icon(let icon, let tint): return self.icon(icon, scopes).map { .leaf(.icon($0, tint: tint)) }
    case .repeated, .part, .oneOf: return nil
    }
  }

  private func icon(_ icon: IconTemplate, _ scopes: [CardValue]) -> Icon? {
    switch icon {
    case .constant(let icon): icon
    case .path(let path):
      if case .icon(let name)? = value(path, scopes) { icons[name] ?? icons.fallback } else { nil }
    }
  }

  func value(_ path: ValuePath, _ scopes: [CardValue]) -> CardValue? {
    let index = scopes.count - 1 - path.depth
    return scopes.indices.contains(index) ? scopes[index].value(at: path.fields) : nil
  }

  func number(_ number: NumberTemplate, _ scopes: [CardValue]) -> Double? {
    switch number {
    case .constant(let number): number
    case .path(let path): if case .number(let number)? = value(path, scopes) { number } else { nil }
    }
  }

  /// A flag is present when it is true, a list when it is not empty, anything else when it is there.
  private func isPresent(_ path: ValuePath, _ scopes: [CardValue]) -> Bool {
    switch value(path, scopes) {
    case nil, .flag(false)?: false
    case .list(let items)?: !items.isEmpty
    default: true
    }
  }
}
