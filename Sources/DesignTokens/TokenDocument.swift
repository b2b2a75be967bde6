import DataFormats
import Diagnostics

/// The token files of a theme merged into one document, with references unresolved.
package struct TokenDocument: Sendable {
  private var root: SourceNode

  /// Returns nil if a file can't be read.
  ///
  /// - Parameter files: In order of application.
  package init?(files: [TokenFile]) {
    let documents = files.compactMap { try? JSONSource.read($0.contents, file: $0.name) }
    guard let first = documents.first, documents.count == files.count else { return nil }
    var expansion = GroupExpansion(
      root: documents.dropFirst().reduce(first) { TokenMerging.merge($0, with: $1, tokens: .mergeProperties) })
    root = expansion.expanded()
  }

  /// The definition of each token by path: its properties, including a type inherited from a group.
  package var definitions: [String: SourceNode] {
    Dictionary(
      TokenCollection(root: root).tokens.map { token in
        guard let type = token.inheritedType, token.node["$type"] == nil, var members = token.node.members,
          (try? TokenReference(token.node["$value"] ?? token.node)) == .some(nil)
        else { return (token.path, token.node) }
        members.append(SourceNode.Member(key: "$type", keyPlace: type.place, value: type))
        return (token.path, SourceNode(.object(members), at: token.node.place))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The document with some definitions replaced, or removed if nil; a path that leads through another token is
  /// ignored.
  package func replacing(_ definitions: [String: SourceNode?]) -> TokenDocument {
    var document = self
    for (path, node) in definitions {
      document.root = Self.set(node, at: path.split(separator: ".").map(String.init)[...], in: document.root)
    }
    return document
  }

  private static func set(_ node: SourceNode?, at path: ArraySlice<String>, in group: SourceNode) -> SourceNode {
    guard let name = path.first, var members = group.members else { return group }
    let place = members.firstIndex { $0.key == name }
    guard let node else {
      guard let place else { return group }
      if path.count == 1 {
        members.remove(at: place)
      } else {
        members[place].value = set(nil, at: path.dropFirst(), in: members[place].value)
      }
      return SourceNode(.object(members), at: group.place)
    }
    let child = place.map { members[$0].value } ?? SourceNode(.object([]), at: group.place)
    let value = path.count == 1 ? node : set(node, at: path.dropFirst(), in: child)
    let member = SourceNode.Member(key: name, keyPlace: value.place, value: value)
    if let place { members[place] = member } else { members.append(member) }
    return SourceNode(.object(members), at: group.place)
  }

  /// The tokens with references resolved; nil if they contain an error.
  package func resolved() -> TokenSet? { TokenSet.load(layers: [file]).0 }

  /// The document as a single file.
  package var file: TokenFile { TokenFile(name: "tokens", contents: root.json) }
}

extension SourceNode {
  /// A token's definition without descriptive properties: equal texts mean equal values, whatever the order of keys.
  package var definition: String {
    let forPeople = ["$description", "$extensions", "$deprecated"]
    let members = (members ?? []).filter { !forPeople.contains($0.key) }
    return SourceNode(.object(members), at: place).canonicalJSON
  }
}

/// The text of a token file; the caller reads it from disk.
package struct TokenFile: Hashable, Sendable {
  /// The file's name in diagnostics.
  package var name: String
  package var contents: String

  package init(name: String, contents: String) {
    self.name = name
    self.contents = contents
  }
}
