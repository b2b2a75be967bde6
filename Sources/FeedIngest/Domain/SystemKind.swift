/// What an entry that is not a post tells of, whichever service it is from.
package enum SystemKind: Hashable, Sendable, CaseIterable {
  case friendsAdded, photosAdded, photosTagged, wallPhotosAdded, notesAdded, audiosAdded, videosAdded, clipsAdded
  case discussion, digest, stories, advertisement, productsAdded, article, event, post, promotion, miniApps
  case liveText, recommendedAuthors, recommendedFriends, recommendedPeople, recommendedCommunities
  case channelCreated, titleChanged, photoChanged, appearanceChanged, messagePinned, peopleJoined, peopleLeft,
    liveStream
  /// Something that this version does not know; shown by the service's name for it.
  case other
}
