/// The links of a text that says what it said: other words that lead somewhere, or other places that they lead to.
struct LinkDifference {
  /// Links that one side alone has, in the text's order.
  private let old: [LinkRecord]
  private let new: [LinkRecord]

  /// Nil where both sides have the same.
  init?(from old: [LinkRecord], to new: [LinkRecord]) {
    (self.old, self.new) = (old.without(new), new.without(old))
    if self.old.isEmpty && self.new.isEmpty { return nil }
  }

  /// Old ones and new ones: another change of the same links is another cause.
  var identity: String {
    (old.map { "- \($0.words) \($0.target)" } + new.map { "+ \($0.words) \($0.target)" }).joined(separator: "\n")
  }

  /// `the link “one red cabin → red cabin”`, `the link “red cabin” leads to … now, not to …`
  var message: String {
    var changes: [String] = []
    var rest = new
    for link in old {
      if let place = rest.firstIndex(where: { $0.words == link.words }) {
        changes.append("the link “\(link.words)” leads to \(rest.remove(at: place).target), not to \(link.target)")
      } else if let place = rest.firstIndex(where: { $0.target == link.target }) {
        changes.append("the link “\(link.words) → \(rest.remove(at: place).words)”")
      } else {
        changes.append("“\(link.words)” is no link any more")
      }
    }
    changes += rest.map { "“\($0.words)” is a link to \($0.target) now" }
    let more = changes.count > 3 ? ", and \(changes.count - 3) more" : ""
    return changes.prefix(3).joined(separator: ", ") + more
  }
}

extension [LinkRecord] {
  /// Those that the others do not have, each as often as it comes more often.
  fileprivate func without(_ others: [LinkRecord]) -> [LinkRecord] {
    var others = others
    return filter { link in
      guard let place = others.firstIndex(of: link) else { return true }
      others.remove(at: place)
      return false
    }
  }
}
