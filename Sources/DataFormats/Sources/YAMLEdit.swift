import Diagnostics

/// Sets values in the text of a YAML file that people edit. Everything else stays as written: comments, order, value
/// styles.
package struct YAMLEdit {
  /// A new value for a key, or for a key of a nested mapping.
  package struct Value {
    fileprivate var path: [String]
    /// The text to write to the file.
    fileprivate var written: String

    package init(_ key: String, written: String) { (path, self.written) = ([key], written) }
    package init(_ mapping: String, _ key: String, written: String) {
      (path, self.written) = ([mapping, key], written)
    }
  }

  /// The style of a new mapping.
  package enum Style { case onOneLine, indented }

  private let text: String
  private let file: String
  private let lines: [String]

  package init(_ text: String, file: String) {
    (self.text, self.file) = (text, file)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private struct Insertion {
    /// Lines and columns from 1, as in places.
    var line: Int
    var column: Int
    /// The text to replace.
    var old: String
    var new: String
  }

  /// Returns the text with all of `values`.
  ///
  /// - Returns: Nil if the file can only be edited by a person, e.g. because of anchors; nothing is changed then.
  package func setting(_ values: [Value], adding style: Style) -> String? {
    let members = Self.members(of: text, file)
    var insertions: [Insertion] = []
    var added: [String] = []
    for key in values.map(\.path[0]).uniqued() {
      let own = values.filter { $0.path[0] == key }
      let node = members.first { $0.key == key }?.value
      if let whole = own.first(where: { $0.path.count == 1 }) {
        guard let node else {
          added.append("\(YAMLText.key(key)): \(whole.written)")
          continue
        }
        guard let one = replacement(of: node, by: whole.written) else { return nil }
        insertions.append(one)
      } else if let node {
        guard let changes = changes(of: node, own) else { return nil }
        insertions += changes
      } else {
        let pairs = own.map { "\(YAMLText.key($0.path[1])): \($0.written)" }
        added +=
          style == .indented
          ? ["\(YAMLText.key(key)):"] + pairs.map { "  \($0)" }
          : ["\(YAMLText.key(key)): {\(pairs.joined(separator: ", "))}"]
      }
    }
    guard var edited = applied(insertions) else { return nil }
    if !added.isEmpty {
      if !edited.isEmpty, edited.unicodeScalars.last != "\n" { edited += "\n" }
      edited += added.map { $0 + "\n" }.joined()
    }
    return isSound(edited, values) ? edited : nil
  }

  /// Replaces existing values and appends missing ones after the last.
  private func changes(of mapping: SourceNode, _ values: [Value]) -> [Insertion]? {
    guard let members = mapping.members, let last = members.last else { return values.isEmpty ? [] : nil }
    var insertions: [Insertion] = []
    var missing: [String] = []
    for value in values {
      if let member = members.first(where: { $0.key == value.path[1] }) {
        guard let one = replacement(of: member.value, by: value.written) else { return nil }
        insertions.append(one)
      } else {
        missing.append("\(YAMLText.key(value.path[1])): \(value.written)")
      }
    }
    guard !missing.isEmpty else { return insertions }
    guard case .line(let line, let column?) = last.value.place.position, let written = written(last.value),
      case .line(let keyLine, let keyColumn?) = last.keyPlace.position, keyLine == line,
      case .line(let firstLine, let firstColumn?) = mapping.place.position
    else { return nil }
    if scalar(at: firstLine, firstColumn) == "{" {
      // Combined with a change of the last value itself, if there is one.
      let end = column + written.unicodeScalars.count
      insertions.append(Insertion(line: line, column: end, old: "", new: missing.map { ", " + $0 }.joined()))
    } else {
      let indent = String(repeating: " ", count: keyColumn - 1)
      insertions.append(
        Insertion(line: line + 1, column: 0, old: "", new: missing.map { indent + $0 }.joined(separator: "\n")))
    }
    return insertions
  }

  private func replacement(of node: SourceNode, by value: String) -> Insertion? {
    guard case .line(let line, let column?) = node.place.position, let written = written(node) else { return nil }
    return Insertion(line: line, column: column, old: written, new: value)
  }

  // MARK: Text

  private func scalar(at line: Int, _ column: Int) -> Unicode.Scalar? { rest(line, column)?.first }

  private func rest(_ line: Int, _ column: Int) -> Substring.UnicodeScalarView? {
    guard lines.indices.contains(line - 1) else { return nil }
    return lines[line - 1].unicodeScalars.dropFirst(column - 1)
  }

  /// A value as written in the file; nil if it is not a scalar on one line.
  private func written(_ node: SourceNode) -> String? {
    if let written = node.written { return written }
    guard node.string != nil, case .line(let line, let column?) = node.place.position, let rest = rest(line, column),
      let quote = rest.first, quote == "\"" || quote == "'"
    else { return nil }
    var length = 1
    var isEscaped = false
    for scalar in rest.dropFirst() {
      length += 1
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\", quote == "\"" {
        isEscaped = true
      } else if scalar == quote {
        // Two quotes are an escaped one ('it''s'), and not the end.
        guard quote == "'", rest.dropFirst(length).first == quote else { return String(rest.prefix(length)) }
        isEscaped = true
      }
    }
    return nil
  }

  /// From the end to the beginning, so that positions remain valid.
  private func applied(_ insertions: [Insertion]) -> String? {
    var lines = lines
    for one in insertions.sorted(by: { ($1.line, $1.column) < ($0.line, $0.column) }) {
      if one.column == 0 {
        guard one.line - 1 <= lines.count else { return nil }
        lines.insert(one.new, at: one.line - 1)
        continue
      }
      guard lines.indices.contains(one.line - 1) else { return nil }
      let scalars = lines[one.line - 1].unicodeScalars
      let before = scalars.prefix(one.column - 1)
      let after = scalars.dropFirst(one.column - 1)
      guard after.starts(with: one.old.unicodeScalars) else { return nil }
      lines[one.line - 1] = String(before) + one.new + String(after.dropFirst(one.old.unicodeScalars.count))
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Verification

  private static func members(of text: String, _ file: String) -> [SourceNode.Member] {
    (try? YAMLSource.read(text, file: file))?.members ?? []
  }

  /// Whether the edited file has the requested values, and everything else is unchanged.
  private func isSound(_ edited: String, _ values: [Value]) -> Bool {
    let (before, after) = (Self.members(of: text, file), Self.members(of: edited, file))
    let isSaid = values.allSatisfy { value in
      var node = after.first { $0.key == value.path[0] }?.value
      for key in value.path.dropFirst() { node = node?[key] }
      guard let node, let wanted = try? YAMLSource.read(value.written, file: file) else { return false }
      return Self.isSame(node, wanted)
    }
    func others(_ members: [SourceNode.Member], below key: String? = nil) -> [SourceNode.Member] {
      let set =
        key == nil
        ? values.map(\.path[0]) : values.filter { $0.path[0] == key }.compactMap { $0.path.dropFirst().first }
      return members.filter { !set.contains($0.key) }
    }
    let mappings = values.filter { $0.path.count > 1 }.map(\.path[0]).uniqued()
    return isSaid && Self.isSame(others(before), others(after))
      && mappings.allSatisfy { key in
        let sides = [before, after].map { members in members.first { $0.key == key }?.value.members ?? [] }
        return Self.isSame(others(sides[0], below: key), others(sides[1], below: key))
      }
  }

  /// Ignores places.
  private static func isSame(_ left: [SourceNode.Member], _ right: [SourceNode.Member]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.key == $1.key && isSame($0.value, $1.value) }
  }

  private static func isSame(_ left: SourceNode, _ right: SourceNode) -> Bool {
    if let one = left.members, let other = right.members { return isSame(one, other) }
    if let one = left.elements, let other = right.elements {
      return one.count == other.count && zip(one, other).allSatisfy(isSame)
    }
    return left.content == right.content
  }
}
