import Diagnostics
import Yams

/// Parses YAML into a tree with lines and columns.
///
/// Unquoted scalars follow the core schema of YAML 1.2 for numbers and `true`/`false`/`null`, not YAML 1.1: `no`, `on`,
/// `1_0` and `6:15` are texts.
package struct YAMLSource {
  /// The maximum number of nodes, since aliases can multiply: a few lines of YAML may expand to millions of nodes.
  package static let nodeLimit = 200_000

  private let file: String
  /// The text's lines, split on first use.
  private var lines: [Substring.UTF8View]?
  private let text: String
  private var count = 0
  /// Whether a scalar may begin with a byte order mark.
  private let hasMarks: Bool

  /// - Parameter file: The name in diagnostics.
  package static func read(_ text: String, file: String) throws(SourceFault) -> SourceNode {
    let root: Node?
    do {
      // Our own rules are in `content`, so skip the resolver's regular expressions.
      root = try Yams.compose(yaml: text, .basic)
    } catch let error as YamlError {
      throw fault(error, in: text, file: file)
    } catch {
      throw SourceFault(.yaml("the parser gave no reason"), at: Place(file: file))
    }
    guard let root else { throw SourceFault(.empty, at: Place(file: file)) }
    var source = YAMLSource(file: file, text: text)
    return try source.convert(root)
  }

  private init(file: String, text: String) {
    (self.file, self.text) = (file, text)
    // A mark is either escaped or a literal U+FEFF, whose UTF-8 starts with 0xEF.
    hasMarks = text.utf8.contains { $0 == UInt8(ascii: "\\") || $0 == 0xEF }
  }

  private func place(_ node: Node) -> Place {
    guard let mark = node.mark else { return Place(file: file) }
    return .line(mark.line, column: mark.column, in: file)
  }

  private mutating func convert(_ node: Node) throws(SourceFault) -> SourceNode {
    count += 1
    guard count <= Self.nodeLimit else { throw SourceFault(.tooManyNodes(limit: Self.nodeLimit), at: place(node)) }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      var converted = SourceNode(
        isPlain ? Self.content(of: scalar.string) : .string(string(of: scalar)), at: place(node),
        written: isPlain ? scalar.string : nil)
      if isPlain, scalar.string.isEmpty { converted.comment = comment(at: node.mark) }
      return converted
    case .sequence(let sequence):
      var elements: [SourceNode] = []
      for element in sequence { elements.append(try convert(element)) }
      return SourceNode(.array(elements), at: place(node))
    case .mapping(let mapping):
      return SourceNode(.object(try members(of: mapping)), at: place(node))
    case .alias:
      throw SourceFault(.yaml("an alias without an anchor"), at: place(node))
    }
  }

  /// Returns the text of a scalar with the byte order marks at its start, which Yams loses.
  private mutating func string(of scalar: Node.Scalar) -> String {
    guard hasMarks, scalar.style == .doubleQuoted || scalar.style == .singleQuoted, let mark = scalar.mark else {
      return scalar.string
    }
    let lines = self.lines ?? text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    self.lines = lines
    guard lines.indices.contains(mark.line - 1) else { return scalar.string }
    var rest = Substring(lines[mark.line - 1]).unicodeScalars.dropFirst(mark.column - 1).dropFirst()
    let escapes = [#"\ufeff"#, #"\uFEFF"#, #"\U0000feff"#, #"\U0000FEFF"#].map(\.unicodeScalars)
    var marks = String.UnicodeScalarView()
    while let first = rest.first {
      if first == "\u{FEFF}" {
        rest = rest.dropFirst()
      } else if scalar.style == .doubleQuoted, let escape = escapes.first(where: { rest.starts(with: $0) }) {
        rest = rest.dropFirst(escape.count)
      } else {
        break
      }
      marks.append("\u{FEFF}")
    }
    guard !marks.isEmpty else { return scalar.string }
    return String(marks) + String(scalar.string.unicodeScalars.drop { $0 == "\u{FEFF}" })
  }

  /// The comment on the line of a missing value, if no space follows its #.
  private mutating func comment(at mark: Mark?) -> String? {
    guard let mark else { return nil }
    let lines = self.lines ?? text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    self.lines = lines
    guard lines.indices.contains(mark.line - 1) else { return nil }
    let line = Substring(lines[mark.line - 1]).unicodeScalars
    let rest = line.dropFirst(max(0, mark.column - 1)).drop { $0 == " " || $0 == ":" }
    guard rest.first == "#", let next = rest.dropFirst().first, !next.properties.isWhitespace, next != "#" else {
      return nil
    }
    return String(String.UnicodeScalarView(rest.prefix { !$0.properties.isWhitespace && $0 != "," && $0 != "}" }))
  }

  /// The merge key `<<` adds members that the mapping lacks.
  private mutating func members(of mapping: Node.Mapping) throws(SourceFault) -> [SourceNode.Member] {
    var members: [SourceNode.Member] = []
    var merged: [SourceNode.Member] = []
    for (key, value) in mapping {
      guard case .scalar(let name) = key else { throw SourceFault(.keyNotText, at: place(key)) }
      let member = SourceNode.Member(key: string(of: name), keyPlace: place(key), value: try convert(value))
      guard name.string == "<<", name.style == .plain else {
        members.append(member)
        continue
      }
      guard let others = member.value.members else {
        throw SourceFault(.mergeOf(member.value.inWords), at: member.value.place)
      }
      merged += others
    }
    return members + merged.filter { other in !members.contains { $0.key == other.key } }
  }

  /// The content of an unquoted scalar.
  private static func content(of text: String) -> SourceNode.Content {
    switch text {
    case "", "~", "null": return .null
    case "true": return .flag(true)
    case "false": return .flag(false)
    default:
      let marks = "+-.eE".utf8
      guard text.utf8.contains(where: isDigit), let first = text.utf8.first,
        isDigit(first) || "+-.".utf8.contains(first),
        text.utf8.allSatisfy({ isDigit($0) || marks.contains($0) }), let number = Double(text), number.isFinite
      else { return .string(text) }
      return .number(number)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func fault(_ error: YamlError, in text: String, file: String) -> SourceFault {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return SourceFault(.yaml(problem), at: .line(mark.line, column: mark.column, in: file))
    case .duplicatedKeysInMapping(let keys, let context):
      return SourceFault(
        .duplicateKey(keys.joined(separator: "\", \"")),
        at: .line(context.mark.line, column: context.mark.column, in: file))
    case .reader(let problem, let offset, _, _):
      let lines = text.prefix(offset ?? 0).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let column = (lines.last?.unicodeScalars.count ?? 0) + 1
      return SourceFault(.yaml(problem), at: .line(lines.count, column: column, in: file))
    case .memory: return SourceFault(.yaml("there is not enough memory to read it"), at: Place(file: file))
    case .writer, .emitter, .representer, .dataCouldNotBeDecoded, .no:
      return SourceFault(.yaml("the parser gave no reason"), at: Place(file: file))
    }
  }
}
