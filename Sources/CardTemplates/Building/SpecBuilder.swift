import Cards
import Drawing
import Layout

/// Fills a checked template with a view model's values.
struct SpecBuilder {
  /// Drawn for icon names that the set lacks.
  let icons: IconSet

  /// The elements that `element` gives: none where it is not shown, several for a repeat.
  ///
  /// `suffix` numbers the names of what a repeat gives, down to the first named box of each item: inside that, names are
  /// unique already.
  func specs(_ element: ElementTemplate, in scopes: [CardValue], suffix: String = "") -> [LayoutSpec] {
    guard element.conditions.allSatisfy({ isPresent($0.path, scopes) == $0.wantsPresence }) else { return [] }
    switch element.rule {
    case .repeated(let path, let child):
      guard case .list(let items)? = value(path, scopes) else { return [] }
      return items.enumerated().flatMap { index, item in
        specs(child, in: scopes + [item], suffix: "\(suffix)-\(index)")
      }
    case .part(let path?, let root):
      guard let scope = value(path, scopes) else { return [] }
      return specs(root, in: [scope], suffix: suffix)
    case .part(nil, let root):
      return specs(root, in: scopes, suffix: suffix)
    default:
      let inner = element.name == nil ? suffix : ""
      guard let rule = rule(element.rule, in: scopes, suffix: inner) else { return [] }
      return [dressed(LayoutSpec(rule, style: element.style, look: element.look), element, suffix: suffix)]
    }
  }

  /// Name and margin. What the element asks of its parent moves to the inset around it, its own size stays with it.
  private func dressed(_ spec: LayoutSpec, _ element: ElementTemplate, suffix: String) -> LayoutSpec {
    var spec = spec
    spec.name = element.name.map { $0 + suffix }
    guard let margin = element.margin else { return spec }
    var outer = ElementStyle()
    outer.flexGrow = spec.style.flexGrow
    outer.flexShrink = spec.style.flexShrink
    outer.flexBasis = spec.style.flexBasis
    outer.alignSelf = spec.style.alignSelf
    outer.spacingBefore = spec.style.spacingBefore
    outer.spacingAfter = spec.style.spacingAfter
    outer.position = spec.style.position
    let blank = ElementStyle()
    spec.style.flexGrow = blank.flexGrow
    spec.style.flexShrink = blank.flexShrink
    spec.style.flexBasis = blank.flexBasis
    spec.style.alignSelf = blank.alignSelf
    spec.style.spacingBefore = blank.spacingBefore
    spec.style.spacingAfter = blank.spacingAfter
    spec.style.position = blank.position
    return LayoutSpec(.inset(margin, child: spec), style: outer)
  }

  /// Nil where what the rule is about is absent: a text, a ratio, the only child.
  private func rule(_ rule: RuleTemplate, in scopes: [CardValue], suffix: String) -> LayoutRule? {
    func only(_ element: ElementTemplate) -> LayoutSpec? { specs(element, in: scopes, suffix: suffix).first }
    func all(_ elements: [ElementTemplate]) -> [LayoutSpec] {
      elements.flatMap { specs($0, in: scopes, suffix: suffix) }
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
    case .ratio(let number, let child):
      guard let ratio = self.number(number, scopes) else { return nil }
      return only(child).map { .ratio(ratio, child: $0) }
    case .relative(let relative, let child): return only(child).map { .relative(relative, child: $0) }
    case .absolute(let sizing, let children): return .absolute(sizing, children: all(children))
    case .wrapper(let children): return .wrapper(children: all(children))
    case .spacer: return .spacer
    case .shape: return .leaf(.shape)
    case .text(let text): return self.text(text, scopes).map { .leaf(.text($0)) }
    case .image(let path, let placeholder):
      // A picture that the view model lacks is drawn as the placeholder.
      if case .image(let image)? = value(path, scopes) {
        return .leaf(.image(ImageLeaf(image, placeholder: placeholder)))
      }
      return .leaf(.image(ImageLeaf(nil, placeholder: placeholder)))
    case .icon(let icon, let tint): return self.icon(icon, scopes).map { .leaf(.icon($0, tint: tint)) }
    case .repeated, .part: return nil
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
