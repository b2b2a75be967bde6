import CheckedSources
import Diagnostics
import Foundation
import Prefetching

/// Puts values into the text of a project file. All else in it stays as it is: comments, order, the way values are written.
package struct ProjectFileEdit {
  private let text: String
  private let file: String

  package init(_ text: String, file: String = ProjectFile.name) { (self.text, self.file) = (text, file) }

  private struct Insertion {
    /// Lines and columns from 1, as places have them.
    var line: Int
    var column: Int
    /// What stands there and goes.
    var old: String
    var new: String
  }

  /// The text with `prefetchBudget` and `prefetchWeights` saying what `wanted` says.
  ///
  /// - Returns: Nil where the file is written in a way that only a person can change, e.g. by anchors; then nothing is
  ///   lost, and nothing done.
  package func setting(_ wanted: PrefetchWeights) -> String? {
    let members = (try? YAMLSource.read(text, file: file))?.members ?? []
    guard let present = prefetch(of: text) else { return nil }
    var insertions: [Insertion] = []
    var added: [String] = []
    if wanted.budget != present.budget {
      if let node = members.first(where: { $0.key == "prefetchBudget" })?.value {
        guard let one = replacement(of: node, by: wanted.budget) else { return nil }
        insertions.append(one)
      } else {
        added.append("prefetchBudget: \(Self.number(wanted.budget))")
      }
    }
    let changed = PrefetchWeights.names.filter { wanted[keyPath: $0.path] != present[keyPath: $0.path] }
    if let node = members.first(where: { $0.key == "prefetchWeights" })?.value {
      guard let changes = changes(of: node, changed.map { ($0.name, wanted[keyPath: $0.path]) }) else { return nil }
      insertions += changes
    } else if !changed.isEmpty {
      let values = changed.map { "\($0.name): \(Self.number(wanted[keyPath: $0.path]))" }
      added.append("prefetchWeights: {\(values.joined(separator: ", "))}")
    }
    guard var edited = applied(insertions) else { return nil }
    if !added.isEmpty {
      if !edited.isEmpty, edited.unicodeScalars.last != "\n" { edited += "\n" }
      edited += added.map { $0 + "\n" }.joined()
    }
    return isSound(edited, wanted) ? edited : nil
  }

  private func prefetch(of text: String) -> PrefetchWeights? {
    (try? ProjectFile.read(text, in: URL(fileURLWithPath: "/", isDirectory: true), called: file))?.prefetch
      ?? unreadable(text)
  }

  /// A file whose other values can't be used here, e.g. patterns of feeds that lie elsewhere: its own two keys count.
  private func unreadable(_ text: String) -> PrefetchWeights? {
    let members = (try? YAMLSource.read(text, file: file))?.members ?? []
    var weights = PrefetchWeights()
    for member in members {
      if member.key == "prefetchBudget" {
        guard let budget = member.value.number else { return nil }
        weights.budget = budget
      }
      for weight in member.key == "prefetchWeights" ? member.value.members ?? [] : [] {
        guard let number = weight.value.number, weights.set(weight.key, to: number) else { return nil }
      }
    }
    return weights
  }

  /// Each value where it stands; those that are not there yet after the last one.
  private func changes(of mapping: SourceNode, _ values: [(name: String, value: Double)]) -> [Insertion]? {
    guard let members = mapping.members, let last = members.last else { return values.isEmpty ? [] : nil }
    var insertions: [Insertion] = []
    var missing: [String] = []
    for (name, value) in values {
      if let member = members.first(where: { $0.key == name }) {
        guard let one = replacement(of: member.value, by: value) else { return nil }
        insertions.append(one)
      } else {
        missing.append("\(name): \(Self.number(value))")
      }
    }
    guard !missing.isEmpty else { return insertions }
    guard case .line(let line, let column?) = last.value.place.position, let written = last.value.written,
      case .line(let keyLine, let keyColumn?) = last.keyPlace.position, keyLine == line,
      case .line(let firstLine, let firstColumn?) = mapping.place.position
    else { return nil }
    if scalar(at: firstLine, firstColumn) == "{" {
      // In one place with a change of the last value itself, where there is one.
      let end = column + written.unicodeScalars.count
      insertions.append(
        Insertion(line: line, column: end, old: "", new: missing.map { ", " + $0 }.joined()))
    } else {
      let indent = String(repeating: " ", count: keyColumn - 1)
      insertions.append(
        Insertion(line: line + 1, column: 0, old: "", new: missing.map { indent + $0 }.joined(separator: "\n")))
    }
    return insertions
  }

  private func replacement(of node: SourceNode, by value: Double) -> Insertion? {
    guard case .line(let line, let column?) = node.place.position, let written = node.written else { return nil }
    return Insertion(line: line, column: column, old: written, new: Self.number(value))
  }

  // MARK: Text

  private var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  private func scalar(at line: Int, _ column: Int) -> Unicode.Scalar? {
    guard lines.indices.contains(line - 1) else { return nil }
    return lines[line - 1].unicodeScalars.dropFirst(column - 1).first
  }

  /// From the end to the beginning, so that places stay what they are.
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

  /// `12`, `0.25`
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }

  // MARK: Proof

  /// Whether the edited file says what is wanted, and all else as before.
  private func isSound(_ edited: String, _ wanted: PrefetchWeights) -> Bool {
    func others(_ text: String) -> [SourceNode.Member] {
      ((try? YAMLSource.read(text, file: file))?.members ?? []).filter {
        !["prefetchBudget", "prefetchWeights"].contains($0.key)
      }
    }
    let (before, after) = (others(text), others(edited))
    return prefetch(of: edited) == wanted && before.count == after.count
      && zip(before, after).allSatisfy { $0.key == $1.key && Self.isSame($0.value, $1.value) }
  }

  /// Wherever they stand.
  private static func isSame(_ left: SourceNode, _ right: SourceNode) -> Bool {
    if let one = left.members, let other = right.members {
      return one.count == other.count && zip(one, other).allSatisfy { $0.key == $1.key && isSame($0.value, $1.value) }
    }
    if let one = left.elements, let other = right.elements {
      return one.count == other.count && zip(one, other).allSatisfy(isSame)
    }
    return left.content == right.content
  }
}
