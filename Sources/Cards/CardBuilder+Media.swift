import Drawing
import FeedIngest

extension CardBuilder {
  struct Media {
    var kind: PostCard.Kind
    var photo: PostCard.PhotoModel?
    var carousel: PostCard.Carousel?
    /// By its number among the attachments.
    var video: (attachment: Int, model: PostCard.Video)?

    var videos: [PostCard.Video] { video.map { [$0.model] } ?? [] }
  }

  /// One photo spans the card, several are pages; without photos the first video has a poster. Previews of other attachments
  /// are no photos.
  func media(of post: Post) -> Media {
    let photos = post.attachments.compactMap(\.photo)
    guard let first = photos.first else {
      let video = video(among: post.attachments)
      return Media(kind: video == nil ? .text : .video, video: video)
    }
    guard photos.count > 1 else {
      return Media(kind: .photo, photo: model(of: first))
    }
    let small = photos.enumerated().compactMap { index, photo in
      rules.widthLimit(ofPixels: photo.pixelWidth).map { _ in (index, model(of: photo)) }
    }
    return Media(
      kind: .carousel,
      carousel: PostCard.Carousel(
        pages: photos.map { Self.image($0) }, ratio: rules.ratio(ofAspects: photos.map(\.aspect)),
        small: small.isEmpty ? nil : Dictionary(uniqueKeysWithValues: small)))
  }

  func model(of photo: Photo) -> PostCard.PhotoModel {
    PostCard.PhotoModel(
      image: Self.image(photo), ratio: rules.ratio(ofAspect: photo.aspect),
      maxWidth: rules.widthLimit(ofPixels: photo.pixelWidth))
  }

  /// The first video or animation that has a picture large enough for a poster.
  func video(among attachments: [Attachment]) -> (attachment: Int, model: PostCard.Video)? {
    for (index, attachment) in attachments.enumerated() {
      guard case .item(let item) = attachment, let badge = badge(of: item.content),
        let preview = item.preview, !preview.sources.isEmpty, rules.widthLimit(ofPixels: preview.pixelWidth) == nil
      else { continue }
      let (title, subtitle) = (CleanText.line(item.title), CleanText.line(item.caption ?? ""))
      let words = strings.attachments
      let model = PostCard.Video(
        poster: Self.image(preview, description: item.file?.description ?? words.video),
        ratio: rules.ratio(ofAspect: preview.aspect ?? PostCardRules.videoAspect),
        badge: badge.isEmpty ? nil : badge, title: title.isEmpty ? nil : RichText(title),
        subtitle: subtitle.isEmpty ? nil : RichText(subtitle), target: item.url.flatMap(LinkTarget.url))
      return (index, model)
    }
    return nil
  }

  /// What stands in a poster's corner, empty where nobody knows how long it is; nil of what has no poster.
  private func badge(of content: AttachmentItem.Content) -> String? {
    switch content {
    case .video(_, isLive: true): strings.attachments.live
    case .video(let duration, isLive: false): duration.flatMap(durationText) ?? ""
    case .animation: strings.attachments.gif
    default: nil
    }
  }

  /// `description` stands in where the feed gives none.
  static func image(_ photo: Photo, description: String? = nil) -> ImageReference {
    let own = CleanText.line(photo.description ?? "")
    return ImageReference(
      candidates: photo.sources.map {
        ImageReference.Candidate(url: $0.url, width: $0.width, height: $0.height)
      },
      description: own.isEmpty ? description : own,
      focus: photo.focus.map { Point(x: ($0.x + 1) / 2, y: (1 - $0.y) / 2) })
  }
}
