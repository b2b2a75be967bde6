import Cards
import Drawing

/// What an element's box means to a reader, as far as the template tells it.
struct RoleTemplate: Sendable {
  var content: BoxRole.Content?
  var list: BoxRole.List?
  /// The element's number in its template.
  let element: Int

  /// The box's role in one card; nil for one that means nothing.
  func role(standingFor item: BoxRole.Item?, at path: [Int]) -> BoxRole? {
    guard content != nil || list != nil || item != nil else { return nil }
    return BoxRole(content: content, item: item, list: list, element: element, path: path)
  }
}

/// What the boxes of a repeat stand for. Words name the item's own texts.
enum ItemTemplate: Sendable {
  case row(target: String)
  case quote(target: String)
  case page
  case dot
  case counter(kind: String, spoken: String)
  case answer(spoken: String)
  case reveal(label: String)

  /// - Parameter showsImage: Whether the repeated element shows a picture.
  init(_ item: CardSchema.Item, showsImage: Bool) {
    self =
      switch item {
      case .row(let target): .row(target: target)
      case .quote(let target): .quote(target: target)
      case .page: showsImage ? .page : .dot
      case .counter(let kind, let spoken): .counter(kind: kind, spoken: spoken)
      case .answer(let spoken): .answer(spoken: spoken)
      case .reveal(let label): .reveal(label: label)
      }
  }

  /// What the element means that holds the repeated ones.
  var list: BoxRole.List? {
    switch self {
    case .page: .carousel
    case .dot: .pageControl
    case .row, .quote, .counter, .answer, .reveal: nil
    }
  }

  func role(of value: CardValue) -> BoxRole.Item {
    switch self {
    case .row(let target): .row(target: value.string(target))
    case .quote(let target): .quote(target: value.string(target))
    case .page: .page
    case .dot: .dot
    case .counter(let kind, let spoken): .counter(kind: value.string(kind) ?? "", spoken: value.string(spoken))
    case .answer(let spoken): .answer(spoken: value.string(spoken) ?? "")
    case .reveal(let label): .reveal(label: value.string(label))
    }
  }
}

extension CardValue {
  fileprivate func string(_ field: String) -> String? {
    guard case .record(let fields) = self, case .text(let text)? = fields[field] else { return nil }
    return text.string
  }
}

extension ElementTemplate {
  /// Whether a picture of the view model stands somewhere in it.
  var showsImage: Bool {
    if case .image = rule { return true }
    return rule.children.contains(where: \.showsImage)
  }

  /// What it stands for as the holder of repeated elements.
  static func list(of rule: RuleTemplate) -> BoxRole.List? {
    rule.children.lazy.compactMap(\.repeatedItem?.list).first
  }

  /// Of a repeat, however many parts lie around it.
  private var repeatedItem: ItemTemplate? {
    switch rule {
    case .repeated(let repetition, _): repetition.item
    case .part(_, let root): root.repeatedItem
    default: nil
    }
  }
}

extension RuleTemplate {
  /// The elements in it.
  fileprivate var children: [ElementTemplate] {
    switch self {
    case .stack(_, let children), .absolute(_, let children), .wrapper(let children): children
    case .inset(_, let child), .ratio(_, let child), .relative(_, let child), .repeated(_, let child): [child]
    case .background(let other, let child), .overlay(let other, let child), .corner(_, let child, let other),
      .lastLine(_, let child, let other):
      [child, other]
    case .oneOf(let alternatives): alternatives
    case .part(_, let root): [root]
    case .image(_, _, let missing): missing.map { [$0] } ?? []
    case .spacer, .shape, .text, .icon: []
    }
  }
}
