import DataFormats

/// JSON for output: members keep their order, and large documents can be written without holding them in memory (see
/// `JSONLines`).
package enum JSONOutput: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONOutput
  }

  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONOutput])
  case object([Member])

  /// The number of decimals.
  package enum Places: Double, Sendable {
    case two = 1e2
    case four = 1e4
    case six = 1e6
  }

  /// Rounds half to even, so that 1/32 is 0.0312 with four places.
  static func rounded(_ number: Double, _ places: Places = .four) -> JSONOutput {
    let scaled = number * places.rawValue
    // Numbers this large have no such decimals.
    return .number(abs(scaled) < 1e15 ? scaled.rounded(.toNearestOrEven) / places.rawValue : number)
  }

  static func numbers(_ numbers: [Double]) -> JSONOutput { .list(numbers.map { .rounded($0) }) }

  /// Creates an object of the members with values.
  init(_ members: [(String, JSONOutput?)]) {
    self = .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }

  package subscript(key: String) -> JSONOutput? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// JSON on one line.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// JSON with one group per line; tokens and other objects without nested objects stay on one line.
  var indented: String { indented(by: 0) }

  private func indented(by depth: Int) -> String {
    guard case .object(let members) = self, self["$value"] == nil, members.contains(where: { $0.value.isObject }) else {
      return text
    }
    let space = String(repeating: "  ", count: depth + 1)
    let lines = members.map { space + JSONOutput.text($0.key).text + ": " + $0.value.indented(by: depth + 1) }
    return "{\n\(lines.joined(separator: ",\n"))\n\(space.dropLast(2))}"
  }

  private var isObject: Bool { if case .object = self { true } else { false } }

  func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .flag(let flag): text += flag ? "true" : "false"
    case .number(let number): Self.write(number, to: &text)
    case .text(let string): YAMLText.write(string, to: &text)
    case .list(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        YAMLText.write(member.key, to: &text)
        text += ": "
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Writes integers without a decimal point, and non-finite numbers as null.
  private static func write(_ number: Double, to text: inout String) {
    if let whole = Int(exactly: number) { return text += String(whole) }
    text += number.isFinite ? "\(number)" : "null"
  }
}

extension JSONOutput: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral members: (String, JSONOutput?)...) { self.init(members) }
  package init(arrayLiteral elements: JSONOutput...) { self = .list(elements) }
  package init(stringLiteral text: String) { self = .text(text) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

/// A JSON object whose arrays have one element per line. Elements are written immediately, and none is stored.
struct JSONLines {
  private(set) var text = "{"

  mutating func add(_ key: String, _ value: JSONOutput?) {
    guard let value else { return }
    begin(key)
    value.write(to: &text)
  }

  /// Adds an array; nothing if it is empty, unless `always` is set.
  mutating func add(_ key: String, _ elements: some Sequence<JSONOutput>, always: Bool = false) {
    var isFirst = true
    for element in elements {
      if isFirst { begin(key, "[") }
      text += isFirst ? "\n  " : ",\n  "
      element.write(to: &text)
      isFirst = false
    }
    if !isFirst { text += "]" } else if always { begin(key, "[]") }
  }

  private mutating func begin(_ key: String, _ bracket: String = "") {
    text += text.utf8.count == 1 ? "\n " : ",\n "
    text += JSONOutput.text(key).text + ": " + bracket
  }

  /// Returns the whole object; nothing can be added afterwards.
  consuming func closed() -> String {
    text += "\n}\n"
    return text
  }
}
