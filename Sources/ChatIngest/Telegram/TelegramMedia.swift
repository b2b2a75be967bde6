import FeedIngest
import JSONTree

/// What a message of Telegram's carries. What was not downloaded counts, too.
enum TelegramMedia {
  static func media(of node: JSONNode) -> [ChatMedium] {
    var media: [ChatMedium] = []
    if node.child("photo") != nil || node.child("photo_file_size") != nil {
      media.append(file(.photo, node, "photo", size: "photo_file_size"))
    }
    if node.child("file") != nil || node.child("media_type") != nil {
      media.append(file(kind(node), node, "file", size: "file_size"))
    }
    if let contact = node.object("contact_information") {
      let name = [contact.text("first_name"), contact.text("last_name")].compactMap { $0 }.joined(separator: " ")
      media.append(ChatMedium(.contact, title: name.isEmpty ? contact.text("phone_number") : name))
    }
    if node.child("place_name") != nil {
      media.append(ChatMedium(.venue, title: node.text("place_name")))
    } else if node.value.object?["location_information"] != nil {
      media.append(ChatMedium(node.child("live_location_period_seconds") == nil ? .location : .liveLocation))
    }
    if let poll = node.object("poll") { media.append(self.poll(poll)) }
    for (key, kind) in others where node.child(key) != nil { media.append(ChatMedium(kind)) }
    return media
  }

  private static let others: [(String, ChatMedium.Kind)] = [
    ("todo_list", .todo), ("game_title", .game), ("invoice_information", .invoice),
    ("giveaway_information", .giveaway), ("giveaway_results", .giveawayResults), ("paid_stars_amount", .paidMedia),
  ]

  private static func kind(_ node: JSONNode) -> ChatMedium.Kind {
    switch node.text("media_type") {
    case "sticker": .sticker
    case "video_message": .videoNote
    case "voice_message": .voice
    case "animation": .animation
    case "video_file", "video": .video
    case "audio_file": .audio
    default: .file
    }
  }

  private static func file(_ kind: ChatMedium.Kind, _ node: JSONNode, _ key: String, size: String) -> ChatMedium {
    var medium = ChatMedium(kind, address: path(node.text(key)), title: node.text("file_name", "title"))
    (medium.width, medium.height) = (node.positive("width"), node.positive("height"))
    medium.duration = node.positive("duration_seconds")
    medium.size = node.positive(size)
    medium.thumbnail = path(node.text("thumbnail"))
    return medium
  }

  /// "(File not included. …)", "(File exceeds maximum size. …)", "(File unavailable, …)" are no paths.
  private static func path(_ text: String?) -> String? {
    guard let text, !(text.hasPrefix("(File ") && text.hasSuffix(")")) else { return nil }
    return text
  }

  private static func poll(_ node: JSONNode) -> ChatMedium {
    var medium = ChatMedium(.poll, title: TelegramChatReader.text(node.child("question")).0)
    medium.answers = node.list("answers").map {
      ChatMedium.Answer(text: TelegramChatReader.text($0.child("text")).0, votes: $0.int("voters"))
    }
    return medium
  }
}
