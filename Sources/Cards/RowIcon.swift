import FeedReading

/// The icons of a post card's rows, by their names in the icon set.
package enum RowIcon: String, Hashable, Sendable, CaseIterable {
  case video, link, document, poll, audio, article, market, sticker, podcast, graffiti, album, note, page
  case geo, signer, lock, ad, friend, photo, unknown

  /// The icon of a feed item that is not a post.
  init(_ kind: SystemKind) {
    self =
      switch kind {
      case .friendsAdded, .recommendedAuthors, .recommendedFriends, .recommendedPeople, .recommendedCommunities,
        .memberJoined, .joinedByLink, .membersInvited, .memberInvited, .memberAdded, .memberLeft, .memberRemoved,
        .memberBanned, .profileChanged, .boosted:
        .friend
      case .photosAdded, .photosTagged, .wallPhotosAdded, .stories, .photoChanged, .photoRemoved,
        .roomPictureChanged, .channelIconChanged, .photoSuggested, .screenshotTaken:
        .photo
      case .notesAdded: .note
      case .audiosAdded: .audio
      case .videosAdded, .clipsAdded, .groupCall, .invitedToGroupCall: .video
      case .discussion, .liveText, .digest, .event, .post, .channelCreated, .groupCreated, .roomCreated,
        .becameSupergroup, .titleChanged, .channelTitleChanged, .topicCreated, .topicChanged, .threadStarted,
        .appearanceChanged, .messagePinned, .historyCleared, .encryptionEnabled, .permissionsChanged, .joinRulesChanged,
        .historyAccessChanged, .guestAccessChanged, .messagesVanish, .roomMoved, .addressChanged, .botAllowed,
        .dataShared:
        .page
      case .article: .article
      case .productsAdded: .market
      case .advertisement, .promotion: .ad
      case .call: .audio
      case .gameScored, .paymentSent, .paymentRefunded, .giftSent, .giveaway: .market
      case .tasksDone, .tasksAdded: .poll
      case .miniApps, .other: .unknown
      }
  }
}

extension RowIcon {
  init(_ kind: MediaKind) {
    self =
      switch kind {
      case .photo, .paidMedia: .photo
      case .video, .videoNote, .animation: .video
      case .voice, .audio, .playlist, .artist: .audio
      case .podcast: .podcast
      case .sticker: .sticker
      case .graffiti: .graffiti
      case .album, .story: .album
      case .file: .document
      case .contact: .signer
      case .location, .liveLocation, .venue: .geo
      case .poll, .todo: .poll
      case .market, .game, .giveaway, .giveawayResults: .market
      case .note, .invoice: .note
      case .page: .page
      case .article: .article
      case .link, .embed: .link
      case .unknown: .unknown
      }
  }
}
