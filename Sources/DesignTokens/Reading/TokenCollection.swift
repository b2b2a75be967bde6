import DataFormats
import Diagnostics

/// A token as written in the document: its type may come from a group, and its value may be a reference.
struct RawToken {
  var path: String
  var node: SourceNode
  /// The nearest group's `$type`.
  var inheritedType: SourceNode?
  var description: String?
  /// Nil if the token is not deprecated; empty if no reason is given.
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
    name == "$root" || !(name.hasPrefix("$") || name.utf8.contains { [0x2E, 0x7B, 0x7D].contains($0) })
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

  /// The expected form of a property; nil if it is correct.
  private static func expectation(of member: SourceNode.Member) -> String? {
    switch (member.key, member.value.content) {
    case ("$type", .string), ("$description", .string), ("$schema", .string): nil
    case ("$type", _), ("$description", _), ("$schema", _): "a text"
    case ("$extensions", .object), ("$deprecated", .string), ("$deprecated", .flag): nil
    case ("$extensions", _): "an object"
    case ("$deprecated", _): "a text, true or false"
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

/// Copies into groups what they inherit by `$extends` (or a group's `$ref`), so that later steps only see plain groups.
struct GroupExpansion {
  /// The maximum number of nodes, since extension can multiply: in a chain of groups that each include the previous one
  /// twice, the size doubles at every step.
  static let nodeLimit = 50_000

  private let root: SourceNode
  private var count = 0
  private var isTooLarge = false
  /// The paths being resolved.
  private var finding: [[String]] = []
  private var told: Set<Diagnostic> = []
  private(set) var diagnostics: [Diagnostic] = []

  init(root: SourceNode) {
    self.root = root
  }

  /// Empty if it would be too large.
  mutating func expanded() -> SourceNode {
    let expanded = expand(root, extending: [])
    guard isTooLarge else { return expanded }
    report(.tooLarge(limit: Self.nodeLimit), at: root.place)
    return SourceNode(.object([]), at: root.place)
  }

  /// Reports each issue once: a group is visited again wherever it is extended.
  private mutating func report(_ issue: TokenIssue, at place: Place) {
    let diagnostic = Diagnostic(issue, at: place)
    if told.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  /// - Parameter active: The groups whose extension led here; meeting one of them again would never end.
  private mutating func expand(_ node: SourceNode, extending active: [[String]]) -> SourceNode {
    guard node.members != nil else { return node }
    count += 1
    guard count <= Self.nodeLimit else {
      isTooLarge = true
      return SourceNode(.object([]), at: node.place)
    }
    guard node["$value"] == nil else { return node }
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

  /// The group with its inherited members, its children not yet expanded.
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
    // A path through the group itself is resolved without its own inheritance.
    guard !finding.contains(target) else { return node.without("$extends", "$ref") }
    guard let found = find(target) else {
      // A dangling $ref is reported later, as the token that it may be.
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
      // A group on the path may have inherited the next name.
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

  /// An object with its own value; an object with only a `$ref` may also be a group.
  var isTokenLike: Bool { self["$value"] != nil || (self["$ref"] != nil && !hasNamedMembers) }

  private var hasNamedMembers: Bool { members?.contains { !$0.key.hasPrefix("$") || $0.key == "$root" } ?? false }
}

/// Merges token documents.
enum TokenMerging {
  /// How two tokens with the same name are merged.
  enum TokenRule {
    /// A group that extends another replaces whole tokens (format module, 6.4.3).
    case replace
    /// A theme replaces single properties: it may give a `$value` and keep `$type` and `$description` of the base.
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
    let places = Dictionary(
      baseMembers.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { first, _ in first })
    for member in topMembers {
      guard let index = places[member.key] else {
        merged.append(member)
        continue
      }
      // The upper document's group properties win; $root is a token like any other.
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

/// A reference to a value: `{group.token}` or `{"$ref": "#/group/token/$value"}`.
enum TokenReference: Hashable {
  /// A whole token, by its path.
  case token([String])
  /// Any place in the document, by JSON pointer (RFC 6901).
  case pointer([String])

  /// Returns nil if the node is a value; throws if it looks like a reference but is malformed.
  init?(_ node: SourceNode) throws(MalformedReference) {
    if let string = node.string, string.hasPrefix("{") || string.hasSuffix("}") {
      guard string.hasPrefix("{"), string.hasSuffix("}") else { throw MalformedReference(text: string) }
      self = .token(try Self.path(string))
    } else if let pointer = node["$ref"] {
      self = try Self(pointer: pointer)
    } else {
      return nil
    }
  }

  /// The target of `$extends`: either syntax as a plain string.
  init(extending node: SourceNode) throws(MalformedReference) {
    guard let string = node.string else { throw MalformedReference(text: node.inWords) }
    self = string.hasPrefix("#") ? try Self(pointer: node) : .token(try Self.path(string))
  }

  private init(pointer node: SourceNode) throws(MalformedReference) {
    guard let string = node.string, string.hasPrefix("#/") else {
      throw MalformedReference(text: node.string ?? node.inWords)
    }
    let segments = string.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false)
    self = .pointer(segments.map { Self.unescape($0) })
  }

  private static func path(_ string: String) throws(MalformedReference) -> [String] {
    let inner = string.dropFirst().dropLast()
    let names = inner.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard string.hasPrefix("{"), string.hasSuffix("}"), !inner.utf8.contains(where: { $0 == 0x7B || $0 == 0x7D }),
      !names.contains(where: \.isEmpty)
    else { throw MalformedReference(text: string) }
    return names
  }

  /// `~1` is a slash and `~0` a tilde; decode in this order.
  private static func unescape(_ segment: Substring) -> String {
    segment.split(separator: "~1", omittingEmptySubsequences: false)
      .map { $0.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~") }
      .joined(separator: "/")
  }

  struct MalformedReference: Error {
    var text: String
  }

  var segments: [String] {
    switch self {
    case .token(let segments), .pointer(let segments): segments
    }
  }
}

/// Substitutes for missing typefaces, from token files: `{"$extensions": {"feedproof": {"fonts": {"Inter 900": "Inter
/// 700"}}}}` at the top of a file. The format reserves `$extensions` for tools; ours is in the design's own tokens, so
/// that every command that reads them applies it.
struct TypefaceSubstitutes {
  private(set) var faces: [Typeface: Typeface] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter documents: The files' roots; later ones take precedence.
  init(_ documents: [SourceNode]) {
    for document in documents {
      guard let extensions = document["$extensions"]?["feedproof"] else { continue }
      guard let members = extensions.members else {
        report(.badProperty("feedproof", expected: "an object", found: extensions.inWords), at: extensions.place)
        continue
      }
      for member in members {
        if member.key == "fonts" {
          read(member.value)
        } else {
          let near = nearest(to: member.key, among: ["fonts"])
          report(.unknownMember(member.key, of: "\"feedproof\" extension", suggestion: near), at: member.keyPlace)
        }
      }
    }
  }

  private mutating func read(_ node: SourceNode) {
    guard let members = node.members else {
      return report(.badProperty("fonts", expected: "an object", found: node.inWords), at: node.place)
    }
    for member in members {
      guard let face = Typeface(written: member.key), let other = member.value.string.flatMap(Typeface.init(written:))
      else {
        let issue = TokenIssue.value(
          expected: "a family or a face", found: member.value.inWords, hint: "\"Inter\" or \"Inter 700\"")
        report(issue, at: member.value.place)
        continue
      }
      faces[face] = other
    }
  }

  private mutating func report(_ issue: TokenIssue, at place: Place) {
    diagnostics.append(Diagnostic(issue, at: place))
  }
}
