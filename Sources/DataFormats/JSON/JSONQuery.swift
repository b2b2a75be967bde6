/// A JSONPath query (RFC 9535), limited to names, indexes and wildcards. Descendants, filters, slices and several
/// selectors in one bracket are refused with specific messages: with them, the query alone would not show what a value
/// means.
package struct JSONQuery: Hashable, Sendable {
  /// The start of a query.
  package enum Origin: Hashable, Sendable {
    /// `$`
    case root
    /// `@`
    case current
  }

  package enum Selector: Hashable, Sendable {
    case name(String)
    /// If negative, counted from the end.
    case index(Int)
    /// All elements, or the values of all members.
    case wildcard
  }

  /// Why a text is not such a query.
  package struct Fault: Error, Hashable, Sendable {
    package enum Fact: Hashable, Sendable {
      /// It starts with neither `$` nor `@`.
      case withoutOrigin
      case descendants, filter, slice, severalSelectors
      case badEscape
      case unclosed
      /// `01`, `-0`, or outside the range of RFC 9535.
      case badIndex
      case unexpected
      /// It has more bytes or steps than allowed.
      case tooLong
    }

    package let fact: Fact
    /// The number of characters before the fault.
    package let offset: Int

    package init(fact: Fact, offset: Int) { (self.fact, self.offset) = (fact, offset) }
  }

  package let origin: Origin
  package let selectors: [Selector]
  /// The query as written.
  package let text: String

  /// The maximum length of a query in UTF-8 bytes, and its maximum number of steps.
  static let (lengthLimit, stepLimit) = (2000, 100)
  /// The maximum number of values returned by a query.
  package static let nodeLimit = 1_000_000

  /// Whether it matches at most one value.
  package var isSingular: Bool { !selectors.contains(.wildcard) }

  package init(_ text: String) throws(Fault) {
    var parser = JSONQueryParser(text)
    (origin, selectors) = try parser.parse()
    self.text = text
  }

  /// The matching values in document order, including `null`.
  package func nodes(from node: JSONNode, limit: Int = nodeLimit) -> [JSONNode] {
    var nodes = [node]
    for selector in selectors {
      var next: [JSONNode] = []
      for node in nodes where next.count < limit {
        switch selector {
        case .name(let name): if let member = node.member(name) { next.append(member) }
        case .index(let index): if let element = node.element(at: index) { next.append(element) }
        case .wildcard:
          next += (node.value.array == nil ? node.members : node.listed(atMost: limit)).prefix(limit - next.count)
        }
      }
      nodes = next
    }
    return nodes
  }

  /// The first matching value that is not `null`; nil if there is none.
  package func first(from node: JSONNode) -> JSONNode? {
    guard isSingular else { return nodes(from: node).first { !$0.value.isNull } }
    var found = node
    for selector in selectors {
      switch selector {
      case .name(let name):
        guard let member = found.member(name) else { return nil }
        found = member
      case .index(let index):
        guard let element = found.element(at: index) else { return nil }
        found = element
      case .wildcard: return nil
      }
    }
    return found.value.isNull ? nil : found
  }

  /// The value in which the first step fails, the number of previous steps, and the failing step.
  package func breakingPoint(from node: JSONNode) -> (node: JSONNode, step: Int, selector: Selector)? {
    var found = node
    for (step, selector) in selectors.enumerated() {
      let next: JSONNode? =
        switch selector {
        case .name(let name): found.member(name)
        case .index(let index): found.element(at: index)
        case .wildcard: found.value.array == nil ? found.members.first : found.listed(atMost: 1).first
        }
      guard let next else { return (found, step, selector) }
      found = next
    }
    return nil
  }

  /// The query's text with another name at a step.
  package func text(naming name: String, at step: Int) -> String {
    selectors.enumerated().reduce(origin == .root ? "$" : "@") { text, part in
      let (number, selector) = part
      return text + Self.written(number == step ? .name(name) : selector)
    }
  }

  /// The text of a query for nested members.
  package static func text(of names: [String]) -> String { names.reduce("$") { $0 + written(.name($1)) } }

  private static func written(_ selector: Selector) -> String {
    switch selector {
    case .index(let index): return "[\(index)]"
    case .wildcard: return "[*]"
    case .name(let name):
      let isWord = name.unicodeScalars.allSatisfy(JSONQueryParser.isNamePart)
      if isWord, let first = name.unicodeScalars.first, !("0"..."9").contains(first) { return ".\(name)" }
      let escaped = name.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "'", "\\": return "\\\(scalar)"
        case _ where scalar.value < 0x20:
          let hex = String(scalar.value, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        default: return String(scalar)
        }
      }
      return "['\(escaped.joined())']"
    }
  }
}

/// The grammar of RFC 9535, section 2, without the parts that `JSONQuery` excludes.
struct JSONQueryParser {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private let isTooLong: Bool

  init(_ text: String) {
    isTooLong = text.utf8.count > JSONQuery.lengthLimit
    scalars = isTooLong ? [] : Array(text.unicodeScalars)
  }

  static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "_": true
    default: scalar.value >= 0x80
    }
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private func fault(_ fact: JSONQuery.Fault.Fact) -> JSONQuery.Fault { JSONQuery.Fault(fact: fact, offset: place) }

  mutating func parse() throws(JSONQuery.Fault) -> (JSONQuery.Origin, [JSONQuery.Selector]) {
    guard !isTooLong else { throw fault(.tooLong) }
    let origin: JSONQuery.Origin
    switch next {
    case "$": origin = .root
    case "@": origin = .current
    default: throw fault(.withoutOrigin)
    }
    place += 1
    var selectors: [JSONQuery.Selector] = []
    while place < scalars.count {
      let start = place
      skipSpace()
      guard next != nil else {
        place = start
        throw fault(.unexpected)
      }
      selectors.append(try segment())
      guard selectors.count <= JSONQuery.stepLimit else { throw fault(.tooLong) }
    }
    return (origin, selectors)
  }

  private mutating func segment() throws(JSONQuery.Fault) -> JSONQuery.Selector {
    switch next {
    case ".":
      place += 1
      if next == "." { throw fault(.descendants) }
      if next == "*" {
        place += 1
        return .wildcard
      }
      return .name(try shorthand())
    case "[":
      place += 1
      skipSpace()
      let selector = try bracketed()
      skipSpace()
      switch next {
      case "]": place += 1
      case ",": throw fault(.severalSelectors)
      case ":": throw fault(.slice)
      case nil: throw fault(.unclosed)
      default: throw fault(.unexpected)
      }
      return selector
    default: throw fault(.unexpected)
    }
  }

  private mutating func shorthand() throws(JSONQuery.Fault) -> String {
    guard let first = next, Self.isNamePart(first), !("0"..."9").contains(first) else { throw fault(.unexpected) }
    var name = String.UnicodeScalarView()
    while let scalar = next, Self.isNamePart(scalar) {
      name.append(scalar)
      place += 1
    }
    return String(name)
  }

  private mutating func bracketed() throws(JSONQuery.Fault) -> JSONQuery.Selector {
    switch next {
    case "*":
      place += 1
      return .wildcard
    case "?": throw fault(.filter)
    case ":": throw fault(.slice)
    case "'", "\"": return .name(try quoted())
    case nil: throw fault(.unclosed)
    case let digit? where digit == "-" || ("0"..."9").contains(digit): return .index(try index())
    default: throw fault(.unexpected)
    }
  }

  private mutating func index() throws(JSONQuery.Fault) -> Int {
    let start = place
    if next == "-" { place += 1 }
    while let digit = next, ("0"..."9").contains(digit) { place += 1 }
    let text = String(String.UnicodeScalarView(scalars[start..<place]))
    let isSound = text == "0" || text.first != "0" && !text.hasPrefix("-0")
    // The integer range of I-JSON.
    guard isSound, let index = Int(text), index.magnitude < 1 << 53 else {
      place = start
      throw fault(.badIndex)
    }
    return index
  }

  private mutating func quoted() throws(JSONQuery.Fault) -> String {
    let quote = scalars[place]
    place += 1
    var name = String.UnicodeScalarView()
    while let scalar = next {
      if scalar == quote {
        place += 1
        return String(name)
      }
      guard scalar.value >= 0x20 else { throw fault(.unexpected) }
      if scalar == "\\" {
        name.append(try escape(in: quote))
      } else {
        name.append(scalar)
        place += 1
      }
    }
    throw fault(.unclosed)
  }

  private mutating func escape(in quote: Unicode.Scalar) throws(JSONQuery.Fault) -> Unicode.Scalar {
    let start = place
    place += 1
    let letter = next
    place += 1
    switch letter {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "/": return "/"
    case "\\": return "\\"
    case quote: return quote
    case "u":
      guard let first = hexadecimal() else { break }
      if let scalar = Unicode.Scalar(first) { return scalar }
      guard (0xD800..<0xDC00).contains(first), next == "\\", place + 1 < scalars.count, scalars[place + 1] == "u"
      else { break }
      place += 2
      guard let second = hexadecimal(), (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { break }
      return scalar
    default: break
    }
    place = start
    throw fault(.badEscape)
  }

  private mutating func hexadecimal() -> UInt32? {
    guard place + 4 <= scalars.count else { return nil }
    let digits = scalars[place..<place + 4]
    guard digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else { return nil }
    place += 4
    return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
  }

  private mutating func skipSpace() {
    while let scalar = next, [" ", "\t", "\n", "\r"].contains(scalar) { place += 1 }
  }
}
