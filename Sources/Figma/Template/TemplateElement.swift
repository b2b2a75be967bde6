import DataFormats

/// An element of a card template for YAML output.
struct TemplateElement: Hashable {
  enum Value: Hashable {
    /// A YAML value; empty for no value.
    case text(String)
    indirect case element(TemplateElement)
    case list([TemplateElement])
  }

  struct Member: Hashable {
    var key: String
    var value: Value
  }

  /// Comment lines above it.
  var comments: [String] = []
  var members: [Member] = []
  /// The component of an instance, with its name.
  var component: Component?

  struct Component: Hashable {
    var id: String
    var name: String
  }

  init(_ members: [(String, String?)] = []) {
    for (key, value) in members {
      if let value { self.members.append(Member(key: key, value: .text(value))) }
    }
  }

  subscript(key: String) -> Value? {
    get { members.first { $0.key == key }?.value }
    set {
      let place = members.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Keys that describe the placement of an element rather than the element itself.
  static let placing: Set = [
    "name", "width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight", "grow", "shrink", "basis", "alignSelf",
    "position",
  ]

  /// The element without its placement.
  var body: TemplateElement {
    var body = self
    body.comments = []
    body.component?.name = ""
    body.members.removeAll { Self.placing.contains($0.key) }
    return body
  }

  /// Whether it is a nonempty instance of a component.
  var isInstance: Bool { component != nil && members.contains { if case .text = $0.value { false } else { true } } }

  /// Visits all descendants.
  func visit(_ body: (TemplateElement) -> Void) {
    for member in members {
      switch member.value {
      case .text: break
      case .element(let inner):
        body(inner)
        inner.visit(body)
      case .list(let inner):
        for element in inner {
          body(element)
          element.visit(body)
        }
      }
    }
  }

  /// Returns a copy with descendants replaced, outermost first; replacements are not searched.
  func replacingInner(_ change: (TemplateElement) -> TemplateElement?) -> TemplateElement {
    var element = self
    for index in element.members.indices {
      switch element.members[index].value {
      case .text: break
      case .element(let inner): element.members[index].value = .element(change(inner) ?? inner.replacingInner(change))
      case .list(let inner):
        element.members[index].value = .list(inner.map { change($0) ?? $0.replacingInner(change) })
      }
    }
    return element
  }

  // MARK: Writing

  /// - Parameter indent: Spaces before each line.
  func write(to text: inout String, indent: Int) {
    let space = String(repeating: " ", count: indent)
    for comment in comments { text += "\(space)# \(YAMLText.comment(comment))\n" }
    for member in members { member.write(to: &text, space: space, indent: indent) }
  }
}

extension TemplateElement.Member {
  fileprivate func write(to text: inout String, space: String, indent: Int) {
    switch value {
    case .text(let value): text += "\(space)\(YAMLText.key(key)):\(value.isEmpty ? "" : " ")\(value)\n"
    case .element(let inner):
      text += "\(space)\(YAMLText.key(key)):\n"
      inner.write(to: &text, indent: indent + 2)
    case .list(let elements):
      text += "\(space)\(YAMLText.key(key)):\n"
      for element in elements {
        for comment in element.comments { text += "\(space)  # \(YAMLText.comment(comment))\n" }
        var lines = ""
        var plain = element
        plain.comments = []
        plain.write(to: &lines, indent: indent + 4)
        // The first line belongs to the list.
        text += "\(space)  - \(lines.dropFirst(indent + 4))"
      }
    }
  }
}

extension String {
  /// Quoted for YAML on one line.
  var quotedForYAML: String { YAMLText.quoted(self) }

  /// The text on one line, without characters that YAML forbids, cut after 60 characters.
  var onOneLine: String {
    let line = YAMLText.comment(self).split(separator: " ").joined(separator: " ")
    return line.count > 60 ? "\(line.prefix(60))…" : line
  }
}

extension Double {
  /// The number with at most four decimals.
  package var points: String { JSONOutput.rounded(self).text }
}
