import CheckedSources
import Diagnostics

/// A token as it stands in the document: its type may come from a group, its value may be a reference.
struct RawToken {
  var path: String
  var node: SourceNode
  /// The nearest group's `$type`.
  var inheritedType: SourceNode?
  var description: String?
  /// Nil where the token is not deprecated; empty where no reason is given.
  var deprecation: String?
}

/// Walks an expanded document, checks names and properties, and lists the tokens.
struct TokenCollection {
  private(set) var tokens: [RawToken] = []
  private(set) var diagnostics: [Diagnostic] = []

  private static let tokenProperties = ["$value", "$type", "$description", "$extensions", "$deprecated", "$ref"]
  private static let groupProperties = [
    "$type", "$description", "$extensions", "$deprecated", "$extends", "$ref", "$root", "$schema",
  ]

  init(root: SourceNode) {
    guard root.members != nil else {
      report(.notAnObject(name: "the file's root", found: root.inWords), at: root.place)
      return
    }
    walk(group: root, path: [], type: nil, deprecation: nil)
  }

  private mutating func report(_ issue: TokenIssue, at place: Place) {
    diagnostics.append(Diagnostic(issue, at: place))
  }

  private mutating func walk(group: SourceNode, path: [String], type: SourceNode?, deprecation: String?) {
    let type = group["$type"] ?? type
    let deprecation = self.deprecation(of: group, inherited: deprecation)
    checkProperties(of: group, known: Self.groupProperties)
    for member in group.members ?? [] where !member.key.hasPrefix("$") || member.key == "$root" {
      let memberPath = path + [member.key]
      guard isName(member.key) else {
        report(.badName(member.key), at: member.keyPlace)
        continue
      }
      let name = memberPath.joined(separator: ".")
      guard member.value.members != nil else {
        report(.notAnObject(name: name, found: member.value.inWords), at: member.value.place)
        continue
      }
      if member.key == "$root" || member.value.isTokenLike {
        collect(token: member.value, name: name, type: type, deprecation: deprecation)
      } else {
        walk(group: member.value, path: memberPath, type: type, deprecation: deprecation)
        checkEmptyGroup(member.value, name: name)
      }
    }
  }

  private mutating func collect(token node: SourceNode, name: String, type: SourceNode?, deprecation: String?) {
    checkProperties(of: node, known: Self.tokenProperties)
    if let child = node.members?.first(where: { !$0.key.hasPrefix("$") || $0.key == "$root" }) {
      report(.tokenWithChildren(token: name, child: child.key), at: child.keyPlace)
    }
    guard node.isTokenLike else {
      report(.missingMember("$value", of: "token"), at: node.place)
      return
    }
    let deprecation = self.deprecation(of: node, inherited: deprecation)
    tokens.append(
      RawToken(
        path: name, node: node, inheritedType: type, description: node["$description"]?.string,
        deprecation: deprecation))
  }

  private func isName(_ name: String) -> Bool {
    name == "$root" || !(name.hasPrefix("$") || name.contains { "{}.".contains($0) })
  }

  private mutating func checkEmptyGroup(_ group: SourceNode, name: String) {
    let hasTokens = group.members?.contains { !$0.key.hasPrefix("$") || $0.key == "$root" } ?? false
    if let type = group.member("$type"), !hasTokens { report(.emptyTyped(name), at: type.keyPlace) }
  }

  private mutating func checkProperties(of node: SourceNode, known: [String]) {
    for member in node.members ?? [] where member.key.hasPrefix("$") {
      guard known.contains(member.key) else {
        report(.unknownProperty(member.key, suggestion: nearest(to: member.key, among: known)), at: member.keyPlace)
        continue
      }
      if let expected = Self.expectation(of: member) {
        report(.badProperty(member.key, expected: expected, found: member.value.inWords), at: member.value.place)
      }
    }
  }

  /// What a property should have been; nil where it is right.
  private static func expectation(of member: SourceNode.Member) -> String? {
    switch (member.key, member.value.content) {
    case ("$type", .string), ("$description", .string), ("$schema", .string): nil
    case ("$type", _), ("$description", _), ("$schema", _): "a text"
    case ("$extensions", .object), ("$deprecated", .string), ("$deprecated", .flag): nil
    case ("$extensions", _): "an object"
    case ("$deprecated", _): "a text or true or false"
    default: nil
    }
  }

  private func deprecation(of node: SourceNode, inherited: String?) -> String? {
    switch node["$deprecated"]?.content {
    case .string(let reason): reason
    case .flag(true): ""
    case .flag(false): nil
    default: inherited
    }
  }
}

/// How token documents are laid over each other.
enum TokenMerging {
  /// What happens where both have a token of one name.
  enum TokenRule {
    /// A group that extends another replaces the other's tokens as a whole (format module, 6.4.3).
    case replace
    /// A theme replaces single properties: it may give a `$value` and leave `$type` and `$description` to the base.
    case mergeProperties
  }

  static func merge(_ base: SourceNode, with top: SourceNode, tokens rule: TokenRule) -> SourceNode {
    guard let baseMembers = base.members, let topMembers = top.members else { return top }
    switch (base.isTokenLike, top.isTokenLike) {
    case (false, false): break
    case (true, true) where rule == .mergeProperties:
      return SourceNode(.object(properties(baseMembers, topMembers)), at: top.place)
    default: return top
    }
    var merged = baseMembers
    for member in topMembers {
      guard let index = merged.firstIndex(where: { $0.key == member.key }) else {
        merged.append(member)
        continue
      }
      // Of the group's own properties the upper one counts; $root is a token like any other.
      let isProperty = member.key.hasPrefix("$") && member.key != "$root"
      let value = isProperty ? member.value : merge(merged[index].value, with: member.value, tokens: rule)
      merged[index] = .init(key: member.key, keyPlace: member.keyPlace, value: value)
    }
    return SourceNode(.object(merged), at: top.place)
  }

  private static func properties(_ base: [SourceNode.Member], _ top: [SourceNode.Member]) -> [SourceNode.Member] {
    let givesValue = top.contains { $0.key == "$value" || $0.key == "$ref" }
    let kept = base.filter { member in
      if givesValue && (member.key == "$value" || member.key == "$ref") { return false }
      return !top.contains { $0.key == member.key }
    }
    return kept + top
  }
}

extension SourceNode {
  /// An object with a value of its own; one with a `$ref` alone may also be a group.
  var isTokenLike: Bool { self["$value"] != nil || (self["$ref"] != nil && !hasNamedMembers) }

  private var hasNamedMembers: Bool { members?.contains { !$0.key.hasPrefix("$") || $0.key == "$root" } ?? false }
}
