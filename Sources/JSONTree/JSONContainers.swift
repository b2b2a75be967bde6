/// The elements of a JSON list, in file order; none is taken out before it is asked for.
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

/// The members of a JSON object in file order.
package struct JSONObject: Sendable {
  package struct Member: Sendable {
    let tape: JSONTape
    let keyIndex: UInt32

    /// Taken out of the text each time.
    package var key: String { tape.string(keyIndex) }
    package var value: JSONValue { JSONValue(tape: tape, index: keyIndex + 1) }

    /// Where in the text the key begins, with its quote.
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

  /// The value of the last member of that name: of duplicated keys the last counts, as in JavaScript and Python.
  package subscript(key: String) -> JSONValue? { self.key(key).map { JSONValue(tape: value.tape, index: $0 + 1) } }

  /// Where on the tape the last key of that name stands.
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
