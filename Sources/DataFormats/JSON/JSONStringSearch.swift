/// A search for the strings inside JSON values.
///
/// Members are searched or skipped by their names. Each name is judged once, since the same names occur in every item of
/// a document.
package struct JSONStringSearch {
  package enum Role: Sendable {
    case searched, skipped
    /// Searched; its strings are marked.
    case apart
  }

  /// A string, or a list of strings and objects with the pieces of one text.
  package struct Finding {
    package let node: JSONNode
    /// The innermost member that contains it.
    package let member: JSONNode
    package let text: String
    package let shape: StringShape
    /// Whether it is inside a member with the role `apart`.
    package let isApart: Bool
  }

  private let judge: @Sendable (_ name: String) -> Role
  private let skippedTypes: Set<String>
  private var known: [JSONSlice: Role] = [:]
  /// The maximum number of remembered names; more than any service has.
  private static let knownLimit = 4096

  /// - Parameters:
  ///   - skippedTypes: The values of `type` in objects that are skipped.
  ///   - judge: The role of the members with a name.
  package init(skippingTypes skippedTypes: Set<String> = [], _ judge: @escaping @Sendable (_ name: String) -> Role) {
    (self.skippedTypes, self.judge) = (skippedTypes, judge)
  }

  /// Passes on all strings with letters inside a value, in the order of the document.
  package mutating func search(_ node: JSONNode, _ visit: (Finding) -> Void) {
    search(node, in: node, isApart: false, visit)
  }

  /// The role of a member by its name; other values are searched.
  package mutating func role(of member: JSONNode) -> Role {
    guard let name = member.writtenKey else { return .searched }
    if let role = known[name] { return role }
    let role = judge(member.key ?? "")
    if known.count < Self.knownLimit { known[name] = role }
    return role
  }

  private mutating func search(
    _ node: JSONNode, in member: JSONNode, isApart: Bool, skipping skipped: String? = nil, _ visit: (Finding) -> Void
  ) {
    let (tape, index) = (node.value.tape, node.value.index)
    let kind = tape.kind(index)
    switch kind {
    case .plainString:
      // The text is only decoded if it has letters.
      let shape = StringShape(tape.text(index))
      guard shape.hasWords, let text = node.value.text else { return }
      visit(Finding(node: node, member: member, text: text, shape: shape, isApart: isApart))
    case .codedString:
      guard let text = node.value.text else { return }
      let shape = StringShape(text.utf8)
      if shape.hasWords { visit(Finding(node: node, member: member, text: text, shape: shape, isApart: isApart)) }
    case .array:
      let joined = Self.joined(node)
      if let joined {
        let shape = StringShape(joined.utf8)
        if shape.hasWords { visit(Finding(node: node, member: member, text: joined, shape: shape, isApart: isApart)) }
      }
      let end = tape.next(index)
      var (element, number) = (tape.first(index), UInt32(0))
      while element < end {
        let isPiece = joined != nil && !tape.kind(element).isContainer
        if !isPiece {
          let next = JSONNode(JSONValue(tape: tape, index: element), in: index, step: number)
          search(next, in: member, isApart: isApart, skipping: joined == nil ? nil : "text", visit)
        }
        (element, number) = (tape.next(element), number + 1)
      }
    case .object:
      if !skippedTypes.isEmpty, let type = node.value["type"]?.text, skippedTypes.contains(type) { return }
      let end = tape.next(index)
      var key = tape.first(index)
      while key < end {
        let member = JSONNode(JSONValue(tape: tape, index: key + 1), in: index, step: key)
        switch tape.kind(key + 1) {
        case .null, .no, .yes, .integer, .real: break
        default:
          let role = role(of: member)
          if role != .skipped, skipped == nil || member.key != skipped {
            search(member, in: member, isApart: isApart || role == .apart, visit)
          }
        }
        key = tape.next(key + 1)
      }
    case .null, .no, .yes, .integer, .real: break
    }
  }

  /// The whole text of a list that divides it into strings and objects, in the middle of words too; nil for other lists.
  private static func joined(_ node: JSONNode) -> String? {
    guard let array = node.value.array else { return nil }
    var (text, hasString, hasObject) = ("", false, false)
    for element in array {
      switch element.tape.kind(element.index) {
      case .plainString, .codedString: hasString = true
      case .object: hasObject = true
      default: return nil
      }
      guard let piece = element.text ?? element["text"]?.text else { return nil }
      text += piece
    }
    return hasString && hasObject ? text : nil
  }
}
