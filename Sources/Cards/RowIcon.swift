/// The icons that rows of a post card ask for, by their names in the icon set.
package enum RowIcon: String, Hashable, Sendable, CaseIterable {
  case video, link, document, poll, audio, article, market, sticker, podcast, graffiti, album, note, page
  case geo, signer, lock, ad, friend, photo, unknown

  /// For an item of the feed that is not a post.
  init(systemType type: String) {
    self =
      switch SystemItem(rawValue: type) {
      case .friend, .friendRecommendations, .userRecommendations, .authorRecommendations, .groupRecommendations: .friend
      case .photo, .photoTag, .wallPhoto, .stories: .photo
      case .note: .note
      case .audio: .audio
      case .video, .clips: .video
      case .topic, .textLive, .digest, .event, .post: .page
      case .article: .article
      case .market: .market
      case .ads, .promotion: .ad
      case .miniApps, nil: .unknown
      }
  }
}
