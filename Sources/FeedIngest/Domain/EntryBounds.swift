/// How many rows of a kind an entry is shown with. No service lets anybody add so many, and no picture has room for them: the
/// rest is left out, which is told.
package enum EntryBounds {
  package static let rows = 1_000
  /// Of one poll: twice as many are more than a picture at 2x takes.
  package static let answers = 300
  /// The number of values in a record, over all its groups.
  package static let values = 10_000
}

extension Array {
  /// - Returns: How many were left out.
  fileprivate mutating func bound(to limit: Int = EntryBounds.rows) -> Int {
    let excess = count - limit
    guard excess > 0 else { return 0 }
    removeLast(excess)
    return excess
  }
}

extension Post {
  /// Attachments and answers of its polls, also of what it reposts and quotes.
  ///
  /// - Returns: How many were left out.
  mutating func bound() -> Int {
    var excess = attachments.bound()
    for index in attachments.indices {
      guard case .item(var item) = attachments[index], case .poll(var poll) = item.content else { continue }
      let answers = poll.answers.bound(to: EntryBounds.answers)
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
  /// What it carries, answers of its polls, and reactions.
  ///
  /// - Returns: How many were left out.
  package mutating func bound() -> Int {
    var excess = media.bound() + reactions.bound()
    for index in media.indices { excess += media[index].answers.bound(to: EntryBounds.answers) }
    return excess
  }
}
