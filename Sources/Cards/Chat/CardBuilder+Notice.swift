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

  /// What happened: in our words where they are known, for services say in their own what their names for it say already;
  /// else in the export's.
  func noticeCard(for post: Post, _ message: Post.Message, of kind: SystemKind) -> NoticeCard {
    let name = post.author.id.isEmpty ? "" : CleanText.line(strings.name(of: post.author))
    let own = CleanText.line(post.text)
    let about = message.answered.flatMap { $0.post == nil ? nil : Self.short(words(of: $0)) }
    let known = strings.system.words(kind)
    let text =
      if let line = known.line {
        line.filled([.name: name.isEmpty ? strings.chat.nobody : name, .type: about.map { "«\($0)»" } ?? ""])
      } else if own.isEmpty, case .other(let words) = kind {
        Self.joined([name, words])
      } else {
        own.isEmpty ? Self.joined([name, known.title]) : own
      }
    return NoticeCard(
      id: post.id, kind: .service, text: RichText(CleanText.line(text)),
      target: message.answered?.post.map { "#\($0)" })
  }

  /// Characters of a message in a line about it.
  private static let aboutLimit = 48

  private static func short(_ words: String) -> String {
    words.count > aboutLimit ? words.prefix(aboutLimit).trimmed + "…" : words
  }
}

extension Substring {
  /// Without a blank at its end.
  fileprivate var trimmed: String { String(last?.isWhitespace == true ? dropLast() : self) }
}
