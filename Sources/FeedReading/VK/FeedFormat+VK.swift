extension FeedFormat {
  /// Its plain lists have few distinctive marks, so it is tried last.
  static let vk = FeedFormat(
    service: .vk, idPrefix: "wall", face: "vk", recognises: { root, _ in VKResponse.isVK(root) },
    isItem: { $0.value.object != nil && VKResponse($0).hasList }, showsEachIDOnce: true,
    hints: Hints(
      noPosts: "save the response of newsfeed.get, newsfeed.search, wall.get or wall.getById",
      authorMissing: "request it with extended=1, so that the response contains profiles and groups",
      photoWithoutSizes: "a placeholder is drawn; request it with photo_sizes=1", error: VKErrorCode.hint),
    // Besides programs and places: questions about the feed itself, and the shop's words for its goods.
    asides: ["post_source", "geo", "ads_title", "edit_mode", "feedback", "background", "category", "currency"],
    plain: { FacetedText(ofVK: $0).string },
    holding: { root, _ in
      let answer = VKResponse(root)
      return answer.refused.isEmpty ? .posts : answer.hasList ? .both : .conversations
    },
    converted: VKArchiveWall.conversion,
    read: { VKPageReader.page(from: $0.root, file: $0.file, leavesChats: $0.leavesChats) })
}

extension Service {
  package static let vk = Service("vk", name: "VK")
}

/// The meaning of VK's error numbers, with advice (dev.vk.com, "Error codes").
enum VKErrorCode {
  @Sendable static func hint(_ code: Int) -> String? {
    switch code {
    case 1, 10: "VK failed internally; try again later"
    case 2: "the application is disabled; enable it in its settings or use a different one"
    case 3: "the API has no such method; check its name and the API version"
    case 4: "the request's signature is invalid; sign it again or use a token"
    case 5: "the access token is missing, expired or revoked; get a new one and save the response again"
    case 6: "too many requests per second; wait, then send them more slowly"
    case 7: "the token lacks a permission; get one with the scopes wall and friends"
    case 8: "the request is malformed; check its parameters"
    case 9: "too many requests of the same kind; wait, then request more items at once"
    case 11, 12, 13: "the execute script failed; check its code"
    case 14: "VK requires a captcha; solve it in a browser and try again"
    case 15: "access denied: this token may not read the wall; use the token of a user with access"
    case 16: "use https"
    case 17: "VK requires you to confirm the login; open its redirect_uri in a browser, then try again"
    case 18: "the page is deleted or banned; nothing can be read from it"
    case 19: "the content is not available to this token"
    case 20, 21: "this kind of application or token can't call the method"
    case 23: "the method is disabled; use its replacement"
    case 27: "a community token can't call this method; use a user or service token"
    case 28: "an application token can't call this method; use a user token"
    case 29: "the daily limit of this method is reached; continue tomorrow"
    case 30: "the profile is private; use a token of one of its friends"
    case 33: "VK does not implement this yet"
    case 100: "a parameter is missing or wrong; the message names it"
    case 101: "the application id is wrong; check api_id"
    case 113: "there is no such user; check owner_id"
    case 125: "there is no such community; check owner_id (communities are negative)"
    case 150: "the timestamp is wrong; check start_time and end_time"
    case 200, 201, 203: "the owner denies access; use the token of a user with access"
    case 212, 213: "this token may not read the comments and posts of this wall"
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
    "user_rec": .recommendedPeople, "recommended_groups": .recommendedCommunities, "clips_block": .clipsAdded,
    "clips_autoplay_block": .clipsAdded, "clips_challenge": .clipsAdded, "videos_for_you": .videosAdded,
    "videos_block": .videosAdded, "stories_block": .stories, "recommended_stories": .stories,
    "recommended_chats": .recommendedCommunities, "recommended_artists": .recommendedAuthors,
    "mini_apps_carousel": .miniApps, "mini_app_carousel": .miniApps, "games_carousel": .miniApps,
    "recommended_game": .miniApps, "market_block": .productsAdded, "aliexpress_carousel": .productsAdded,
    "recommended_audios": .audiosAdded, "recommended_playlists": .audiosAdded,
  ]
}
