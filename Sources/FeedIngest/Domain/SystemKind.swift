/// What an entry tells of that nobody wrote, whichever service it is from.
package enum SystemKind: Hashable, Sendable {
  // What a news feed puts together.
  case friendsAdded, photosAdded, photosTagged, wallPhotosAdded, notesAdded, audiosAdded, videosAdded, clipsAdded
  case discussion, digest, stories, advertisement, productsAdded, article, event, post, promotion, miniApps, liveText
  case recommendedAuthors, recommendedFriends, recommendedPeople, recommendedCommunities
  // What happens in a channel or a conversation.
  case channelCreated, groupCreated, roomCreated, becameSupergroup
  case titleChanged, channelTitleChanged, topicCreated, topicChanged, threadStarted
  /// A group's photo; that of a room, and that of a channel.
  case photoChanged, photoRemoved, roomPictureChanged, channelIconChanged, appearanceChanged
  case messagePinned, historyCleared, call, groupCall, invitedToGroupCall, gameScored
  case paymentSent, paymentRefunded, tasksDone, tasksAdded
  case memberJoined, joinedByLink, membersInvited, memberInvited, memberAdded, memberLeft, memberRemoved, memberBanned
  case encryptionEnabled, permissionsChanged, joinRulesChanged, historyAccessChanged, guestAccessChanged
  case profileChanged, photoSuggested, messagesVanish, roomMoved, addressChanged, screenshotTaken
  case giftSent, giveaway, boosted, botAllowed, dataShared
  /// Something that this version does not know, in words of the service.
  case other(String)

  /// What has no case of its own, by the service's name for it: `create_group` is "create group".
  package static func named(_ name: String) -> SystemKind {
    .other(name.split { !$0.isLetter && !$0.isNumber }.joined(separator: " "))
  }
}
