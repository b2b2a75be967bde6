import CheckedSources

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
