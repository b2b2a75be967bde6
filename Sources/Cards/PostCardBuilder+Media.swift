import Drawing
import FeedIngest

extension PostCardBuilder {
  struct Media {
    var kind: PostCard.Kind
    var photo: PostCard.PhotoModel?
    var carousel: PostCard.Carousel?
  }

  /// One photo spans the card, several are pages. Previews of other attachments are no photos.
  func media(of post: Post) -> Media {
    let photos = post.attachments.compactMap(\.photo)
    guard let first = photos.first else { return Media(kind: .text) }
    guard photos.count > 1 else {
      return Media(
        kind: .photo, photo: PostCard.PhotoModel(image: Self.image(first), ratio: rules.ratio(ofAspect: first.aspect)))
    }
    return Media(
      kind: .carousel,
      carousel: PostCard.Carousel(
        pages: photos.map { Self.image($0) }, ratio: rules.ratio(ofAspects: photos.map(\.aspect))))
  }

  /// `description` stands in where the feed gives none.
  static func image(_ photo: Photo, description: String? = nil) -> ImageReference {
    let own = CleanText.line(photo.description ?? "")
    return ImageReference(
      candidates: photo.sources.map {
        ImageReference.Candidate(url: $0.url, width: $0.width, height: $0.height)
      },
      description: own.isEmpty ? description : own)
  }
}
