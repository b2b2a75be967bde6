import FeedIngest

/// What Messenger's exports tell of a conversation in lines of words, as if somebody had written them: in English, and in
/// Russian, where a verb ends as whoever is meant does (`назвал`, `назвала`, `назвал(-а)`).
struct MetaEvent {
  /// Our name for it; the service has none.
  let action: String
  /// What says no more than who came and went is told in the card's language; all else stands in the export's words.
  let kind: SystemKind

  private struct Line: Sendable {
    let action: String
    var kind: SystemKind?
    /// What follows who it is told of, and what stands somewhere behind it.
    let words: [(opening: String, rest: String)]
  }

  private static let lines: [Line] = [
    Line(
      action: "leave", kind: .memberLeft, words: [("left the group", ""), ("покинул", "групп"), ("выш", "из группы")]),
    Line(action: "join", kind: .memberJoined, words: [("joined the group", ""), ("присоединил", "к группе")]),
    Line(action: "create_group", words: [("created the group", ""), ("создал", "групп")]),
    Line(
      action: "name_group",
      words: [
        ("named the group", ""), ("changed the group name", ""), ("назвал", "групп"), ("изменил", "название групп"),
      ]
    ),
    Line(action: "add_member", words: [("added ", "to the group"), ("добавил", "в группу")]),
    Line(action: "remove_member", words: [("removed ", "from the group"), ("удалил", "из группы")]),
    Line(
      action: "group_photo",
      words: [
        ("changed the group photo", ""), ("removed the group photo", ""), ("изменил", "фото групп"),
        ("удалил", "фото групп"),
      ]),
    Line(
      action: "group_admin",
      words: [
        ("made ", "a group admin"), ("removed ", "as a group admin"), ("назначил", "администратор"),
        ("лишил", "администратор"),
      ]),
    Line(
      action: "nickname",
      words: [
        ("set the nickname for", ""), ("set your nickname", ""), ("set his own nickname", ""),
        ("set her own nickname", ""), ("set their own nickname", ""), ("cleared ", "nickname"),
        ("установил", "псевдоним"), ("изменил", "псевдоним"), ("удалил", "псевдоним"),
      ]),
    Line(
      action: "look",
      words: [
        ("changed the chat theme", ""), ("changed the theme", ""), ("changed the chat colors", ""),
        ("set the emoji", ""), ("set the quick reaction", ""), ("изменил", "тему"), ("изменил", "цвет чата"),
        ("установил", "быструю реакцию"), ("установил", "смайлик"),
      ]),
    Line(
      action: "poll",
      words: [
        ("created a poll", ""), ("voted for ", "poll"), ("changed vote to ", "poll"), ("removed vote for ", "poll"),
        ("создал", "опрос"), ("проголосовал", "опрос"), ("изменил", "голос"), ("отозвал", "голос"),
      ]),
    Line(
      action: "pin_message",
      words: [
        ("pinned a message", ""), ("unpinned a message", ""), ("закрепил", "сообщение"), ("открепил", "сообщение"),
      ]),
    Line(
      action: "call",
      words: [
        ("started a call", ""), ("started a video c", ""), ("started an audio call", ""), ("joined the call", ""),
        ("joined the video c", ""), ("called you", ""), ("called ", ""), ("missed your ", "call"),
        ("missed a ", "call"), ("начал", "звонок"), ("начал", "видеочат"), ("присоединил", "к звонку"),
        ("присоединил", "к видеочату"), ("звонил", ""), ("позвонил", ""), ("пропустил", "звонок"),
      ]),
  ]

  /// Lines that tell of nobody.
  private static let calls: Set = [
    "The call ended.", "The video call ended.", "The audio call ended.", "The video chat ended.", "Звонок завершен.",
    "Звонок завершён.", "Видеочат завершен.", "Видеочат завершён.",
  ]

  /// What a text tells; nil of words that somebody wrote. An event is one line, and begins with whoever did it, or with
  /// "you" in whose export it is.
  init?(_ text: String, by author: String) {
    guard !text.contains("\n"), text.utf8.count < 1024 else { return nil }
    if Self.calls.contains(text) {
      (action, kind) = ("call", .named("call"))
      return
    }
    guard let rest = Self.told(text, of: author),
      let line = Self.lines.first(where: { line in
        line.words.contains { rest.hasPrefix($0.opening) && ($0.rest.isEmpty || rest.contains($0.rest)) }
      })
    else { return nil }
    (action, kind) = (line.action, line.kind ?? .named(line.action))
  }

  private static func told(_ text: String, of author: String) -> Substring? {
    [author, "You", "Вы"].lazy.compactMap { name in
      !name.isEmpty && text.hasPrefix(name + " ") ? text.dropFirst(name.count + 1) : nil
    }.first
  }

  /// Whether a text beside a file says no more than that it was sent.
  static func tellsOfFile(_ text: String, by author: String) -> Bool {
    guard let rest = told(text, of: author), !text.contains("\n") else { return false }
    return rest.hasPrefix("sent a") && rest.count < 32 || rest.hasPrefix("отправил") && rest.count < 32
  }
}
