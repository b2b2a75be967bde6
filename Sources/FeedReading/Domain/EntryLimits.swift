/// Limits on the number of rows of each kind in an entry. No service allows so many, and no image has room for them:
/// the rest is dropped with a diagnostic.
package enum EntryLimits {
  package static let rows = 1_000
  /// The answers of one poll; twice as many would exceed the size of an image at 2x.
  package static let answers = 300
  /// The number of values in a record, over all its groups.
  package static let values = 10_000
}

extension Array {
  /// - Returns: The number of dropped elements.
  fileprivate mutating func bound(to limit: Int = EntryLimits.rows) -> Int {
    let excess = count - limit
    guard excess > 0 else { return 0 }
    removeLast(excess)
    return excess
  }
}

extension Post {
  /// Limits attachments and poll answers, including those of reposts and quotes.
  ///
  /// - Returns: The number of dropped elements.
  mutating func bound() -> Int {
    var excess = attachments.bound()
    for index in attachments.indices {
      guard case .item(var item) = attachments[index], case .poll(var poll) = item.content else { continue }
      let answers = poll.answers.bound(to: EntryLimits.answers)
      guard answers > 0 else { continue }
      item.content = .poll(poll)
      attachments[index] = .item(item)
      excess += answers
    }
    for index in reposts.indices { excess += reposts[index].bound() }
    if case .post(var quoted) = quote {
      let more = quoted.bound()
      if more > 0 { quote = .post(quoted) }
      excess += more
    }
    return excess
  }
}

extension ChatEntry {
  /// Limits attachments, poll answers and reactions.
  ///
  /// - Returns: The number of dropped elements.
  package mutating func bound() -> Int {
    var excess = media.bound() + reactions.bound()
    for index in media.indices { excess += media[index].answers.bound(to: EntryLimits.answers) }
    return excess
  }
}
