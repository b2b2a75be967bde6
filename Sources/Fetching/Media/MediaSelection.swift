import Basics
import FeedReading
import Foundation

/// Selects the files for a page's posts: the visible media, each in a suitable size.
package struct MediaSelection: Sendable {
  enum Kind: String, Sendable { case picture, video }

  package struct Want: Hashable, Sendable {
    /// The address as written in the page, by which an export finds it.
    package var url: String
    var kind: Kind
  }

  /// The required width of images in pixels: the widest card at the largest scale.
  package var pictureWidth = 2160
  /// The required width of avatars in pixels.
  var avatarWidth = 200
  /// Whether videos and audio are included.
  package var hasVideos = false

  package init() {}

  /// Returns the files in page order, without duplicates.
  package func wants(of page: [UInt8], name: String) -> [Want] {
    let read = FeedReader.page(from: FeedDocument(name: name, bytes: page))
    var found = SelectedMedia()
    for entry in read.entries { add(entry.post, read.service, to: &found) }
    return found.list
  }

  private struct SelectedMedia {
    var list: [Want] = []
    var seen: Set<String> = []

    mutating func add(_ url: String?, _ kind: Kind) {
      guard let url, url.hasPrefix("http://") || url.hasPrefix("https://"), seen.insert(url).inserted else { return }
      list.append(Want(url: url, kind: kind))
    }
  }

  private func add(_ post: Post, _ service: Service?, to found: inout SelectedMedia) {
    for author in [post.author, post.signer].compactMap({ $0 }) + post.people {
      found.add(best(author.avatar, avatarWidth, service), .picture)
    }
    for attachment in post.attachments {
      switch attachment {
      case .photo(let photo): found.add(best(photo, pictureWidth, service), .picture)
      case .item(let item):
        found.add(best(item.preview, pictureWidth, service), .picture)
        if hasVideos, let file = item.file?.url, Self.isPlayed(item.content), !file.contains(".m3u8") {
          found.add(file, .video)
        }
      }
    }
    for repost in post.reposts { add(repost, service, to: &found) }
    if let quoted = post.quote?.post { add(quoted, service, to: &found) }
  }

  private static func isPlayed(_ content: AttachmentItem.Content) -> Bool {
    switch content {
    case .video, .animation, .audio, .podcast: true
    default: false
    }
  }

  /// Returns the smallest size that is wide enough, else the widest; if no width is known, the one that the service
  /// treats as the original.
  private func best(_ photo: Photo?, _ width: Int, _ service: Service?) -> String? {
    guard let sources = photo?.sources, !sources.isEmpty else { return nil }
    // From small to large; of equal widths the later one, which is the uploaded file.
    let known = sources.filter { ($0.width ?? 0) > 0 }.enumerated()
      .sorted { ($0.element.width ?? 0, -$0.offset) < ($1.element.width ?? 0, -$1.offset) }.map(\.element)
    let enough = known.first { ($0.width ?? 0) >= width }
    let widest = known.first { $0.width == known.last?.width }
    let previewsFirst = FetchService.all.first { $0.documents == service }?.hasPreviewsFirst == true
    let plain = previewsFirst ? sources.last : sources.first
    return (enough ?? widest ?? plain)?.url
  }
}

/// Detects the type of a file by its first bytes.
enum MediaFileType {
  /// Returns a description of an unexpected file type; nil if the type is plausible.
  static func objection(to start: [UInt8], type: String) -> String? {
    if start.isEmpty { return "nothing" }
    if ErrorMessages.isWebPage(start) { return "a web page" }
    if isKnown(start) { return nil }
    if type == "text/html" || type == "application/xhtml+xml" { return "a web page" }
    if type.hasSuffix("json") { return "JSON" }
    let isNamed = ["image/", "video/", "audio/"].contains { type.hasPrefix($0) }
    return isNamed || type.isEmpty || type.hasSuffix("octet-stream") ? nil : "a file of the type \(type)"
  }

  /// Whether it is an image, video or audio format with a signature.
  private static func isKnown(_ start: [UInt8]) -> Bool {
    if let format = ImageFormat(of: start), format != .html { return true }
    let marks: [[UInt8]] = [
      Array("RIFF".utf8), Array("ID3".utf8), Array("OggS".utf8), Array("fLaC".utf8), [0x1A, 0x45, 0xDF, 0xA3],
    ]
    return marks.contains { start.starts(with: $0) } || start.dropFirst(4).starts(with: Array("ftyp".utf8))
  }

  /// Whether an image is complete according to its own structure, regardless of data after it (e.g. a phone's video);
  /// true for other formats.
  static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch ImageFormat(of: Array(bytes.prefix(512))) {
    case .jpeg: hasJPEGEnd(bytes)
    case .png: hasPNGEnd(bytes)
    case .webp, .gif, .heic, .avif, .bmp, .tiff, .jpegXL, .svg, .html, nil: true
    }
  }

  /// Reads segment by segment (ITU-T T.81, annex B): an embedded image has an end marker of its own.
  private static func hasJPEGEnd(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var at = 2
    while at + 1 < bytes.count {
      guard bytes[at] == 0xFF else {
        // Data of a scan.
        at += 1
        continue
      }
      switch bytes[at + 1] {
      case 0xD9: return true
      case 0xFF: at += 1
      case 0x00, 0x01, 0xD0...0xD8: at += 2
      default:
        guard at + 3 < bytes.count else { return false }
        at += 2 + max(2, Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
      }
    }
    return false
  }

  /// Reads chunk by chunk (PNG, 5.3).
  private static func hasPNGEnd(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var at = 8
    while bytes.count - at >= 12 {
      if bytes[at + 4..<at + 8].elementsEqual("IEND".utf8) { return true }
      at += 12 + bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return false
  }
}
