import Diagnostics

/// The name of an element in its app and in `screens.yml`.
package struct ElementName: Hashable, Sendable {
  package var identifier: String?
  /// The name for a map, unique within its card; nil if there is none.
  package var pin: String?
}

/// Determines names of a screen's elements for maps: the identifier, else the path of element kinds with indices among
/// siblings of the same kind (`path=Header[1]/ImageView[2]`), else the text.
package final class ElementNames {
  /// The number of path steps to use, closest to the element.
  private static let steps = 12
  /// The maximum number of elements of a card to distinguish; real cards have fewer.
  private static let most = 500
  /// The maximum length of a text used as a name.
  private static let longestText = 60

  private let screen: AppScreen
  /// The index of each node among its siblings of the same kind, from 1.
  private lazy var numbers: [Int] = {
    struct Family: Hashable {
      var parent: Int?
      var kind: String
    }
    var counts: [Family: Int] = [:]
    return screen.nodes.map { node in
      let family = Family(parent: node.parent, kind: node.kind)
      counts[family, default: 0] += 1
      return counts[family] ?? 1
    }
  }()

  package init(_ screen: AppScreen) {
    self.screen = screen
  }

  /// Returns `Cell[3]/Header[1]/ImageView[2]`, outermost first.
  func path(of leaf: ScreenLeaf) -> String { path(of: leaf.node, below: nil).joined(separator: "/") }

  /// - Parameter holder: The enclosing element, which is not part of the path.
  private func path(of node: Int, below holder: Int?) -> [String] {
    var path: [String] = []
    var next: Int? = node
    while let node = next, node != holder, path.count < Self.steps {
      // `android.widget.ImageView` is commonly called `ImageView`.
      let kind = screen.nodes[node].kind.split(separator: ".").last.map(String.init) ?? "element"
      path.append("\(kind)[\(numbers[node])]")
      next = screen.nodes[node].parent
    }
    return path.reversed()
  }

  /// - Parameters:
  ///   - leaves: The leaves of one card.
  ///   - others: All other leaves of the screen. An element that also contains some of these isn't the card's own:
  ///     indices in it vary between cards.
  /// - Returns: The names by node.
  func names(of leaves: [ScreenLeaf], among others: [ScreenLeaf]) -> [Int: ElementName] {
    guard leaves.count <= Self.most else { return [:] }
    var shared = [String: Int]()
    for identifier in leaves.flatMap({ $0.identifiers.uniqued() }) { shared[identifier, default: 0] += 1 }
    for text in leaves.compactMap(\.text) { shared["text=" + text, default: 0] += 1 }
    let holder = holder(of: leaves, without: others)
    let paths = holder.map { holder in leaves.map { path(of: $0.node, below: holder) } }
    var names: [Int: ElementName] = [:]
    for (index, leaf) in leaves.enumerated() {
      var name = ElementName(identifier: leaf.identifiers.first)
      if let identifier = leaf.identifiers.first(where: { shared[$0] == 1 }) {
        name.pin = "*" + identifier
      } else if let path = paths.flatMap({ Self.shortest(index, of: $0) }) {
        name.pin = "path=" + path
      } else if let text = leaf.text, shared["text=" + text] == 1, text.count <= Self.longestText {
        name.pin = "text=" + text
      }
      names[leaf.node] = name
    }
    return names
  }

  /// Returns the smallest element around all of `leaves`; nil if it contains others.
  private func holder(of leaves: [ScreenLeaf], without others: [ScreenLeaf]) -> Int? {
    var counts: [Int: Int] = [:]
    for leaf in leaves {
      var next = screen.nodes[leaf.node].parent
      while let node = next {
        counts[node, default: 0] += 1
        next = screen.nodes[node].parent
      }
    }
    var holder = leaves.first.flatMap { screen.nodes[$0.node].parent }
    while let node = holder, counts[node] != leaves.count { holder = screen.nodes[node].parent }
    guard let holder else { return nil }
    let isShared = others.contains { other in
      var next: Int? = other.node
      while let node = next, node != holder { next = screen.nodes[node].parent }
      return next != nil
    }
    return isShared ? nil : holder
  }

  /// Returns the shortest unique suffix of a path.
  private static func shortest(_ index: Int, of paths: [[String]]) -> String? {
    let own = paths[index]
    return (1...max(1, own.count)).lazy.map { own.suffix($0) }
      .first { end in paths.indices.allSatisfy { $0 == index || !paths[$0].elementsEqualEnd(end) } }?
      .joined(separator: "/")
  }
}

extension [String] {
  fileprivate func elementsEqualEnd(_ end: ArraySlice<String>) -> Bool { suffix(end.count) == end }
}
