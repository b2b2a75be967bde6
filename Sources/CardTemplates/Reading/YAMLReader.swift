import DesignTokens
import Diagnostics
import Yams

/// Reads YAML into a tree that knows lines and columns.
///
/// Plain scalars follow JSON's rules for numbers and `true`/`false`/`null`, not YAML 1.1's: `no`, `on` and `1_0` are texts.
struct YAMLReader {
  /// Anchors can multiply: a few lines of YAML may stand for millions of nodes.
  static let nodeLimit = 200_000

  private let file: String
  private var count = 0

  static func read(_ file: TemplateFile) throws(Diagnostic) -> SourceNode {
    let root: Node?
    do {
      // Our own rules follow in `content`: the resolver's, a regular expression after the other, would be for nothing.
      root = try Yams.compose(yaml: file.contents, .basic)
    } catch let error as YamlError {
      throw diagnostic(error, in: file)
    } catch {
      throw Diagnostic(TemplateIssue.badYAML("\(error)"), at: Place(file: file.name))
    }
    guard let root else { throw Diagnostic(TemplateIssue.emptyFile, at: Place(file: file.name)) }
    var reader = YAMLReader(file: file.name)
    return try reader.convert(root)
  }

  private init(file: String) {
    self.file = file
  }

  private func place(_ node: Node) -> Place {
    guard let mark = node.mark else { return Place(file: file) }
    return .line(mark.line, column: mark.column, in: file)
  }

  private mutating func convert(_ node: Node) throws(Diagnostic) -> SourceNode {
    count += 1
    guard count <= Self.nodeLimit else {
      throw Diagnostic(TemplateIssue.tooLarge(limit: Self.nodeLimit), at: place(node))
    }
    switch node {
    case .scalar(let scalar):
      return SourceNode(content(of: scalar), at: place(node))
    case .sequence(let sequence):
      var elements: [SourceNode] = []
      for element in sequence { elements.append(try convert(element)) }
      return SourceNode(.array(elements), at: place(node))
    case .mapping(let mapping):
      return SourceNode(.object(try members(of: mapping)), at: place(node))
    case .alias:
      throw Diagnostic(TemplateIssue.badYAML("an alias without its anchor"), at: place(node))
    }
  }

  /// The merge key `<<` adds what the mapping itself lacks.
  private mutating func members(of mapping: Node.Mapping) throws(Diagnostic) -> [SourceNode.Member] {
    var members: [SourceNode.Member] = []
    var merged: [SourceNode.Member] = []
    for (key, value) in mapping {
      guard case .scalar(let name) = key else { throw Diagnostic(TemplateIssue.keyNotText, at: place(key)) }
      let member = SourceNode.Member(key: name.string, keyPlace: place(key), value: try convert(value))
      guard name.string == "<<", name.style == .plain else {
        members.append(member)
        continue
      }
      guard let others = member.value.members else {
        throw Diagnostic(
          TemplateIssue.value(expected: "a mapping", found: member.value.inWords), at: member.value.place)
      }
      merged += others
    }
    return members + merged.filter { other in !members.contains { $0.key == other.key } }
  }

  private func content(of scalar: Node.Scalar) -> SourceNode.Content {
    let text = scalar.string
    guard scalar.style == .plain || scalar.style == .any else { return .string(text) }
    switch text {
    case "", "~", "null": return .null
    case "true": return .flag(true)
    case "false": return .flag(false)
    default:
      guard let first = text.utf8.first, first == 0x2D || (0x30...0x39).contains(first),
        text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2D, 0x2B, 0x2E, 0x45, 0x65].contains($0) }),
        let number = Double(text), number.isFinite
      else { return .string(text) }
      return .number(number)
    }
  }

  private static func diagnostic(_ error: YamlError, in file: TemplateFile) -> Diagnostic {
    func diagnostic(_ problem: String, line: Int, column: Int) -> Diagnostic {
      Diagnostic(TemplateIssue.badYAML(problem), at: .line(line, column: column, in: file.name))
    }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return diagnostic(problem, line: mark.line, column: mark.column)
    case .duplicatedKeysInMapping(let keys, let context):
      return Diagnostic(
        TemplateIssue.duplicateKey(keys.joined(separator: "\", \"")),
        at: .line(context.mark.line, column: context.mark.column, in: file.name))
    case .reader(let problem, let offset, _, _):
      let lines = file.contents.prefix(offset ?? 0).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return diagnostic(problem, line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
    default:
      return Diagnostic(TemplateIssue.badYAML("\(error)"), at: Place(file: file.name))
    }
  }
}
