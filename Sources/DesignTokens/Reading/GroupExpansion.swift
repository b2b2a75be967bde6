import CheckedSources
import Diagnostics

/// Puts what groups inherit by `$extends` (or a group's `$ref`) into them, so that what follows sees plain groups.
struct GroupExpansion {
  /// Extension can multiply: a chain of groups that each take the one before twice doubles at every step.
  static let nodeLimit = 50_000

  private let root: SourceNode
  private var count = 0
  /// The paths being walked right now.
  private var finding: [[String]] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(root: SourceNode) {
    self.root = root
  }

  mutating func expanded() -> SourceNode {
    expand(root, extending: [])
  }

  private mutating func report(_ issue: TokenIssue, at place: Place) {
    let diagnostic = Diagnostic(issue, at: place)
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }

  /// `active` are the groups whose extension led here: meeting one of them again would never end.
  private mutating func expand(_ node: SourceNode, extending active: [[String]]) -> SourceNode {
    guard node.members != nil, node["$value"] == nil else { return node }
    count += 1
    guard count <= Self.nodeLimit else {
      report(.tooLarge(limit: Self.nodeLimit), at: root.place)
      return SourceNode(.object([]), at: node.place)
    }
    var active = active
    let group = inheriting(node, extending: &active)
    guard let members = group.members, !group.isTokenLike else { return group }
    let children = members.map { member in
      guard !member.key.hasPrefix("$") || member.key == "$root" else { return member }
      var child = member
      child.value = expand(member.value, extending: active)
      return child
    }
    return SourceNode(.object(children), at: group.place)
  }

  /// The group with what it inherits, its children not yet expanded.
  private mutating func inheriting(_ node: SourceNode, extending active: inout [[String]]) -> SourceNode {
    guard node["$value"] == nil, let extends = node["$extends"] ?? node["$ref"] else { return node }
    guard let reference = reference(of: node, extends), !refersToValue(reference) else { return node }
    let target = reference.segments
    guard !active.contains(target) else {
      let chain = active.drop { $0 != target } + [target]
      report(.cycle(chain.map { $0.joined(separator: ".") }), at: extends.place)
      return node.without("$extends", "$ref")
    }
    active.append(target)
    // What leads through itself is looked for without its own inheritance.
    guard !finding.contains(target) else { return node.without("$extends", "$ref") }
    guard let found = find(target) else {
      // A $ref that leads nowhere is reported as the token that it may be.
      guard node["$extends"] != nil else { return node }
      report(.unknownReference(target.joined(separator: "."), suggestion: nil), at: extends.place)
      return node.without("$extends")
    }
    guard !found.isTokenLike, found.members != nil else {
      guard node["$extends"] != nil else { return node }
      report(.extendsToken(target.joined(separator: ".")), at: extends.place)
      return node.without("$extends")
    }
    let inherited = inheriting(found, extending: &active)
    return TokenMerging.merge(inherited, with: node.without("$extends", "$ref"), tokens: .replace)
  }

  private mutating func reference(of node: SourceNode, _ extends: SourceNode) -> TokenReference? {
    do {
      return node["$extends"] == nil ? try TokenReference(node) : try TokenReference(extending: extends)
    } catch {
      report(.badReference(error.text), at: extends.place)
      return nil
    }
  }

  private func refersToValue(_ reference: TokenReference) -> Bool { reference.segments.contains("$value") }

  private mutating func find(_ path: [String]) -> SourceNode? {
    finding.append(path)
    defer { finding.removeLast() }
    var node = root
    for name in path {
      count += 1
      guard count <= Self.nodeLimit else { return nil }
      // A group on the way may itself have inherited the next name.
      var onTheWay: [[String]] = []
      guard let next = inheriting(node, extending: &onTheWay)[name] else { return nil }
      node = next
    }
    return node
  }
}

extension SourceNode {
  func without(_ keys: String...) -> SourceNode {
    guard let members else { return self }
    return SourceNode(.object(members.filter { !keys.contains($0.key) }), at: place)
  }
}
