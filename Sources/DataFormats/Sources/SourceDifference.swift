import Diagnostics

/// The edits between two versions of a file, and all versions in between: any of the edits can be reverted.
package struct SourceDifference: Sendable {
  /// A single edit.
  package struct Edit: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// A value, as JSON.
      case changed(from: String, to: String)
      /// Keys with their values, or elements of a list, as JSON.
      case added(String)
      case removed(String)
      /// Keys or elements that were replaced by others.
      case replaced(from: String, to: String)
      /// The same element at another position; the path is the new one.
      case moved(String)
    }

    package var kind: Kind
    /// The keys and elements leading to it: `root/children/avatar/width`.
    package var path: String
    /// The place in the new version, or in the old one for a removal.
    package var place: Place
  }

  package private(set) var edits: [Edit] = []
  private var version = Version.same(SourceNode(.null, at: Place(file: "")))

  package init(from old: SourceNode, to new: SourceNode) {
    var comparison = SourceNodeComparison()
    let version = comparison.compare(old, new, path: [])
    (edits, self.version) = comparison.finished(version)
  }

  /// The new version without the given edits, by their indexes.
  package func reverting(_ edits: Set<Int>) -> SourceNode {
    version.node(reverting: edits) ?? SourceNode(.null, at: Place(file: ""))
  }

  /// A node in both versions.
  indirect enum Version: Sendable {
    case same(SourceNode)
    case edited(Int, old: SourceNode?, new: SourceNode?)
    case object([(key: String, place: Place, value: Version)], at: Place)
    case list([Item], at: Place)

    /// Consecutive elements of a list.
    enum Item: Sendable {
      case element(Version)
      case edited(Int, old: [SourceNode], new: [SourceNode])
    }

    func node(reverting reverted: Set<Int>) -> SourceNode? {
      switch self {
      case .same(let node): return node
      case .edited(let edit, let old, let new): return reverted.contains(edit) ? old : new
      case .object(let members, let place):
        let nodes = members.compactMap { key, keyPlace, value in
          value.node(reverting: reverted).map { SourceNode.Member(key: key, keyPlace: keyPlace, value: $0) }
        }
        return SourceNode(.object(nodes), at: place)
      case .list(let items, let place):
        let nodes = items.flatMap { item -> [SourceNode] in
          switch item {
          case .element(let version): version.node(reverting: reverted).map { [$0] } ?? []
          case .edited(let edit, let old, let new): reverted.contains(edit) ? old : new
          }
        }
        return SourceNode(.array(nodes), at: place)
      }
    }

    /// The version with edits renumbered, after several were recognized as one.
    func numbered(_ numbers: [Int]) -> Version {
      switch self {
      case .same: self
      case .edited(let edit, let old, let new): .edited(numbers[edit], old: old, new: new)
      case .object(let members, let place):
        .object(members.map { ($0.key, $0.place, $0.value.numbered(numbers)) }, at: place)
      case .list(let items, let place):
        .list(
          items.map { item in
            switch item {
            case .element(let version): .element(version.numbered(numbers))
            case .edited(let edit, let old, let new): .edited(numbers[edit], old: old, new: new)
            }
          }, at: place)
      }
    }
  }
}

/// Finds the edits between two versions of a tree. Elements of lists are matched if they are equal, or else if they are
/// similar (the same name, or mostly equal contents); keys of an object are matched by name.
struct SourceNodeComparison {
  private typealias Edit = SourceDifference.Edit
  private typealias Version = SourceDifference.Version

  private var edits: [SourceDifference.Edit] = []
  /// An added or removed element, which may turn out to have moved.
  private var lone: [(edit: Int, json: String, label: String, isNew: Bool)] = []

  mutating func compare(_ old: SourceNode, _ new: SourceNode, path: [String]) -> SourceDifference.Version {
    if old.canonicalJSON == new.canonicalJSON { return .same(new) }
    switch (old.content, new.content) {
    case (.object(let before), .object(let after)): return object(before, after, at: new.place, path)
    case (.array(let before), .array(let after)) where (before + after).contains { $0.members != nil }:
      return list(before, after, at: new.place, path)
    default:
      let edit = note(.changed(from: old.json, to: new.json), path, new.place)
      return .edited(edit, old: old, new: new)
    }
  }

  private mutating func note(_ kind: SourceDifference.Edit.Kind, _ path: [String], _ place: Place) -> Int {
    edits.append(SourceDifference.Edit(kind: kind, path: path.joined(separator: "/"), place: place))
    return edits.count - 1
  }

  // MARK: Objects

  /// Adjacent added and removed keys are one edit: `if` became `unless`.
  private mutating func object(
    _ before: [SourceNode.Member], _ after: [SourceNode.Member], at place: Place, _ path: [String]
  ) -> SourceDifference.Version {
    let gone = before.filter { member in !after.contains { $0.key == member.key } }
    let come = after.filter { member in !before.contains { $0.key == member.key } }
    var edit: Int?
    if !gone.isEmpty || !come.isEmpty {
      let kind = Self.kind(
        old: gone.isEmpty ? nil : SourceNode(.object(gone), at: place).json,
        new: come.isEmpty ? nil : SourceNode(.object(come), at: place).json)
      edit = note(kind, path, come.first?.keyPlace ?? gone.first?.keyPlace ?? place)
    }
    var members: [(key: String, place: Place, value: SourceDifference.Version)] = []
    for member in after {
      if let old = before.first(where: { $0.key == member.key }) {
        members.append((member.key, member.keyPlace, compare(old.value, member.value, path: path + [member.key])))
      } else if let edit {
        members.append((member.key, member.keyPlace, .edited(edit, old: nil, new: member.value)))
      }
    }
    if let edit { members += gone.map { ($0.key, $0.keyPlace, .edited(edit, old: $0.value, new: nil)) } }
    return .object(members, at: place)
  }

  private static func kind(old: String?, new: String?) -> SourceDifference.Edit.Kind {
    switch (old, new) {
    case (let old?, let new?): .replaced(from: old, to: new)
    case (let old?, nil): .removed(old)
    case (nil, let new): .added(new ?? "")
    }
  }

  // MARK: Lists

  private mutating func list(
    _ before: [SourceNode], _ after: [SourceNode], at place: Place, _ path: [String]
  ) -> SourceDifference.Version {
    let matches = Self.matches(before, after)
    var items: [SourceDifference.Version.Item] = []
    var (start, next) = (0, 0)
    for (old, new) in matches + [(before.count, after.count)] {
      let (gone, come) = (Array(before[start..<old]), Array(after[next..<new]))
      if !gone.isEmpty || !come.isEmpty { items.append(hunk(gone, come, at: place, path)) }
      if old < before.count, new < after.count {
        items.append(.element(compare(before[old], after[new], path: path + [Self.label(of: after[new], new)])))
      }
      (start, next) = (old + 1, new + 1)
    }
    return .list(items, at: place)
  }

  private mutating func hunk(
    _ gone: [SourceNode], _ come: [SourceNode], at place: Place, _ path: [String]
  ) -> SourceDifference.Version.Item {
    let kind = Self.kind(
      old: gone.isEmpty ? nil : gone.map(\.json).joined(separator: ", "),
      new: come.isEmpty ? nil : come.map(\.json).joined(separator: ", "))
    let edit = note(kind, path, (come.first ?? gone.first)?.place ?? place)
    if gone.count + come.count == 1, let node = gone.first ?? come.first {
      lone.append((edit, node.canonicalJSON, Self.label(of: node, 0), gone.isEmpty))
    }
    return .edited(edit, old: gone, new: come)
  }

  /// Pairs of indexes, ascending on both sides: the longest common subsequence of equal elements, with similar ones
  /// matched in between.
  private static func matches(_ before: [SourceNode], _ after: [SourceNode]) -> [(Int, Int)] {
    let (old, new) = (before.map(\.canonicalJSON), after.map(\.canonicalJSON))
    // The subsequence's weight from each pair of positions to the ends.
    var lengths = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
    func weight(_ i: Int, _ j: Int) -> Int { old[i] == new[j] ? 1000 : likeness(before[i], after[j]) }
    for i in old.indices.reversed() {
      for j in new.indices.reversed() {
        let weight = weight(i, j)
        let paired = weight > 0 ? weight + lengths[i + 1][j + 1] : 0
        lengths[i][j] = max(paired, lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      let weight = weight(i, j)
      if weight > 0, lengths[i][j] == weight + lengths[i + 1][j + 1] {
        pairs.append((i, j))
        (i, j) = (i + 1, j + 1)
      } else if lengths[i][j] == lengths[i + 1][j] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// 0 for elements that are not similar; otherwise below 1000, growing with the equal share.
  private static func likeness(_ old: SourceNode, _ new: SourceNode) -> Int {
    guard let before = old.members, let after = new.members else { return 0 }
    if let name = old["name"]?.text, let other = new["name"]?.text { return name == other ? 900 : 0 }
    let same = before.filter { member in after.contains { $0.key == member.key && $0.value.json == member.value.json } }
    let keys = before.filter { member in after.contains { $0.key == member.key } }
    let all = max(before.count, after.count)
    // An element is characterized by its keys, even more than by its values; nested elements count as their keys.
    let share = (keys.count * 300 + same.count * 500) / max(1, all)
    return keys.count * 2 > all ? max(1, share) : 0
  }

  private static func label(of node: SourceNode, _ index: Int) -> String {
    if let name = node["name"]?.text { return name }
    guard let first = node.members?.first else { return "\(index)" }
    return "\(first.key) \(first.value.text ?? "\(index)")"
  }

  // MARK: Edits in several places

  /// Renumbers edits: an element removed in one place and added in another was moved, and a line that YAML repeats by
  /// an alias was edited once.
  func finished(_ version: SourceDifference.Version) -> ([SourceDifference.Edit], SourceDifference.Version) {
    var same = Array(edits.indices)
    var kinds = edits.map(\.kind)
    var paths = edits.map(\.path)
    for gone in lone where !gone.isNew {
      guard let come = lone.first(where: { $0.isNew && $0.json == gone.json && same[$0.edit] == $0.edit }) else {
        continue
      }
      same[gone.edit] = come.edit
      kinds[come.edit] = .moved(gone.json)
      paths[come.edit] += "/\(gone.label)"
    }
    for (index, edit) in edits.enumerated() where same[index] == index {
      guard case .changed = edit.kind,
        let first = edits.firstIndex(where: { $0.kind == edit.kind && $0.place == edit.place }), first < index
      else { continue }
      same[index] = first
    }
    let kept = edits.indices.filter { same[$0] == $0 }
    let numbers = same.map { kept.firstIndex(of: $0) ?? 0 }
    let found = kept.map { SourceDifference.Edit(kind: kinds[$0], path: paths[$0], place: edits[$0].place) }
    return (found, version.numbered(numbers))
  }
}
