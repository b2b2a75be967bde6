extension Strings {
  /// The page of a conversation around its messages.
  package struct ChatPageWords: Sendable {
    /// By the names that the page's templates and scripts use.
    package let words: [String: String]
    package let messages: PluralForms
  }

  package var chatPage: ChatPageWords {
    switch language {
    case .ru: .russian
    case .en: .english
    }
  }

  /// How a day is worded over its messages: the names of the months as they stand beside a day's number, the wording of a
  /// day of `year` and of any other, with `{day}`, `{month}` and `{year}`.
  package func dayWording(by clock: CardClock) -> (months: [String], ofYear: String, other: String, year: Int) {
    func pattern(_ phrase: Phrase) -> String {
      phrase.filled([.day: "{day}", .month: "{month}", .year: "{year}"])
    }
    return (chat.months, pattern(chat.day), pattern(chat.dayAndYear), clock.today.year)
  }
}

extension Strings.ChatPageWords {
  fileprivate static let russian = Strings.ChatPageWords(
    words: [
      "search": "Поиск", "searchFor": "Слова, from:Анна, on:2024-05-01", "results": "Найденное",
      "found": "Найдено: {n}",
      "nothing": "Ничего не найдено", "searching": "Ищем… {n} %",
      "searchHelp":
        "from:имя — чьи сообщения, on:2024-05-01 — за день (2024-05 — за месяц), since:… и before:… — с этого дня и до него, кавычки — слова подряд",
      "badDate": "Не дата: {n}. Даты пишутся так: 2024-05-01, 2024-05 или 2024",
      "calendar": "Календарь", "month": "Месяц", "previousMonth": "Предыдущий месяц", "nextMonth": "Следующий месяц",
      "close": "Закрыть", "toEnd": "К последним сообщениям", "back": "Вернуться назад", "settings": "Вид",
      "unread": "Непрочитанные сообщения", "allChats": "Все переписки", "printed": "{from}–{to} из {n}",
    ],
    messages: .russian(one: "{n} сообщение", few: "{n} сообщения", many: "{n} сообщений"))

  fileprivate static let english = Strings.ChatPageWords(
    words: [
      "search": "Search", "searchFor": "Words, from:Anna, on:2024-05-01", "results": "Results", "found": "Found: {n}",
      "nothing": "Nothing found", "searching": "Searching… {n}%",
      "searchHelp":
        "from:name for somebody’s messages, on:2024-05-01 for a day (2024-05 for a month), since:… and before:… for all from a day on and up to it, quotes for words in a row",
      "badDate": "Not a date: {n}. Dates are written 2024-05-01, 2024-05 or 2024",
      "calendar": "Calendar", "month": "Month", "previousMonth": "Previous month", "nextMonth": "Next month",
      "close": "Close", "toEnd": "To the last messages", "back": "Back to where you were", "settings": "View",
      "unread": "Unread messages", "allChats": "All chats", "printed": "{from}–{to} of {n}",
    ],
    messages: .english(one: "{n} message", other: "{n} messages"))
}
