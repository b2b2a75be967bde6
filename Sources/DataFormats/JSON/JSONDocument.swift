/// A parsed JSON document.
package struct JSONDocument: Sendable {
  /// The outermost value, with its position.
  package let root: JSONNode
  /// The number of strings with invalid Unicode, and the position of the first.
  package let repairedStrings: Int
  package let firstRepair: TextPosition?
  /// The number of strings that were cut to `stringLimit`, and the position of the first.
  package let cutStrings: Int
  package let firstCut: TextPosition?

  /// Parses strict JSON (RFC 8259).
  ///
  /// - Parameters:
  ///   - file: The bytes of a file in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  ///   - depthLimit: The maximum number of open brackets.
  ///   - cutsStrings: Whether strings beyond `stringLimit` are cut, instead of being faults.
  ///   - valueLimit: The maximum number of values and keys; lists and objects count three times.
  package static func parse(
    _ file: [UInt8], depthLimit: Int = JSONDocument.depthLimit, cutsStrings: Bool = false, valueLimit: Int = .max
  ) throws(JSONFault) -> JSONDocument {
    try JSONParser.parse(file, depthLimit: depthLimit, cutsStrings: cutsStrings, valueLimit: valueLimit)
  }

  /// The maximum length of a string as written, in bytes: using a longer one would take several copies of it.
  package static let stringLimit = 16 << 20

  /// The same limit as in Foundation's parser.
  package static let depthLimit = 512
}

/// A value with its position in the document, for use in diagnostics.
package struct JSONNode: Sendable {
  package let value: JSONValue
  /// The tape index of the enclosing list or object, and which of its elements this is.
  private let parent: UInt32
  private let step: UInt32

  /// The outermost value of a document.
  init(root: JSONValue) {
    self.init(root, in: JSONTape.outermost, step: 0)
  }

  init(_ value: JSONValue, in parent: UInt32, step: UInt32) {
    (self.value, self.parent, self.step) = (value, parent, step)
  }

  /// `response.items[3].attachments[0]`, built on each call.
  package var path: JSONPath { JSONPath(tape: value.tape, parent: parent, step: step) }

  /// The member with that name and its position; nil if it is absent or `null`.
  package func child(_ key: String) -> JSONNode? {
    guard let index = value.object?.key(key) else { return nil }
    let child = JSONValue(tape: value.tape, index: index + 1)
    return child.isNull ? nil : JSONNode(child, in: value.index, step: index)
  }

  /// The member with that name and its position, even if it is `null`; nil if it is absent.
  package func member(_ key: String) -> JSONNode? {
    value.object?.key(key).map { JSONNode(JSONValue(tape: value.tape, index: $0 + 1), in: value.index, step: $0) }
  }

  /// The element of a list with its position.
  ///
  /// - Parameter index: If negative, counted from the end.
  /// - Returns: Nil if the list is shorter, and for any other value.
  package func element(at index: Int) -> JSONNode? {
    guard let array = value.array else { return nil }
    let wanted = index < 0 ? array.count + index : index
    guard wanted >= 0 else { return nil }
    let elements = listed(atMost: wanted + 1)
    return wanted < elements.count ? elements[wanted] : nil
  }

  /// The members of an object with their positions, in file order; empty for any other value.
  package var members: [JSONNode] {
    guard let object = value.object else { return [] }
    return object.members.map { JSONNode($0.value, in: value.index, step: $0.keyIndex) }
  }

  /// The first of `keys` that is an object.
  package func object(_ keys: String...) -> JSONNode? {
    keys.lazy.compactMap { child($0) }.first { $0.value.object != nil }
  }

  // Overloads for a single key, the most frequent case, avoid an array: a design has millions of members.

  package func object(_ key: String) -> JSONNode? { child(key).flatMap { $0.value.object == nil ? nil : $0 } }

  package func int(_ key: String) -> Int? { value[key]?.int }

  package func double(_ key: String) -> Double? { value[key]?.double }

  package func text(_ key: String) -> String? {
    value[key]?.text.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
  }

  /// The first of `keys` that can be read as a whole number.
  package func int(_ keys: String...) -> Int? {
    keys.lazy.compactMap { value[$0]?.int }.first
  }

  package func double(_ keys: String...) -> Double? {
    keys.lazy.compactMap { value[$0]?.double }.first
  }

  /// The first of `keys` that is a non-blank string (or a number), unchanged.
  package func text(_ keys: String...) -> String? {
    keys.lazy.compactMap { value[$0]?.text }.first { !$0.trimmed.isEmpty }
  }

  package func isTrue(_ key: String) -> Bool {
    value[key]?.isTrue ?? false
  }

  /// The elements of the member with that name, in any form of list (see `elements`).
  package func list(_ key: String) -> [JSONNode] {
    child(key)?.elements ?? []
  }

  /// The elements of a list in any of the forms that services use: `[…]`, `[count, …]`, `{"count": …, "items": […]}`,
  /// `{"0": …, "1": …}`. Empty for anything else, e.g. the `false` that PHP writes for an empty list.
  package var elements: [JSONNode] {
    if value.array != nil {
      let nodes = listed()
      // A list of only numbers is a list of ids, and its first one is not a count.
      let counts = nodes.count == 1 || nodes.dropFirst().contains { $0.value.int == nil }
      if case .integer = nodes.first?.value.content, counts { return Array(nodes.dropFirst()) }
      return nodes
    }
    guard value.object != nil else { return [] }
    if let items = child("items") { return items.elements }
    let members = members
    let numbered = members.compactMap { member in member.key.flatMap { Int($0) }.map { ($0, member) } }
    guard numbered.count == members.count else { return [] }
    return numbered.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The first elements of a list, unchanged; empty for any other value.
  package func listed(atMost limit: Int = .max) -> [JSONNode] {
    guard let array = value.array else { return [] }
    var nodes: [JSONNode] = []
    nodes.reserveCapacity(array.prefix(limit).count)
    var index = array.startIndex
    appendElements(of: array, from: &index, atMost: limit, to: &nodes)
    return nodes
  }

  /// The next elements of a list, without a walk through those before them; empty at the end and for any other value.
  ///
  /// - Parameter index: The position of the first one, nil for the list's beginning; afterwards the position after the last.
  package func listed(from index: inout JSONArray.Index?, atMost limit: Int) -> [JSONNode] {
    guard let array = value.array else { return [] }
    var nodes: [JSONNode] = []
    var next = index ?? array.startIndex
    appendElements(of: array, from: &next, atMost: limit, to: &nodes)
    index = next
    return nodes
  }

  private func appendElements(
    of array: JSONArray, from index: inout JSONArray.Index, atMost limit: Int, to nodes: inout [JSONNode]
  ) {
    while index != array.endIndex, nodes.count < limit {
      nodes.append(JSONNode(array[index], in: value.index, step: UInt32(truncatingIfNeeded: index.number)))
      index = array.index(after: index)
    }
  }

  /// The member's name, if this is a member of an object.
  package var key: String? { isMember ? value.tape.string(step) : nil }

  /// The name as written, which is cheaper: a design has millions of members.
  package var writtenKey: JSONSlice? { isMember ? value.tape.written(step) : nil }

  /// The value as written, with everything up to the next value.
  package var written: JSONSlice { value.tape.written(value.index) }

  private var isMember: Bool { parent != JSONTape.outermost && value.tape.kind(parent) == .object }
}

/// A slice of a document's text. Equal slices have the same meaning. The same value may be written in several ways,
/// except for strings, whose escapes are decoded here.
package struct JSONSlice: Hashable, Sendable {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8)[...] }

  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension JSONTape {
  /// A key without its quotes; a value with its contents.
  fileprivate func written(_ index: UInt32) -> JSONSlice {
    let kind = kind(index)
    guard kind.isContainer else { return kind == .codedString ? JSONSlice(string(index)) : JSONSlice(text(index)) }
    let end = next(index)
    return JSONSlice(bytes[offset(index)..<(end < count ? offset(end) : bytes.count)])
  }
}

/// The position of a value: `response.items[3].attachments[0]`. Stored as links, and only written out for a diagnostic.
package struct JSONPath: Sendable, CustomStringConvertible {
  let tape: JSONTape
  let parent: UInt32
  let step: UInt32

  package var description: String {
    var steps: [String] = []
    var (parent, step) = (parent, step)
    while parent != JSONTape.outermost {
      steps.append(tape.kind(parent) == .object ? Self.step(tape.string(step)) : "[\(step)]")
      (parent, step) = (tape.parent(parent), tape.step(parent))
    }
    let joined = steps.reversed().joined()
    return joined.hasPrefix(".") ? String(joined.dropFirst()) : joined
  }

  /// `.items`, or `["a b"]` if the key is not a plain word.
  static func step(_ key: String) -> String {
    let isWord = !key.isEmpty && key.utf8.allSatisfy { $0.isASCIIWord }
    return isWord ? ".\(key)" : "[\"\(key.prefix(40))\"]"
  }
}

/// The elements of a JSON list, in file order; each is created on access.
package struct JSONArray: Collection, Sendable {
  package struct Index: Comparable, Sendable {
    let word: UInt32
    /// Counted from 0.
    package let number: Int

    package static func < (left: Index, right: Index) -> Bool { left.word < right.word }
    package static func == (left: Index, right: Index) -> Bool { left.word == right.word }
  }

  let value: JSONValue

  init(_ value: JSONValue) {
    self.value = value
  }

  package var startIndex: Index { Index(word: value.tape.first(value.index), number: 0) }
  package var endIndex: Index { Index(word: value.tape.next(value.index), number: .max) }

  package func index(after index: Index) -> Index {
    Index(word: value.tape.next(index.word), number: index.number + 1)
  }

  package subscript(index: Index) -> JSONValue { JSONValue(tape: value.tape, index: index.word) }
}

extension JSONArray: Hashable {
  package static func == (left: JSONArray, right: JSONArray) -> Bool { left.elementsEqual(right) }

  package func hash(into hasher: inout Hasher) {
    for element in self { hasher.combine(element) }
  }
}

/// The members of a JSON object, in file order.
package struct JSONObject: Sendable {
  package struct Member: Sendable {
    let tape: JSONTape
    let keyIndex: UInt32

    /// Decoded on each access.
    package var key: String { tape.string(keyIndex) }
    package var value: JSONValue { JSONValue(tape: tape, index: keyIndex + 1) }

    /// The offset of the key in the text, including its quote.
    var offset: Int { tape.offset(keyIndex) - 1 }
  }

  let value: JSONValue

  init(_ value: JSONValue) {
    self.value = value
  }

  package var isEmpty: Bool { value.tape.first(value.index) == value.tape.next(value.index) }

  package var members: some Sequence<Member> {
    let (tape, end) = (value.tape, value.tape.next(value.index))
    return sequence(state: tape.first(value.index)) { key -> Member? in
      guard key < end else { return nil }
      defer { key = tape.next(key + 1) }
      return Member(tape: tape, keyIndex: key)
    }
  }

  /// The value of the last member with that name: the last of duplicate keys counts, as in JavaScript and Python.
  package subscript(key: String) -> JSONValue? { self.key(key).map { JSONValue(tape: value.tape, index: $0 + 1) } }

  /// The tape index of the last key with that name.
  func key(_ name: String) -> UInt32? {
    let (tape, end) = (value.tape, value.tape.next(value.index))
    var (key, found) = (tape.first(value.index), UInt32?.none)
    while key < end {
      if tape.string(key, isEqualTo: name) { found = key }
      key = tape.next(key + 1)
    }
    return found
  }
}

extension JSONObject: Hashable {
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
  }

  package func hash(into hasher: inout Hasher) {
    for member in members { hasher.combine(member.key) }
  }
}
