import CheckedSources
import Diagnostics

/// Finds every token's type and value, following references; what can't be found becomes a diagnostic.
struct TokenResolver {
  private let root: SourceNode
  private let tokens: [String: RawToken]
  private var resolved: [String: TokenValue?] = [:]
  /// Tokens and pointers whose value is being looked for, to notice references that lead back.
  private var visiting: [String] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(root: SourceNode, tokens: [RawToken]) {
    self.root = root
    self.tokens = Dictionary(tokens.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func report(_ issue: TokenIssue, at place: Place) {
    diagnostics.append(Diagnostic(issue, at: place))
  }

  /// The token's value; nil where it has none, which has been reported then. `place` is where it is asked for.
  mutating func resolve(_ path: String, from place: Place) -> TokenValue? {
    if let known = resolved[path] { return known }
    guard let token = tokens[path] else {
      reportUnknown(path, at: place)
      return nil
    }
    guard enter(path, at: place) else { return nil }
    defer { visiting.removeLast() }
    let value = value(of: token)
    resolved[path] = .some(value)
    return value
  }

  private mutating func reportUnknown(_ path: String, at place: Place) {
    if tokens.keys.contains(where: { $0.hasPrefix(path + ".") }) {
      report(.groupReference(path), at: place)
    } else {
      report(.unknownReference(path, suggestion: nearest(to: path, among: tokens.keys.sorted())), at: place)
    }
  }

  private mutating func enter(_ key: String, at place: Place) -> Bool {
    guard let start = visiting.firstIndex(of: key) else {
      visiting.append(key)
      return true
    }
    report(.cycle(visiting[start...] + [key]), at: place)
    return false
  }

  private mutating func value(of token: RawToken) -> TokenValue? {
    // A $ref beside $value does not occur in the format: the value counts.
    let node = token.node["$value"] ?? token.node
    if let explicit = token.node["$type"] {
      guard let type = type(explicit) else { return nil }
      return value(node, as: type)
    }
    // The type of a whole token that is referred to; only then that of the groups around.
    guard let reference = reference(in: node) else { return nil }
    if let reference, let target = wholeToken(reference) { return resolve(target, from: node.place) }
    guard let inherited = token.inheritedType else {
      report(.missingType(token.path), at: token.node.place)
      return nil
    }
    guard let type = type(inherited) else { return nil }
    return value(node, as: type)
  }

  private mutating func type(_ node: SourceNode) -> TokenType? {
    guard let name = node.string else { return nil }
    guard let type = TokenType(rawValue: name) else {
      let suggestion = nearest(to: name, among: TokenType.allCases.map(\.rawValue))
      let issue = Diagnostic(.unknownType(name, suggestion: suggestion) as TokenIssue, at: node.place)
      // A group's type stands for many tokens and is reported once.
      if !diagnostics.contains(issue) { diagnostics.append(issue) }
      return nil
    }
    return type
  }

  /// The reference that the node is; nil inside where it is a value, nil outside where it is malformed (reported).
  private mutating func reference(in node: SourceNode) -> TokenReference?? {
    do {
      return .some(try TokenReference(node))
    } catch {
      report(.badReference(error.text), at: node.place)
      return nil
    }
  }

  private func wholeToken(_ reference: TokenReference) -> String? {
    switch reference {
    case .token(let path): return path.joined(separator: ".")
    case .pointer(let segments):
      let path = (segments.last == "$value" ? segments.dropLast() : segments[...]).joined(separator: ".")
      return tokens[path] == nil ? nil : path
    }
  }

  /// The value of `node` as `type`, or of what it refers to.
  mutating func value(_ node: SourceNode, as type: TokenType) -> TokenValue? {
    guard let reference = reference(in: node) else { return nil }
    guard let reference else { return literal(node, as: type) }
    if let path = wholeToken(reference) {
      guard let value = resolve(path, from: node.place) else { return nil }
      guard value.type == type else {
        report(.referenceType(path, expected: type, found: value.type), at: node.place)
        return nil
      }
      return value
    }
    return follow(reference.segments, from: node.place) { resolver, target in resolver.value(target, as: type) }
  }

  /// A part of a value that is no token of its own (a number in a list, a unit), or what it refers to.
  mutating func part<Value>(
    _ node: SourceNode, token: (TokenValue) -> Value?, read: (inout TokenResolver, SourceNode) -> Value?
  ) -> Value? {
    guard let reference = reference(in: node) else { return nil }
    guard let reference else { return read(&self, node) }
    if let path = wholeToken(reference) {
      guard let value = resolve(path, from: node.place) else { return nil }
      if let part = token(value) { return part }
      report(.value(expected: "a plain value", found: "a \(value.type.rawValue)", hint: nil), at: node.place)
      return nil
    }
    return withoutActuallyEscaping(read) { read in
      follow(reference.segments, from: node.place) { resolver, target in
        resolver.part(target, token: { _ in nil }, read: read)
      }
    }
  }

  private mutating func follow<Value>(
    _ segments: [String], from place: Place, read: (inout TokenResolver, SourceNode) -> Value?
  ) -> Value? {
    let pointer = "#/" + segments.joined(separator: "/")
    guard enter(pointer, at: place) else { return nil }
    defer { visiting.removeLast() }
    guard let target = locate(segments, hops: 0) else {
      report(.unknownReference(pointer, suggestion: nil), at: place)
      return nil
    }
    return read(&self, target)
  }

  /// The node at a pointer; references met on the way are followed, so that a part of an alias can be named too.
  private func locate(_ segments: [String], hops: Int) -> SourceNode? {
    guard hops < 32 else { return nil }
    var node = root
    for segment in segments {
      if let target = (try? TokenReference(node)) ?? nil {
        let value = if case .token = target { ["$value"] } else { [String]() }
        guard let found = locate(target.segments + value, hops: hops + 1) else { return nil }
        node = found
      }
      switch node.content {
      case .object: node = node[segment] ?? SourceNode(.null, at: node.place)
      case .array(let elements):
        guard let index = Int(segment), elements.indices.contains(index) else { return nil }
        node = elements[index]
      default: return nil
      }
      if case .null = node.content { return nil }
    }
    return node
  }
}

/// Where a value is taken from instead of being written: `{group.token}` or `{"$ref": "#/group/token/$value"}`.
enum TokenReference: Hashable {
  /// A whole token, by its path.
  case token([String])
  /// Any place of the document, by a JSON pointer (RFC 6901).
  case pointer([String])

  /// Nil where the node is a value; throws where it looks like a reference and is none.
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
    guard string.hasPrefix("{"), string.hasSuffix("}"), !inner.contains("{"), !inner.contains("}"),
      !names.contains(where: \.isEmpty)
    else { throw MalformedReference(text: string) }
    return names
  }

  /// `~1` is a slash, `~0` a tilde, in this order.
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
