import Basics
import DataFormats

/// The visible text of an HTML fragment, with the meanings of its ranges and the images, films and frames in it.
struct MarkupText {
  /// A file or a page that the markup embeds.
  struct Medium: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case image, video, audio, frame }

    var kind: Kind
    var url: String
    var description: String?
    /// The image that a video shows before it plays.
    var poster: String?
    /// Pixels; nil if the markup doesn't give them.
    var width: Int?
    var height: Int?
  }

  var text: FacetedText
  /// In order; without emoji and invisible images (tracking pixels).
  var media: [Medium]
  var outcome: MarkupReader.Outcome

  /// - Parameters:
  ///   - base: The base of relative addresses; without it, they are not links.
  ///   - hidesQuote: Whether to drop elements of class `quote-inline`, which servers write for clients without quotes.
  init(html: String, base: WebAddress? = nil, hidesQuote: Bool = false) {
    // Most texts in feeds are a paragraph or two; those without markup need no parser.
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      text = FacetedText(MarkupTextBuilder.collapsed(html))
      (media, outcome) = ([], .whole)
      return
    }
    let builder = MarkupTextBuilder(base: base, hidesQuote: hidesQuote)
    outcome = MarkupReader.read(Self.enclosed(html), into: builder)
    (text, media) = builder.finish()
  }

  /// The fragment within a block. Outside of any element, the parser would begin a paragraph at each text that follows an
  /// element: `<b>one</b> two`.
  private static func enclosed(_ html: String) -> String {
    let opening = String(decoding: html.utf8.prefix(1024), as: UTF8.self).lowercased()
    let isDocument = ["<!doctype", "<html", "<head", "<body"].contains { opening.contains($0) }
    return isDocument ? html : "<div>\(html)"
  }

  /// The media as attachments of a post.
  var attachments: [Attachment] { media.map(\.attachment) }
}

extension MarkupText.Medium {
  /// Hosts whose frames play films, and those whose frames play sound.
  private static let films = [
    "youtube.com", "youtube-nocookie.com", "youtu.be", "vimeo.com", "dailymotion.com", "rutube.ru", "twitch.tv",
    "vk.com", "vkvideo.ru", "ok.ru", "nicovideo.jp", "bilibili.com", "ted.com", "streamable.com",
  ]
  private static let sounds = [
    "soundcloud.com", "spotify.com", "bandcamp.com", "music.apple.com", "podcasts.apple.com", "deezer.com",
    "mixcloud.com", "music.yandex.ru",
  ]

  fileprivate var attachment: Attachment {
    let page = WebAddress(written: url)
    let words = description.map(DecodedText.line) ?? ""
    var item = AttachmentItem(
      type: "link", content: .link(url: page), title: words, url: page,
      preview: poster.map { Photo(sources: [.init(url: $0, width: width, height: height)]) })
    switch kind {
    case .image:
      return .photo(Photo(sources: [.init(url: url, width: width, height: height)], description: description))
    case .video: (item.type, item.content) = ("video", .video(duration: nil, isLive: false))
    case .audio: (item.type, item.content) = ("audio", .audio(artist: nil, duration: nil))
    case .frame:
      // A frame shows a page of its own, which is no media file.
      let host = page?.host ?? ""
      (item.content, item.caption) = (.page, host.isEmpty ? nil : host)
      func isAmong(_ hosts: [String]) -> Bool { hosts.contains { host == $0 || host.hasSuffix("." + $0) } }
      if isAmong(Self.films) {
        item.content = .plain(.video)
      } else if isAmong(Self.sounds) {
        item.content = .plain(.audio)
      }
    }
    if kind != .frame { item.file = .init(url: url, width: width, height: height) }
    return .item(item)
  }
}

extension FacetedText {
  /// The visible text of an HTML fragment, with the meanings of its ranges.
  ///
  /// - Parameter excluded: The name of an element at the start to skip, such as a repeated quotation.
  package init(html: String, without excluded: String = "") {
    var html = html[...]
    if !excluded.isEmpty, html.hasPrefix("<\(excluded)>"), let end = html.firstRange(of: "</\(excluded)>") {
      html = html[end.upperBound...]
    }
    self = MarkupText(html: String(html)).text
  }
}

/// Addresses in markup, which may be relative to the page of the markup.
enum MarkupAddress {
  /// The link target; nil if a page may not link there.
  static func url(_ address: String, base: WebAddress?) -> WebAddress? {
    let address = written(address)
    guard !address.isEmpty, !address.hasPrefix("#") else { return nil }
    return resolved(address, base: base).flatMap(WebAddress.init(written:))
  }

  /// The address of an image; nil if invalid. Without a base, relative addresses are files next to the feed.
  static func source(_ address: String, base: WebAddress?) -> String? {
    let address = written(address)
    guard !address.isEmpty, address.utf8.count <= 8192 || address.hasPrefix("data:image/") else { return nil }
    if address.lowercased().hasPrefix("data:image/") { return address }
    return resolved(address, base: base).flatMap(WebAddress.init(written:))?.text
      ?? (hasScheme(address) ? nil : address)
  }

  /// Browsers ignore line ends and tabs anywhere in an address, and surrounding space (WHATWG URL, 4.4).
  private static func written(_ address: String) -> String {
    guard address.utf8.contains(where: { (0x09...0x0D).contains($0) }) else { return address.trimmed }
    return String(address.unicodeScalars.filter { !(0x09...0x0D).contains($0.value) }).trimmed
  }

  /// RFC 3986, 5.2, as far as feeds need it: absolute addresses, `//host/…`, `/…`, and `…` relative to the base.
  private static func resolved(_ address: String, base: WebAddress?) -> String? {
    if hasScheme(address) || address.hasPrefix("//") { return address }
    guard let base = base?.text, let scheme = base.firstRange(of: "://") else { return nil }
    let rest = base[scheme.upperBound...]
    let host = rest.prefix { !"/?#".contains($0) }
    let origin = base[..<scheme.upperBound] + host
    if address.hasPrefix("/") { return origin + address }
    let path = rest.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return origin + (address.hasPrefix("?") ? (path.isEmpty ? "/" : path) : folder) + address
  }

  /// A letter, then letters, digits, `+`, `-`, `.` up to a colon.
  private static func hasScheme(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")), colon > address.utf8.startIndex else {
      return false
    }
    let name = address.utf8[..<colon]
    guard let first = name.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return false }
    return name.allSatisfy {
      $0.isASCIIWord || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
  }
}
