import FeedIngest

extension CardBuilder {
  /// One without answers is a row.
  func polls(of post: Post) -> [PostCard.Poll] {
    post.attachments.compactMap { attachment in
      guard case .item(let item) = attachment, case .poll(let content) = item.content, !content.answers.isEmpty else {
        return nil
      }
      return poll(content, question: item.title)
    }
  }

  private func poll(_ poll: AttachmentItem.Poll, question: String) -> PostCard.Poll {
    let words = strings.attachments
    let question = CleanText.line(question)
    let isClosed = poll.isClosed || poll.closesAt.map { $0 <= clock.now } ?? false
    let voters = poll.allowsSeveral ? poll.voters : nil
    let note = Self.joined([
      poll.isAnonymous ? words.anonymousPoll : words.poll, poll.allowsSeveral ? words.severalAnswers : nil,
      // Where a voter has several votes, their number says little.
      voters.map { strings.counted(max(0, $0), words.voters) }
        ?? poll.votes.map { strings.counted(max(0, $0), words.votes) },
      isClosed
        ? words.closedPoll
        : poll.closesAt.map { Self.unbroken(words.openPoll.filled([.time: strings.date($0, by: clock)])) },
    ])
    let most = poll.answers.compactMap(\.votes).max() ?? 0
    return PostCard.Poll(
      question: question.isEmpty ? nil : RichText(question), note: note,
      options: poll.answers.map { option($0, of: poll, most: most, isClosed: isClosed) })
  }

  private func option(
    _ answer: AttachmentItem.Poll.Answer, of poll: AttachmentItem.Poll, most: Int, isClosed: Bool
  ) -> PostCard.Poll.Option {
    let title = line(answer.text, emoji: answer.emoji)
    let share = Self.share(of: answer, in: poll)
    let percent = share.map { strings.percent(Int(($0 * 100).rounded())) }
    let said = [
      percent, answer.votes.map { strings.counted(max(0, $0), strings.attachments.votes) },
      answer.isChosen ? strings.accessibility.chosenAnswer : nil,
    ].compactMap { $0 }.joined(separator: ", ")
    let isLeader = most > 0 && answer.votes == most
    return PostCard.Poll.Option(
      title: title, share: share, percent: percent, votes: answer.votes.map(strings.counter),
      isLeader: isLeader, isChosen: answer.isChosen, isWinner: isLeader && isClosed,
      spoken: [title.string, said].filter { !$0.isEmpty }.joined(separator: ": "))
  }

  /// A line that is too long breaks before it, not within.
  private static func unbroken(_ words: String) -> String { words.replacing(" ", with: "\u{A0}") }

  /// As the feed says, else of all votes; where an answer may be one of several, of those who voted. Nil where votes are not
  /// known.
  private static func share(of answer: AttachmentItem.Poll.Answer, in poll: AttachmentItem.Poll) -> Double? {
    if let rate = answer.rate { return rate / 100 }
    guard let votes = answer.votes else { return nil }
    let all =
      (poll.allowsSeveral ? poll.voters : nil) ?? poll.votes ?? poll.answers.reduce(0) { $0 + max(0, $1.votes ?? 0) }
    return all > 0 ? min(1, Double(max(0, votes)) / Double(all)) : 0
  }
}
