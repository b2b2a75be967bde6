extension FeedFormat {
  /// Its plain lists have few distinctive marks, so it is tried last.
  static let vk = FeedFormat(
    service: .vk, idPrefix: "wall", face: "vk", recognises: { root, _ in VKResponse.isVK(root) },
    isItem: { $0.value.object != nil && VKResponse($0).hasList }, showsEachIDOnce: true,
    hints: Hints(
      noPosts: "save the answer of newsfeed.get, newsfeed.search, wall.get or wall.getById",
      authorMissing: "ask the API with extended=1, so that the answer has profiles and groups",
      photoWithoutSizes: "a placeholder is drawn; ask the API with photo_sizes=1", error: VKErrorCode.hint),
    read: { VKPageReader.page(from: $0.root, file: $0.file) })
}

extension Service {
  package static let vk = Service("vk", name: "VK")
}

/// The meaning of VK's error numbers, with advice (dev.vk.com, "Error codes").
enum VKErrorCode {
  @Sendable static func hint(_ code: Int) -> String? {
    switch code {
    case 1, 10: "something failed at VK; ask again later"
    case 2: "the application is switched off; enable it in its settings or use another one"
    case 3: "the API has no such method; check its name and the version asked for"
    case 4: "the request's signature is wrong; sign it again or use a token"
    case 5: "the access token is missing, expired or revoked; get a new one and save the answer again"
    case 6: "too many requests a second; wait and ask again more slowly"
    case 7: "the token lacks the right; get one with the scopes wall and friends"
    case 8: "the request is malformed; check its parameters"
    case 9: "too many requests of the same kind; wait and ask for more at once"
    case 11, 12, 13: "the execute script failed; check its code"
    case 14: "VK asks for a captcha; answer it in a browser and ask again"
    case 15: "access denied: the wall is closed to this token; ask as somebody who may see it"
    case 16: "ask over https"
    case 17: "VK wants the login confirmed; open its redirect_uri in a browser, then ask again"
    case 18: "the page is deleted or banned; nothing can be read from it"
    case 19: "the content is not available to this token"
    case 20, 21: "the method is not open to this kind of application or token"
    case 23: "the method is switched off; use its successor"
    case 27: "a community's token can't ask this; use a user's or a service token"
    case 28: "an application's token can't ask this; use a user's token"
    case 29: "the day's limit for this method is reached; go on tomorrow"
    case 30: "the profile is private; ask as one of its friends"
    case 33: "not implemented by VK yet"
    case 100: "a parameter is missing or wrong; the message names it"
    case 101: "the application's id is wrong; check api_id"
    case 113: "there is no such user; check owner_id"
    case 125: "there is no such community; check owner_id (communities are negative)"
    case 150: "the timestamp is wrong; check start_time and end_time"
    case 200, 201, 203: "access denied by the owner; ask as somebody who may see it"
    case 212, 213: "comments and posts of this wall are closed to this token"
    case 600: "this token may not use the ads methods"
    default: nil
    }
  }
}

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
