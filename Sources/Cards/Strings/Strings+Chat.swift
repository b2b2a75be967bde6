import FeedIngest

extension Strings {
  /// Of conversations.
  package struct ChatWords: Sendable {
    /// Twelve names as they stand beside a day's number, January first.
    package let months: [String]
    package let day: Phrase
    package let dayAndYear: Phrase
    /// Who wrote something and has left no name.
    package let nobody: String
    package let deleted: String
    /// A message of which nothing is known but that it was there.
    package let empty: String
    /// A message that is answered and is not in the conversation.
    package let missing: String
    package let forwarded: String
    package let forwardedFrom: Phrase
    package let unread: String
    /// Over a list of them.
    package let chats: String
    package let media: [ChatMedium.Kind: String]
    /// By the services' own names for what happened; `{type}` is what it happened to.
    package let actions: [String: Phrase]

    package func word(_ kind: ChatMedium.Kind) -> String { media[kind] ?? kind.rawValue }

    /// Nil for one that is told in the service's own words.
    package func action(_ name: String) -> Phrase? { actions[name] }
  }
}

extension Strings.ChatWords {
  static let russian = Strings.ChatWords(
    months: [
      "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
      "декабря",
    ],
    day: "{day}\u{A0}{month}", dayAndYear: "{day}\u{A0}{month} {year}", nobody: "Удалённый аккаунт",
    deleted: "Сообщение удалено", empty: "Пустое сообщение", missing: "Сообщения нет в переписке",
    forwarded: "Переслано", forwardedFrom: "Переслано от {name}", unread: "Непрочитанные сообщения", chats: "Переписки",
    media: [
      .photo: "Фотография", .video: "Видео", .voice: "Голосовое сообщение", .audio: "Аудиозапись",
      .animation: "GIF", .sticker: "Стикер", .file: "Файл", .contact: "Контакт", .location: "Местоположение",
      .venue: "Место", .poll: "Опрос", .todo: "Список дел", .game: "Игра", .invoice: "Счёт", .giveaway: "Розыгрыш",
      .embed: "Вложение", .link: "Ссылка", .videoNote: "Видеосообщение", .liveLocation: "Трансляция местоположения",
      .giveawayResults: "Итоги розыгрыша", .paidMedia: "Платная публикация",
    ],
    actions: [
      "create_group": "{name} создаёт группу", "create_channel": "Канал создан",
      "edit_group_title": "{name} меняет название", "edit_group_photo": "{name} меняет фотографию группы",
      "delete_group_photo": "{name} убирает фотографию группы", "invite_members": "{name} приглашает участников",
      "remove_members": "{name} исключает участника", "join_group_by_link": "{name} присоединяется по ссылке",
      "join_group_by_request": "{name} присоединяется", "pin_message": "{name} закрепляет {type}",
      "clear_history": "{name} очищает переписку", "phone_call": "Звонок от {name}", "group_call": "Групповой звонок",
      "topic_created": "{name} создаёт тему", "topic_edit": "{name} меняет тему",
      "migrate_to_supergroup": "Группа стала супергруппой", "migrate_from_group": "Группа стала супергруппой",
      "score_in_game": "{name}: счёт в игре", "edit_chat_theme": "{name} меняет оформление",
      "RecipientAdd": "{name} добавляет участника", "RecipientRemove": "{name} исключает участника",
      "Call": "Звонок от {name}", "ChannelNameChange": "{name} меняет название канала",
      "ChannelIconChange": "{name} меняет значок канала", "ChannelPinnedMessage": "{name} закрепляет {type}",
      "GuildMemberJoin": "{name} присоединяется", "ThreadCreated": "{name} начинает ветку",
      "m.room.create": "{name} создаёт комнату", "m.room.member:join": "{name} присоединяется",
      "m.room.member:leave": "{name} выходит", "m.room.member:invite": "{name} приглашает участника",
      "m.room.member:ban": "{name} блокирует участника", "m.room.name": "{name} меняет название",
      "m.room.topic": "{name} меняет тему", "m.room.avatar": "{name} меняет картинку комнаты",
      "m.room.encryption": "Шифрование включено", "m.room.power_levels": "{name} меняет права",
      "m.room.join_rules": "{name} меняет правила входа",
      "m.room.history_visibility": "{name} меняет доступ к истории",
      "m.room.guest_access": "{name} меняет доступ гостей",
    ])

  static let english = Strings.ChatWords(
    months: [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ],
    day: "{month}\u{A0}{day}", dayAndYear: "{month}\u{A0}{day}, {year}", nobody: "Deleted account",
    deleted: "Message deleted", empty: "Empty message", missing: "The message is not in this chat",
    forwarded: "Forwarded", forwardedFrom: "Forwarded from {name}", unread: "Unread messages", chats: "Chats",
    media: [
      .photo: "Photo", .video: "Video", .voice: "Voice message", .audio: "Audio", .animation: "GIF",
      .sticker: "Sticker", .file: "File", .contact: "Contact", .location: "Location", .venue: "Place", .poll: "Poll",
      .todo: "To-do list", .game: "Game", .invoice: "Invoice", .giveaway: "Giveaway", .embed: "Attachment",
      .link: "Link", .videoNote: "Video message", .liveLocation: "Live location",
      .giveawayResults: "Giveaway results", .paidMedia: "Paid post",
    ],
    actions: [
      "create_group": "{name} created the group", "create_channel": "Channel created",
      "edit_group_title": "{name} changed the name", "edit_group_photo": "{name} changed the group's photo",
      "delete_group_photo": "{name} removed the group's photo", "invite_members": "{name} invited members",
      "remove_members": "{name} removed a member", "join_group_by_link": "{name} joined by a link",
      "join_group_by_request": "{name} joined", "pin_message": "{name} pinned {type}",
      "clear_history": "{name} cleared the history", "phone_call": "Call from {name}", "group_call": "Group call",
      "topic_created": "{name} created a topic", "topic_edit": "{name} changed the topic",
      "migrate_to_supergroup": "The group became a supergroup", "migrate_from_group": "The group became a supergroup",
      "score_in_game": "{name}: a score in a game",
      "edit_chat_theme": "{name} changed the theme",
      "RecipientAdd": "{name} added a member", "RecipientRemove": "{name} removed a member",
      "Call": "Call from {name}", "ChannelNameChange": "{name} changed the channel's name",
      "ChannelIconChange": "{name} changed the channel's icon", "ChannelPinnedMessage": "{name} pinned {type}",
      "GuildMemberJoin": "{name} joined", "ThreadCreated": "{name} started a thread",
      "m.room.create": "{name} created the room", "m.room.member:join": "{name} joined",
      "m.room.member:leave": "{name} left", "m.room.member:invite": "{name} invited somebody",
      "m.room.member:ban": "{name} banned somebody", "m.room.name": "{name} changed the name",
      "m.room.topic": "{name} changed the topic", "m.room.avatar": "{name} changed the room's picture",
      "m.room.encryption": "Encryption is on", "m.room.power_levels": "{name} changed permissions",
      "m.room.join_rules": "{name} changed who may join",
      "m.room.history_visibility": "{name} changed who sees the history",
      "m.room.guest_access": "{name} changed what guests may do",
    ])
}
