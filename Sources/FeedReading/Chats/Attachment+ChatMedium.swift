import Basics

extension Attachment {
  /// A message's attachment in the form of a post's.
  init(_ medium: ChatMedium) {
    if let own = medium.attachment {
      self = own
      return
    }
    switch medium.kind {
    case .photo where medium.address != nil || medium.thumbnail != nil: self = .photo(Photo(medium))
    default: self = .item(AttachmentItem(medium))
    }
  }
}

extension Photo {
  /// The image itself, or else its thumbnail.
  fileprivate init(_ medium: ChatMedium) {
    let own = medium.address.map { Source(url: $0, width: medium.width, height: medium.height) }
    let still = medium.thumbnail.map { Source(url: $0) }
    self.init(sources: [own, still].compactMap { $0 }, width: medium.width, height: medium.height)
  }

  /// A still image of a video or file.
  fileprivate init?(stillOf medium: ChatMedium) {
    guard let address = medium.thumbnail else { return nil }
    self.init(sources: [Source(url: address)], width: medium.width, height: medium.height)
  }
}

extension AttachmentItem {
  fileprivate init(_ medium: ChatMedium) {
    let title = medium.title ?? ""
    var preview = Photo(stillOf: medium)
    let content: Content
    switch medium.kind {
    case .video: content = .video(duration: medium.duration, isLive: false)
    case .videoNote: content = .videoNote(duration: medium.duration)
    case .animation: content = .animation(duration: medium.duration)
    case .voice: content = .voice(duration: medium.duration)
    case .audio: content = .audio(artist: medium.caption, duration: medium.duration)
    case .sticker:
      content = .sticker
      // Whether the file can be drawn as an image is only known once it is opened.
      if let address = medium.address {
        preview = Photo(
          sources: [Photo.Source(url: address, width: medium.width, height: medium.height)], width: medium.width,
          height: medium.height)
      }
    case .file: content = .document(size: medium.size, fileExtension: Self.fileExtension(of: title))
    case .poll:
      content =
        medium.answers.isEmpty
        ? .plain(.poll)
        : .poll(Poll(answers: medium.answers, isClosed: medium.isClosed, voters: medium.voters))
    case .link: content = medium.address.map { .link(url: WebAddress(written: $0)) } ?? .plain(.link)
    case .embed: content = medium.address.map { .embed(url: WebAddress(written: $0)) } ?? .plain(.embed)
    default: content = .plain(medium.kind)
    }
    self.init(
      type: medium.kind.rawValue, content: content, title: title, caption: medium.caption, preview: preview,
      file: medium.address.map { File(url: $0, width: medium.width, height: medium.height) })
  }

  private static func fileExtension(of name: String) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, 1...5 ~= last.count else { return nil }
    return last.lowercased()
  }
}
