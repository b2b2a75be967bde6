import Diagnostics

/// A value of a structured text file (JSON or YAML) with its place, for use in later diagnostics.
package struct SourceNode: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// In the order of the file; keys are unique.
    case object([Member])
    case array([SourceNode])
    case string(String)
    case number(Double)
    case flag(Bool)
    case null
  }

  package struct Member: Hashable, Sendable {
    package var key: String
    package var keyPlace: Place
    package var value: SourceNode

    package init(key: String, keyPlace: Place, value: SourceNode) {
      self.key = key
      self.keyPlace = keyPlace
      self.value = value
    }
  }

  package var content: Content
  package var place: Place
  /// The text of an unquoted YAML scalar: an apparent number may be meant as a name.
  package var written: String?
  /// For an empty YAML value, the comment that may have been meant as its value (`#FF0000`); a comment that starts with
  /// a space is ignored.
  package var comment: String?

  package init(_ content: Content, at place: Place, written: String? = nil) {
    self.content = content
    self.place = place
    self.written = written
  }

  /// Nil if this is not an object.
  package var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  package var elements: [SourceNode]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  package var string: String? {
    if case .string(let string) = content { string } else { nil }
  }

  package var number: Double? {
    if case .number(let number) = content { number } else { nil }
  }

  /// A text, or a YAML number or flag as written.
  package var text: String? {
    switch content {
    case .string(let string): string
    case .number, .flag: written
    case .object, .array, .null: nil
    }
  }

  /// A whole number.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }

  package var flag: Bool? {
    if case .flag(let flag) = content { flag } else { nil }
  }

  package func member(_ key: String) -> Member? { members?.first { $0.key == key } }

  package subscript(key: String) -> SourceNode? { member(key)?.value }

  /// A description of the value for messages: `a text "abc"`, `a list`.
  package var inWords: String {
    switch content {
    case .object: "a mapping"
    case .array: "a list"
    case .string(let string): "\"\(string)\""
    case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .flag(let flag): "\(flag)"
    case .null: "nothing"
    }
  }

  /// The value as a message quotes it, at most 60 characters; nil for a list or a mapping.
  package var quotedScalar: String? {
    switch content {
    case .object, .array: nil
    case .string(let string) where string.count > 60: "\"\(string.prefix(60))…\""
    case .string, .number, .flag: inWords
    case .null: "empty"
    }
  }

  /// The value as JSON on one line, which is also valid YAML. Both parse to the same value, except for places.
  package var json: String {
    var text = ""
    write(to: &text, sortsKeys: false)
    return text
  }

  /// The same text for equal values, whatever the order of their keys.
  package var canonicalJSON: String {
    var text = ""
    write(to: &text, sortsKeys: true)
    return text
  }

  private func write(to text: inout String, sortsKeys: Bool) {
    switch content {
    case .object(let members):
      text += "{"
      let ordered = sortsKeys ? members.sorted { $0.key < $1.key } : members
      for (index, member) in ordered.enumerated() {
        if index > 0 { text += "," }
        YAMLText.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text, sortsKeys: sortsKeys)
      }
      text += "}"
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text, sortsKeys: sortsKeys)
      }
      text += "]"
    case .string(let string): YAMLText.write(string, to: &text)
    case .number(let number): text += number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .flag(let flag): text += "\(flag)"
    case .null: text += "null"
    }
  }
}
