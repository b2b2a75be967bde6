/// The items of VK's news feed that are not posts, by VK's names.
enum VKSystemKind {
  static func of(_ type: String) -> SystemKind { table[type] ?? .named(type) }

  private static let table: [String: SystemKind] = [
    "friend": .friendsAdded, "photo": .photosAdded, "photo_tag": .photosTagged, "wall_photo": .wallPhotosAdded,
    "note": .notesAdded, "audio": .audiosAdded, "video": .videosAdded, "clips": .clipsAdded, "topic": .discussion,
    "digest": .digest, "stories": .stories, "ads": .advertisement, "market": .productsAdded, "article": .article,
    "event": .event, "post": .post, "promo_button": .promotion, "mini_apps": .miniApps, "textlive": .liveText,
    "authors_rec": .recommendedAuthors, "friends_recommendations": .recommendedFriends,
    "user_rec": .recommendedPeople, "recommended_groups": .recommendedCommunities,
  ]
}
