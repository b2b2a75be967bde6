import Drawing

/// How templates draw boxes, by the boxes' paths.
package struct BoxStyles: Codable, Sendable {
  /// The look of all boxes with one path.
  package struct Look: Hashable, Codable, Sendable {
    /// Token names, in the template's order, without duplicates.
    package var tokens: [String] = []
    /// The color of a text or icon, or else of the background; nil if there is no single color.
    package var color: Color?
    /// A text's size in points, and its weight.
    package var size: Double?
    package var weight: Int?
    package var isIcon = false
    package var isPicture = false

    fileprivate mutating func add(_ other: Look) {
      for token in other.tokens where !tokens.contains(token) { tokens.append(token) }
      guard color == nil, size == nil else { return }
      (color, size, weight) = (other.color, other.size, other.weight)
      (isIcon, isPicture) = (isIcon || other.isIcon, isPicture || other.isPicture)
    }
  }

  /// By path. A name that comes from a card's values is `*`; the numbers of repeated boxes are omitted.
  package private(set) var all: [String: Look] = [:]

  package init(_ templates: some Sequence<CardTemplate>) {
    for template in templates { add(template.root, at: "") }
  }

  private mutating func add(_ element: ElementTemplate, at path: String) {
    var path = path
    var isNamed = true
    switch element.name {
    case .constant(let name): path = path.isEmpty ? name : "\(path)/\(name)"
    case .path: path += "/*"
    case nil: isNamed = false
    }
    var look = element.look
    // An unnamed element is part of the enclosing box, which may be drawn differently.
    if !isNamed { look = Look(tokens: look.tokens) }
    all[path, default: Look()].add(look)
    for child in element.rule.children { add(child, at: path) }
  }

  /// Nil if no template has the box.
  package subscript(path: String) -> Look? {
    if let known = all[path] { return known }
    let names = path.split(separator: "/").map(Self.withoutNumbers)
    return all[names.joined(separator: "/")] ?? all[(names.dropLast() + ["*"]).joined(separator: "/")]
      ?? names.indices.lazy.compactMap { all[Self.replacing($0, in: names)] }.first
  }

  private static func replacing(_ index: Int, in names: [String]) -> String {
    var names = names
    names[index] = "*"
    return names.joined(separator: "/")
  }

  /// `row-2-1` → `row`
  private static func withoutNumbers(_ name: Substring) -> String {
    var parts = name.split(separator: "-", omittingEmptySubsequences: false)
    while parts.count > 1, let last = parts.last, !last.isEmpty, last.allSatisfy(\.isNumber) { parts.removeLast() }
    return parts.joined(separator: "-")
  }
}

extension ElementTemplate {
  fileprivate var look: BoxStyles.Look {
    var look = BoxStyles.Look(tokens: tokens)
    switch rule {
    case .text(let text): (look.color, look.size, look.weight) = (text.style.color, text.style.size, text.style.weight)
    case .icon(_, let tint):
      look.isIcon = true
      if case .solid(let color) = tint { look.color = color }
    case .image: look.isPicture = true
    default: if case .solid(let color) = decoration.fill { look.color = color }
    }
    return look
  }
}
