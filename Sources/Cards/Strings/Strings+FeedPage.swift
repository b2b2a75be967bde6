extension Strings {
  /// Search, filters and the calendar of a feed's page, by the names that its templates and scripts use.
  package var feedPage: [String: String] {
    let own: [String: String]
    switch language {
    case .ru: own = Self.russianFeedPage
    case .en: own = Self.englishFeedPage
    }
    return chatPage.words.merging(own) { $1 }
  }

  private static let russianFeedPage = [
    "searchFor": "Слова, from:Анна, kind:photo",
    "searchHelp":
      "from:имя — чьи записи, kind:photo — с чем (video, gif, poll, repost, link, text, ad), on:2024-05-01 — за день (2024-05 — за месяц), since:… и before:… — с этого дня и до него, кавычки — слова подряд",
    "byAuthor": "Автор", "byKind": "Вид", "allAuthors": "Все авторы", "allKinds": "Все виды",
    "kind-photo": "Фотографии", "kind-video": "Видео", "kind-gif": "GIF", "kind-poll": "Опросы",
    "kind-repost": "Репосты", "kind-link": "Ссылки и файлы", "kind-text": "Только текст", "kind-ad": "Реклама",
    "asDrawn": "Как на карточке", "originalSize": "Исходный размер", "saveImage": "Сохранить картинку",
    "unknownPost": "Такой записи в этой ленте нет", "printed": "Записи {from}–{to} из {n}",
  ]

  private static let englishFeedPage = [
    "searchFor": "Words, from:Anna, kind:photo",
    "searchHelp":
      "from:name for somebody’s posts, kind:photo for what they show (video, gif, poll, repost, link, text, ad), on:2024-05-01 for a day (2024-05 for a month), since:… and before:… for all from a day on and up to it, quotes for words in a row",
    "byAuthor": "Author", "byKind": "Kind", "allAuthors": "All authors", "allKinds": "All kinds",
    "kind-photo": "Photos", "kind-video": "Videos", "kind-gif": "GIFs", "kind-poll": "Polls",
    "kind-repost": "Reposts", "kind-link": "Links and files", "kind-text": "Text only", "kind-ad": "Advertisements",
    "asDrawn": "As the card shows it", "originalSize": "Original size", "saveImage": "Save image",
    "unknownPost": "There is no such post in this feed", "printed": "Posts {from}–{to} of {n}",
  ]
}
