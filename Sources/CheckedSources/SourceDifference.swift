import Diagnostics

/// What was edited between two versions of a file, and the versions between them: any of the edits can be taken back.
package struct SourceDifference: Sendable {
  /// One thing that somebody did.
  package struct Edit: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// A value, as JSON.
      case changed(from: String, to: String)
      /// Keys with their values, or elements of a list, as JSON.
      case added(String)
      case removed(String)
      /// Other keys, or other elements, in the place of some.
      case replaced(from: String, to: String)
      /// The same element elsewhere; the path leads to where it is now.
      case moved(String)
    }

    package var kind: Kind
    /// Keys and elements that lead to it: `root/children/avatar/width`.
    package var path: String
    /// In the new version; in the old one where something is gone.
    package var place: Place
  }

  package private(set) var edits: [Edit] = []
  private var version = Version.same(SourceNode(.null, at: Place(file: "")))

  package init(from old: SourceNode, to new: SourceNode) {
    var comparison = SourceNodeComparison()
    let version = comparison.compare(old, new, path: [])
    (edits, self.version) = comparison.finished(version)
  }

  /// The new version without these of its edits, by their indexes.
  package func reverting(_ edits: Set<Int>) -> SourceNode {
    version.node(reverting: edits) ?? SourceNode(.null, at: Place(file: ""))
  }

  /// A node of both versions.
  indirect enum Version: Sendable {
    case same(SourceNode)
    case edited(Int, old: SourceNode?, new: SourceNode?)
    case object([(key: String, place: Place, value: Version)], at: Place)
    case list([Item], at: Place)

    /// Elements of a list that follow each other.
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

    /// With the edits' numbers as they are after some were found to be one.
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
