import CheckedSources

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
