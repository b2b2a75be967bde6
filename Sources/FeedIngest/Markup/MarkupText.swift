import JSONTree
import Names

/// A text that was written in HTML: the words a reader sees, what ranges of them mean, and the pictures between them.
struct MarkupText {
  /// A picture that stands in the text.
  struct Image: Hashable, Sendable {
    var url: String
    var description: String?
    /// Pixels; nil where the markup does not say.
    var width: Int?
    var height: Int?
    /// Where the text stood as it came, a UTF-8 offset.
    var offset: Int
  }

  var text: FacetedText
  /// In order; without those of emoji, and without those that nobody can see (tracking pixels).
  var images: [Image]
  var outcome: MarkupReader.Outcome

  /// - Parameters:
  ///   - base: What relative addresses start from; without it they lead nowhere.
  ///   - hidesQuote: Leaves out what is of the class `quote-inline`: servers write it for those that show no quotes.
  init(html: String, base: WebAddress? = nil, hidesQuote: Bool = false) {
    // Most texts of feeds are a paragraph or two; those without any markup need no parser.
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      text = FacetedText(MarkupTextBuilder.collapsed(html))
      (images, outcome) = ([], .whole)
      return
    }
    let builder = MarkupTextBuilder(base: base, hidesQuote: hidesQuote)
    outcome = MarkupReader.read(html, into: builder)
    (text, images) = builder.finish()
  }

  /// The pictures as a post carries them.
  var photos: [Attachment] {
    images.map { image in
      .photo(
        Photo(
          sources: [.init(url: image.url, width: image.width, height: image.height)], description: image.description))
    }
  }
}

/// Addresses in markup, which may be relative to the page that the markup stood on.
enum MarkupAddress {
  /// Where a link leads; nil where a page may not lead there.
  static func url(_ address: String, base: WebAddress?) -> WebAddress? {
    let address = written(address)
    guard !address.isEmpty, !address.hasPrefix("#") else { return nil }
    return resolved(address, base: base).flatMap(WebAddress.init(written:))
  }

  /// Where a picture is; nil for what is no address of one. Relative ones without a base are files beside the feed.
  static func source(_ address: String, base: WebAddress?) -> String? {
    let address = written(address)
    guard !address.isEmpty, address.utf8.count <= 8192 || address.hasPrefix("data:image/") else { return nil }
    if address.lowercased().hasPrefix("data:image/") { return address }
    return resolved(address, base: base).flatMap(WebAddress.init(written:))?.text
      ?? (hasScheme(address) ? nil : address)
  }

  /// Browsers leave out line ends and tabs wherever they stand in an address, and space around it (WHATWG URL, 4.4).
  private static func written(_ address: String) -> String {
    guard address.utf8.contains(where: { (0x09...0x0D).contains($0) }) else { return address.trimmed }
    return String(address.unicodeScalars.filter { !(0x09...0x0D).contains($0.value) }).trimmed
  }

  /// RFC 3986, 5.2, as far as feeds need it: whole addresses, `//host/…`, `/…` and `…` beside the base.
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
