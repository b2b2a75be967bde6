/// Events in Messenger's exports are written as ordinary messages: in English, and in Russian, where the verb's ending
/// depends on gender (`назвал`, `назвала`, `назвал(-а)`).
struct MetaEvent {
  /// Our name for the event; the service has none.
  let action: String
  /// Joins and departures are worded in the card's language; other events keep the export's words.
  let kind: SystemKind

  private struct Line: Sendable {
    let action: String
    var kind: SystemKind?
    /// The text after the actor's name, and a text that must occur later.
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

  /// Lines without an actor.
  private static let calls: Set = [
    "The call ended.", "The video call ended.", "The audio call ended.", "The video chat ended.", "Звонок завершен.",
    "Звонок завершён.", "Видеочат завершен.", "Видеочат завершён.",
  ]

  /// Recognizes an event in a text; returns nil for a real message. An event is one line that starts with the actor's
  /// name, or with "you" for the export's owner.
  ///
  /// - Parameter countsLikes: Whether `Liked a message` is an event, as in Instagram.
  init?(_ text: String, by author: String, countsLikes: Bool) {
    guard !text.contains("\n"), text.utf8.count < 1024 else { return nil }
    if Self.calls.contains(text) {
      (action, kind) = ("call", .named("call"))
      return
    }
    if Self.isReaction(text) || countsLikes && Self.likes.contains(text.trimmed) {
      (action, kind) = ("reaction", .named("reaction"))
      return
    }
    guard let rest = Self.told(text, of: author),
      let line = Self.lines.first(where: { line in
        line.words.contains { rest.hasPrefix($0.opening) && ($0.rest.isEmpty || rest.contains($0.rest)) }
      })
    else { return nil }
    (action, kind) = (line.action, line.kind ?? .named(line.action))
  }

  /// Whether the text is Instagram's line about a reaction, in the account's language, without an author: `Reacted 😂 to
  /// your message`.
  private static func isReaction(_ text: String) -> Bool {
    let words = text.trimmed
    return reactions.contains { opening, ending in
      guard words.hasPrefix(opening), words.hasSuffix(ending), words.count > opening.count + ending.count else {
        return false
      }
      // Between them is the emoji alone.
      let middle = words.dropFirst(opening.count).dropLast(ending.count).trimmed
      return middle.count == 1 && middle.unicodeScalars.contains { $0.properties.isEmoji && !$0.isASCII }
    }
  }

  private static let likes: Set = [
    "Liked a message", "Gefällt eine Nachricht", "Hat eine Nachricht mit „Gefällt mir“ markiert", "A aimé un message",
    "Le gustó un mensaje", "Curtiu uma mensagem", "Gostou de uma mensagem", "Ha messo \"Mi piace\" a un messaggio",
    "Vindt een bericht leuk", "Polubiono wiadomość", "Нравится сообщение", "Сподобалося повідомлення",
    "Gillade ett meddelande", "Bir mesajı beğendi",
  ]

  private static let reactions: [(opening: String, ending: String)] = [
    ("Reacted ", " to your message"), ("Hat mit ", " auf deine Nachricht reagiert"),
    ("A réagi avec ", " à votre message"),
    ("A réagi ", " à votre message"), ("Reaccionó con ", " a tu mensaje"), ("Reagiu com ", " à sua mensagem"),
    ("Reagiu com ", " à tua mensagem"), ("Ha reagito con ", " al tuo messaggio"),
    ("Heeft met ", " op je bericht gereageerd"), ("Zareagowano ", " na Twoją wiadomość"),
    ("Реакция ", " на ваше сообщение"), ("Reagerade med ", " på ditt meddelande"),
    ("Mesajına ", " ifadesini bıraktı"),
  ]

  private static func told(_ text: String, of author: String) -> Substring? {
    [author, "You", "Вы"].lazy.compactMap { name in
      !name.isEmpty && text.hasPrefix(name + " ") ? text.dropFirst(name.count + 1) : nil
    }.first
  }

  /// Whether a text next to a file only says that a file was sent.
  static func tellsOfFile(_ text: String, by author: String) -> Bool {
    guard let rest = told(text, of: author), !text.contains("\n") else { return false }
    return rest.hasPrefix("sent a") && rest.count < 32 || rest.hasPrefix("отправил") && rest.count < 32
  }
}
