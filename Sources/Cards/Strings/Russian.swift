import FeedIngest

extension Language {
  package static let ru = Language(
    "ru",
    Strings(
      plural: { count in
        switch (count % 10, count % 100) {
        case (_, 11...14): .other
        case (1, _): .one
        case (2...4, _): .few
        default: .other
        }
      },
      dates: .init(
        months: ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"],
        today: "сегодня в {time}", yesterday: "вчера в {time}", tomorrow: "завтра в {time}",
        sameYear: "{day} {month} в {time}", otherYear: "{day} {month} {year}", full: "{day} {month} {year} в {time}",
        halves: nil),
      numbers: .init(
        decimalSeparator: ",", groupSeparator: "\u{A0}", percent: "{n}\u{A0}%",
        byteUnits: ["Б", "КБ", "МБ", "ГБ", "ТБ"]),
      post: .init(
        showMore: "Показать полностью…", show: "Показать", edited: "изменено", boosted: "{name} продвигает",
        reposted: "{name} делится записью", forwarded: "{name} пересылает", replyTo: "В ответ {name}",
        reply: "В ответ на запись", thread: "Продолжение ветки", from: "из {name}", advertisement: "реклама",
        pinned: "запись закреплена", paywall: "Запись доступна подписчикам", place: "Место", signer: "Автор записи",
        count: forms("{n} запись", "{n} записи", "{n} записей")),
      people: .init(banned: "Заблокированный аккаунт", deleted: "Удалённый аккаунт"),
      events: .init(
        recommended: "Рекомендуем", giftCertificate: "Подарочный сертификат", day: "{day}\u{A0}{month}",
        dayAndYear: "{day}\u{A0}{month} {year}", daysOfMonth: "{from}–{to}\u{A0}{month}",
        daysOfMonthAndYear: "{from}–{to}\u{A0}{month} {year}", days: "{from} – {to}", hours: "{from}–{to}",
        count: forms("{n} событие", "{n} события", "{n} событий")),
      attachments: .init(
        photo: "Фотография", video: "Видео", videoNote: "Видеосообщение", animation: "Анимация",
        voice: "Голосовое сообщение", audio: "Аудиозапись", podcast: "Подкаст", sticker: "Стикер",
        live: "прямой эфир", gif: "GIF", link: "Ссылка", article: "Статья", document: "Документ", file: "Файл",
        album: "Альбом", note: "Заметка", page: "Страница", market: "Товар", graffiti: "Граффити", poll: "Опрос",
        anonymousPoll: "Анонимный опрос", closedPoll: "завершён", openPoll: "закроется {time}",
        severalAnswers: "несколько ответов", contact: "Контакт", location: "Местоположение",
        liveLocation: "Трансляция местоположения", venue: "Место", todo: "Список дел", game: "Игра", invoice: "Счёт",
        giveaway: "Розыгрыш", giveawayResults: "Итоги розыгрыша", paidMedia: "Платная публикация",
        unknown: "Вложение", votes: forms("{n} голос", "{n} голоса", "{n} голосов"),
        voters: forms("{n} участник", "{n} участника", "{n} участников"),
        photos: forms("{n} фотография", "{n} фотографии", "{n} фотографий")),
      quotes: { absence in
        switch absence {
        case .deleted: "Запись удалена"
        case .blocked: "Запись недоступна"
        case .detached: "Автор убрал запись из цитаты"
        case .notIncluded: "Записи нет в ленте"
        }
      },
      system: .init(words: words, and: "{names} и {name}", andMore: "{names} и ещё {n}"),
      screen: .init(search: "Поиск", feed: "Лента"),
      accessibility: .init(
        photo: "Фотография", photoOf: "Фотография {n} из {total}", avatarOf: "Фото профиля: {name}",
        likes: forms("{n} отметка «Нравится»", "{n} отметки «Нравится»", "{n} отметок «Нравится»"),
        favourites: forms("{n} раз в избранном", "{n} раза в избранном", "{n} раз в избранном"),
        reactions: forms("{n} реакция", "{n} реакции", "{n} реакций"),
        comments: forms("{n} комментарий", "{n} комментария", "{n} комментариев"),
        replies: forms("{n} ответ", "{n} ответа", "{n} ответов"),
        reposts: forms("{n} репост", "{n} репоста", "{n} репостов"),
        boosts: forms("{n} продвижение", "{n} продвижения", "{n} продвижений"),
        quotes: forms("{n} цитата", "{n} цитаты", "{n} цитат"),
        views: forms("{n} просмотр", "{n} просмотра", "{n} просмотров"),
        chosenAnswer: "ваш выбор"),
      site: .init(
        theme: "Тема", system: "Системная", light: "Светлая", dark: "Тёмная", width: "Ширина", columns: "Колонки",
        boxes: "Рамки",
        review: "Открыть в проверке", collapse: "Свернуть", carousel: "Фотографии",
        previousPhoto: "Предыдущая фотография", nextPhoto: "Следующая фотография",
        noScript: "Чтобы расставить карточки, странице нужен JavaScript.", original: "Открыть оригинал записи",
        removed: "Записи больше нет в ленте"),
      page: .init(
        searchFor: ("Слова, from:Анна, kind:photo", "Слова, from:Анна, on:2024-05-01"),
        searchHelp: (
          "from:имя — чьи записи, kind:photo — с чем (video, gif, poll, repost, link, text, ad), on:2024-05-01 — за день (2024-05 — за месяц), since:… и before:… — с этого дня и до него, кавычки — слова подряд",
          "from:имя — чьи сообщения, on:2024-05-01 — за день (2024-05 — за месяц), since:… и before:… — с этого дня и до него, кавычки — слова подряд"
        ),
        printed: ("Записи {from}–{to} из {n}", "{from}–{to} из {n}"), search: "Поиск", results: "Найденное",
        found: "Найдено: {n}", nothing: "Ничего не найдено", searching: "Ищем… {n} %",
        badDate: "Не дата: {n}. Даты пишутся так: 2024-05-01, 2024-05 или 2024", calendar: "Календарь", month: "Месяц",
        previousMonth: "Предыдущий месяц", nextMonth: "Следующий месяц", close: "Закрыть",
        toEnd: "К последним сообщениям", back: "Вернуться назад", settings: "Вид", unread: "Непрочитанные сообщения",
        allChats: "Все переписки", byAuthor: "Автор", byKind: "Вид", allAuthors: "Все авторы", allKinds: "Все виды",
        kinds: .init(
          photo: "Фотографии", video: "Видео", gif: "GIF", poll: "Опросы", repost: "Репосты", link: "Ссылки и файлы",
          text: "Только текст", ad: "Реклама"),
        asDrawn: "Как на карточке", originalSize: "Исходный размер", saveImage: "Сохранить картинку",
        unknownPost: "Такой записи в этой ленте нет",
        messages: forms("{n} сообщение", "{n} сообщения", "{n} сообщений")),
      chat: .init(
        months: [
          "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
          "декабря",
        ],
        day: "{day}\u{A0}{month}", dayAndYear: "{day}\u{A0}{month} {year}", nobody: "Удалённый аккаунт",
        deleted: "Сообщение удалено", empty: "Пустое сообщение", missing: "Сообщения нет в переписке",
        forwarded: "Переслано", forwardedFrom: "Переслано от {name}", quoted: "«{text}»",
        unread: "Непрочитанные сообщения", chats: "Переписки", feedsAndChats: "Ленты и переписки")))

  private static func forms(_ one: Phrase, _ few: Phrase, _ many: Phrase) -> PluralForms {
    PluralForms(one: one, few: few, other: many)
  }

  @Sendable
  private static func words(_ kind: SystemKind) -> Strings.SystemWords.Words {
    switch kind {
    case .friendsAdded: ("Новые друзья", nil)
    case .photosAdded: ("Новые фотографии", nil)
    case .photosTagged: ("Отметки на фотографиях", nil)
    case .wallPhotosAdded: ("Фотографии на стене", nil)
    case .notesAdded: ("Новая заметка", nil)
    case .audiosAdded: ("Новые аудиозаписи", nil)
    case .videosAdded: ("Новые видео", nil)
    case .clipsAdded: ("Клипы", nil)
    case .discussion: ("Новое в обсуждении", nil)
    case .digest: ("Подборка записей", nil)
    case .stories: ("Истории", nil)
    case .advertisement: ("Реклама", nil)
    case .productsAdded: ("Новые товары", nil)
    case .article: ("Новая статья", nil)
    case .event: ("Мероприятие", nil)
    case .post: ("Запись", nil)
    case .promotion: ("Предложение", nil)
    case .miniApps: ("Мини-приложения", nil)
    case .liveText: ("Текстовый репортаж", nil)
    case .recommendedAuthors: ("Рекомендуемые авторы", nil)
    case .recommendedFriends: ("Возможные друзья", nil)
    case .recommendedPeople: ("Рекомендуемые страницы", nil)
    case .recommendedCommunities: ("Рекомендуемые сообщества", nil)
    case .channelCreated: ("Канал создан", "Канал создан")
    case .groupCreated: ("Канал создан", "{name} создаёт группу")
    case .roomCreated: ("Канал создан", "{name} создаёт комнату")
    case .becameSupergroup: ("Канал создан", "Группа стала супергруппой")
    case .titleChanged: ("Название изменено", "{name} меняет название")
    case .channelTitleChanged: ("Название изменено", "{name} меняет название канала")
    case .topicCreated: ("Новая тема", "{name} создаёт тему")
    case .topicChanged: ("Тема изменена", "{name} меняет тему")
    case .threadStarted: ("Новая ветка", "{name} начинает ветку")
    case .photoChanged: ("Фотография изменена", "{name} меняет фотографию группы")
    case .photoRemoved: ("Фотография изменена", "{name} убирает фотографию группы")
    case .roomPictureChanged: ("Фотография изменена", "{name} меняет картинку комнаты")
    case .channelIconChanged: ("Фотография изменена", "{name} меняет значок канала")
    case .appearanceChanged: ("Оформление изменено", "{name} меняет оформление")
    case .messagePinned: ("Сообщение закреплено", "{name} закрепляет {type}")
    case .historyCleared: ("История очищена", "{name} очищает переписку")
    case .memberJoined: ("Новые участники", "{name} присоединяется")
    case .joinedByLink: ("Новые участники", "{name} присоединяется по ссылке")
    case .membersInvited: ("Новые участники", "{name} приглашает участников")
    case .memberInvited: ("Новые участники", "{name} приглашает участника")
    case .memberAdded: ("Новые участники", "{name} добавляет участника")
    case .memberLeft: ("Участники вышли", "{name} выходит")
    case .memberRemoved: ("Участники вышли", "{name} исключает участника")
    case .memberBanned: ("Участники вышли", "{name} блокирует участника")
    case .call: ("Звонок", "Звонок от {name}")
    case .groupCall: ("Трансляция", "Групповой звонок")
    case .invitedToGroupCall: ("Приглашение в трансляцию", "{name} приглашает участников в групповой звонок")
    case .gameScored: ("Счёт в игре", "{name}: счёт в игре")
    case .encryptionEnabled: ("Шифрование включено", "Шифрование включено")
    case .permissionsChanged: ("Правила изменены", "{name} меняет права")
    case .joinRulesChanged: ("Правила изменены", "{name} меняет правила входа")
    case .historyAccessChanged: ("Правила изменены", "{name} меняет доступ к истории")
    case .guestAccessChanged: ("Правила изменены", "{name} меняет доступ гостей")
    case .other(let words): ("Событие ленты: \(words)", nil)
    }
  }
}
