import Digests
import Drawing
import FeedIngest

/// What a message carries beside its text.
extension CardBuilder {
  struct MessageMedia {
    var sticker: PostCard.PhotoModel?
    var photo: PostCard.PhotoModel?
    var album: MessageCard.Album?
    var videos: [PostCard.Video] = []
    var voice: MessageCard.Voice?
    var rows: [PostCard.Row] = []
    var previews: [PostCard.Row] = []

    var isEmpty: Bool {
      sticker == nil && photo == nil && album == nil && videos.isEmpty && voice == nil && rows.isEmpty
        && previews.isEmpty
    }
  }

  func messageMedia(of post: Post) -> MessageMedia {
    var media = MessageMedia()
    let photos = post.attachments.compactMap(\.photo)
    if photos.count > 1 {
      media.album = album(of: photos)
    } else {
      media.photo = photos.first.map { model(of: $0) }
    }
    // A film that has a still is shown by it where no photo is.
    let video = photos.isEmpty ? video(among: post.attachments) : nil
    media.videos = video.map { [$0.model] } ?? []
    for (index, attachment) in post.attachments.enumerated() {
      guard case .item(let item) = attachment, index != video?.attachment, link(item) == nil else { continue }
      add(item, of: post, to: &media)
    }
    return media
  }

  private func add(_ item: AttachmentItem, of post: Post, to media: inout MessageMedia) {
    switch item.content {
    case .poll(let poll) where !poll.answers.isEmpty: return
    case .sticker where media.sticker == nil && post.attachments.count == 1 && post.text.isEmpty:
      if let sticker = sticker(item) {
        media.sticker = sticker
        return
      }
    case .audio(_, let duration) where item.type == ChatMedium.Kind.voice.rawValue && media.voice == nil:
      media.voice = MessageCard.Voice(
        duration: duration.flatMap(durationText), levels: Self.levels(of: post.id, seconds: duration ?? 0),
        title: strings.chat.word(.voice))
      return
    default: break
    }
    if case .link = item.content {
      media.previews.append(messageRow(of: item, in: post))
    } else {
      media.rows.append(messageRow(of: item, in: post))
    }
  }

  private static let stickerEndings = [".webp", ".png", ".jpg", ".jpeg"]

  /// Nil where there is no still picture of it: some move, or were not exported.
  private func sticker(_ item: AttachmentItem) -> PostCard.PhotoModel? {
    guard let preview = item.preview,
      let source = preview.sources.first(where: { source in
        Self.stickerEndings.contains { source.url.lowercased().hasSuffix($0) } && hasPicture(source.url)
      })
    else { return nil }
    var photo = preview
    photo.sources = [source]
    return PostCard.PhotoModel(
      image: Self.image(photo, description: strings.chat.word(.sticker)), ratio: 1 / (photo.aspect ?? 1).clampedAspect)
  }

  private func messageRow(of item: AttachmentItem, in post: Post) -> PostCard.Row {
    let kind = ChatMedium.Kind(rawValue: item.type) ?? .file
    let word = strings.chat.word(kind)
    // What the text says already (a place's address) is not said twice.
    let title = item.title == post.text ? "" : CleanText.line(item.title)
    var details: [String?] = title.isEmpty ? [] : [word]
    switch item.content {
    case .document(let size, _): details.append(size.flatMap(strings.fileSize))
    case .audio(_, let duration), .video(let duration, _), .animation(let duration):
      details.append(duration.flatMap(durationText))
    case .link(let url): details = [LinkTarget.host(of: url)]
    default: break
    }
    let target: String? = if case .link(let url) = item.content { url } else { item.url }
    return Self.row(
      item.type, RowIcon(kind), title: title.isEmpty ? word : title, subtitle: Self.joined(details),
      preview: item.content == .sticker ? nil : item.preview.map { Self.image($0) }, target: target)
  }

  // MARK: Albums

  /// Rows of two and three, each as high as lets its pictures keep their shapes.
  private func album(of photos: [Photo]) -> MessageCard.Album {
    var rows: [MessageCard.Album.Row] = []
    var rest = photos[...]
    for count in Self.rowCounts(of: photos.count) {
      let own = rest.prefix(count)
      rest = rest.dropFirst(count)
      let aspects = own.map { ($0.aspect ?? rules.fallbackAspect).clampedAspect }
      let sum = aspects.reduce(0, +)
      rows.append(
        MessageCard.Album.Row(
          ratio: 1 / sum,
          cells: zip(own, aspects).map { MessageCard.Album.Cell(image: Self.image($0), share: $1 / sum) }))
    }
    return MessageCard.Album(rows: rows)
  }

  /// Threes, with twos first where they don't come out even: 2, 3, 2 2, 2 3, 3 3, 2 2 3, …
  static func rowCounts(of count: Int) -> [Int] {
    guard count > 1 else { return count == 1 ? [1] : [] }
    let twos = count % 3 == 0 ? 0 : count % 3 == 2 ? 1 : 2
    return Array(repeating: 2, count: twos) + Array(repeating: 3, count: (count - 2 * twos) / 3)
  }

  // MARK: Voices

  private static let levelCounts = 14...34

  /// An export has no waveform. Bars stand for it, more for a longer message, the same in every run: what is seen is a voice
  /// and its length, not what was said.
  static func levels(of id: String, seconds: Int) -> [Double] {
    let count = min(
      max(Self.levelCounts.lowerBound + max(0, min(seconds, 1000)) / 2, Self.levelCounts.lowerBound),
      Self.levelCounts.upperBound)
    var digest = FNV1a64()
    digest.append(id)
    return (0..<count).map { index in
      digest.append(UInt8(truncatingIfNeeded: index))
      let noise = Double(digest.value >> 40 & 0xFF) / 255
      // Syllables: loud in the middle of each, soft between them.
      let swell = Double([5, 8, 10, 7, 4, 6, 9, 6, 3][index % 9]) / 10
      return min(1, max(0.15, swell * (0.55 + 0.6 * noise)))
    }
  }
}

extension Double {
  /// Width ÷ height that a cell of an album takes: neither a slit nor a strip.
  fileprivate var clampedAspect: Double { isFinite ? Swift.min(Swift.max(self, 0.6), 2.2) : 1 }
}

extension RowIcon {
  init(_ kind: ChatMedium.Kind) {
    self =
      switch kind {
      case .photo, .paidMedia: .photo
      case .video, .videoNote, .animation: .video
      case .voice, .audio: .audio
      case .sticker: .sticker
      case .file: .document
      case .contact: .signer
      case .location, .liveLocation, .venue: .geo
      case .poll, .todo: .poll
      case .game, .giveaway, .giveawayResults: .market
      case .invoice: .note
      case .link, .embed: .link
      }
  }
}
