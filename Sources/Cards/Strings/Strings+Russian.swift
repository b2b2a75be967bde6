import FeedIngest

extension Strings {
  package static let russian = Strings(
    language: .ru,
    dates: Dates(
      months: ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"],
      today: "сегодня в {time}", yesterday: "вчера в {time}", tomorrow: "завтра в {time}",
      sameYear: "{day} {month} в {time}", otherYear: "{day} {month} {year}",
      full: "{day} {month} {year} в {time}", halves: nil),
    numbers: Numbers(
      decimalSeparator: ",", groupSeparator: "\u{A0}", percent: "{n}\u{A0}%", byteUnits: ["Б", "КБ", "МБ", "ГБ", "ТБ"]),
    post: PostWords(
      showMore: "Показать полностью…", show: "Показать", edited: "изменено", boosted: "{name} продвигает",
      reposted: "{name} делится записью", forwarded: "{name} пересылает", replyTo: "В ответ {name}",
      reply: "В ответ на запись",
      thread: "Продолжение ветки", from: "из {name}", advertisement: "реклама", pinned: "запись закреплена",
      paywall: "Запись доступна подписчикам", place: "Место", signer: "Автор записи",
      count: .russian(one: "{n} запись", few: "{n} записи", many: "{n} записей")),
    events: EventWords(
      recommended: "Рекомендуем", giftCertificate: "Подарочный сертификат", day: "{day}\u{A0}{month}",
      dayAndYear: "{day}\u{A0}{month} {year}", daysOfMonth: "{from}–{to}\u{A0}{month}",
      daysOfMonthAndYear: "{from}–{to}\u{A0}{month} {year}", days: "{from} – {to}", hours: "{from}–{to}",
      count: .russian(one: "{n} событие", few: "{n} события", many: "{n} событий")),
    attachments: AttachmentWords(
      video: "Видео", animation: "Анимация", live: "прямой эфир", gif: "GIF", link: "Ссылка", document: "Документ",
      poll: "Опрос",
      anonymousPoll: "Анонимный опрос", closedPoll: "завершён", openPoll: "закроется {time}",
      severalAnswers: "несколько ответов",
      voters: .russian(one: "{n} участник", few: "{n} участника", many: "{n} участников"), audio: "Аудиозапись",
      podcast: "Подкаст",
      article: "Статья", market: "Товар",
      sticker: "Стикер", graffiti: "Граффити", album: "Альбом", note: "Заметка", page: "Страница",
      unknown: "Вложение",
      votes: .russian(one: "{n} голос", few: "{n} голоса", many: "{n} голосов"),
      photos: .russian(one: "{n} фотография", few: "{n} фотографии", many: "{n} фотографий")),
    quotes: [
      .deleted: "Запись удалена", .blocked: "Запись недоступна", .detached: "Автор убрал запись из цитаты",
      .notIncluded: "Записи нет в ленте",
    ],
    system: SystemWords(
      titles: [
        .friendsAdded: "Новые друзья", .photosAdded: "Новые фотографии", .photosTagged: "Отметки на фотографиях",
        .wallPhotosAdded: "Фотографии на стене", .notesAdded: "Новая заметка", .audiosAdded: "Новые аудиозаписи",
        .videosAdded: "Новые видео", .discussion: "Новое в обсуждении", .clipsAdded: "Клипы",
        .digest: "Подборка записей",
        .stories: "Истории", .advertisement: "Реклама", .productsAdded: "Новые товары", .article: "Новая статья",
        .event: "Мероприятие", .post: "Запись", .recommendedAuthors: "Рекомендуемые авторы",
        .recommendedFriends: "Возможные друзья", .recommendedPeople: "Рекомендуемые страницы",
        .recommendedCommunities: "Рекомендуемые сообщества", .miniApps: "Мини-приложения",
        .promotion: "Предложение", .liveText: "Текстовый репортаж", .channelCreated: "Канал создан",
        .titleChanged: "Название изменено", .photoChanged: "Фотография изменена",
        .appearanceChanged: "Оформление изменено",
        .messagePinned: "Сообщение закреплено", .peopleJoined: "Новые участники", .peopleLeft: "Участники вышли",
        .liveStream: "Трансляция",
      ],
      unknown: "Событие ленты: {type}", and: "{names} и {name}", andMore: "{names} и ещё {n}"),
    screen: ScreenWords(search: "Поиск", feed: "Лента"),
    accessibility: AccessibilityWords(
      photo: "Фотография", photoOf: "Фотография {n} из {total}", avatarOf: "Фото профиля: {name}",
      likes: .russian(one: "{n} отметка «Нравится»", few: "{n} отметки «Нравится»", many: "{n} отметок «Нравится»"),
      favourites: .russian(one: "{n} раз в избранном", few: "{n} раза в избранном", many: "{n} раз в избранном"),
      reactions: .russian(one: "{n} реакция", few: "{n} реакции", many: "{n} реакций"),
      comments: .russian(one: "{n} комментарий", few: "{n} комментария", many: "{n} комментариев"),
      replies: .russian(one: "{n} ответ", few: "{n} ответа", many: "{n} ответов"),
      reposts: .russian(one: "{n} репост", few: "{n} репоста", many: "{n} репостов"),
      boosts: .russian(one: "{n} продвижение", few: "{n} продвижения", many: "{n} продвижений"),
      quotes: .russian(one: "{n} цитата", few: "{n} цитаты", many: "{n} цитат"),
      views: .russian(one: "{n} просмотр", few: "{n} просмотра", many: "{n} просмотров"),
      chosenAnswer: "ваш выбор"),
    site: SiteWords(
      theme: "Тема", system: "Системная", light: "Светлая", dark: "Тёмная", width: "Ширина", boxes: "Рамки",
      review: "Открыть в проверке", collapse: "Свернуть", carousel: "Фотографии",
      previousPhoto: "Предыдущая фотография", nextPhoto: "Следующая фотография",
      noScript: "Чтобы расставить карточки, странице нужен JavaScript.",
      original: "Открыть оригинал записи", removed: "Записи больше нет в ленте"),
    chat: .russian
  )
}
