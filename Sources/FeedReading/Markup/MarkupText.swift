import Basics
import DataFormats

/// The visible text of an HTML fragment, with the meanings of its ranges and the images in it.
struct MarkupText {
  /// An image in the text.
  struct Image: Hashable, Sendable {
    var url: String
    var description: String?
    /// Pixels; nil if the markup doesn't give them.
    var width: Int?
    var height: Int?
    /// The UTF-8 offset in the text at which it occurs.
    var offset: Int
  }

  var text: FacetedText
  /// In order; without emoji and invisible images (tracking pixels).
  var images: [Image]
  var outcome: MarkupReader.Outcome

  /// - Parameters:
  ///   - base: The base of relative addresses; without it, they are not links.
  ///   - hidesQuote: Whether to drop elements of class `quote-inline`, which servers write for clients without quotes.
  init(html: String, base: WebAddress? = nil, hidesQuote: Bool = false) {
    // Most texts in feeds are a paragraph or two; those without markup need no parser.
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      text = FacetedText(MarkupTextBuilder.collapsed(html))
      (images, outcome) = ([], .whole)
      return
    }
    let builder = MarkupTextBuilder(base: base, hidesQuote: hidesQuote)
    outcome = MarkupReader.read(html, into: builder)
    (text, images) = builder.finish()
  }

  /// The images as attachments of a post.
  var photos: [Attachment] {
    images.map { image in
      .photo(
        Photo(
          sources: [.init(url: image.url, width: image.width, height: image.height)], description: image.description))
    }
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
