import CivilTime
import Drawing
import FeedIngest

/// What stands between messages.
extension CardBuilder {
  func noticeCard(for post: Post, _ separator: Post.Separator) -> NoticeCard {
    switch separator {
    case .day(let number): NoticeCard(id: post.id, kind: .day, text: RichText(strings.day(number, by: clock)))
    case .unread: NoticeCard(id: post.id, kind: .unread, text: RichText(strings.chat.unread))
    }
  }

  /// What happened: in the export's own words where it has some, else in ours.
  func noticeCard(for post: Post, _ message: Post.Message, action: String) -> NoticeCard {
    let name = post.author.id.isEmpty ? "" : CleanText.line(post.author.shownName)
    let own = CleanText.line(post.text)
    let about = message.answered.flatMap { $0.post == nil ? nil : Self.short(words(of: $0)) }
    let known = strings.chat.action(action).map { phrase in
      phrase.filled([.name: name.isEmpty ? strings.chat.nobody : name, .type: about.map { "«\($0)»" } ?? ""])
    }
    let plain = Self.joined([name, Self.readable(action)])
    // Services say in their own words what their names for it say already.
    let text = known ?? (own.isEmpty ? plain : own)
    return NoticeCard(
      id: post.id, kind: .service, text: RichText(CleanText.line(text)),
      target: message.answered?.post.map { "#\($0)" })
  }

  /// Characters of a message in a line about it.
  private static let aboutLimit = 48

  private static func short(_ words: String) -> String {
    words.count > aboutLimit ? words.prefix(aboutLimit).trimmed + "…" : words
  }

  /// "m.room.member:join" is "room member join", "create_group" is "create group".
  static func readable(_ action: String) -> String {
    let words = action.split { !$0.isLetter && !$0.isNumber }
    return (words.first == "m" ? words.dropFirst() : words[...]).joined(separator: " ")
  }
}

extension Strings {
  /// "24 ноября", "24 ноября 2017": the year is said where it is not that of the newest message.
  package func day(_ number: Int, by clock: CardClock) -> String {
    let date = CivilDate(dayNumber: number)
    let phrase = date.year == clock.today.year ? chat.day : chat.dayAndYear
    return phrase.filled([
      .day: String(date.day), .month: chat.months[date.month - 1], .year: String(date.year),
    ])
  }
}

extension Substring {
  /// Without a blank at its end.
  fileprivate var trimmed: String { String(last?.isWhitespace == true ? dropLast() : self) }
}
