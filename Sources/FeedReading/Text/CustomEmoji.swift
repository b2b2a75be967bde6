import DataFormats

/// A server's custom emoji: words between colons that images replace.
struct CustomEmoji {
  private var addresses: [String: String] = [:]

  /// - Parameter list: `[{"shortcode": "blobcat", "url": …, "static_url": …}]`
  init(_ list: [JSONNode]) {
    for emoji in list {
      // Prefer still images: nothing is animated here.
      guard let name = emoji.text("shortcode"), let url = emoji.text("static_url", "url") else { continue }
      addresses[name] = url
    }
  }

  /// - Parameter addresses: Keyed by name, without colons.
  init(addresses: [String: String]) {
    self.addresses = addresses
  }

  /// The text with a facet for each word that an image replaces, except inside links.
  func marked(_ text: FacetedText) -> FacetedText {
    guard !addresses.isEmpty, text.string.utf8.contains(UInt8(ascii: ":")) else { return text }
    let bytes = Array(text.string.utf8)
    var facets = text.facets
    var index = 0
    // Both advance from the beginning to the end.
    var rest = text.facets.filter { !$0.kind.isSetting || $0.kind == .code }[...]
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: ":"), let end = Self.end(of: index, in: bytes),
        let url = addresses[String(decoding: bytes[index + 1..<end - 1], as: UTF8.self)]
      else {
        index += 1
        continue
      }
      rest = rest.drop { $0.range.upperBound <= index }
      if rest.first?.range.overlaps(index..<end) != true {
        facets.append(Facet(range: index..<end, emoji: url))
      }
      index = end
    }
    facets.sort { $0.range.lowerBound < $1.range.lowerBound }
    return FacetedText(text.string, facets: facets)
  }

  /// The offset after the second colon of `:name:`.
  private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
    var end = start + 1
    while end < bytes.count, end - start < 100, bytes[end].isASCIIWord || bytes[end] == UInt8(ascii: "-") { end += 1 }
    guard end > start + 1, end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return nil }
    return end + 1
  }
}
