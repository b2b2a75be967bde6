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

  /// The text with a facet for each word that an image replaces, except in code, in addresses and within numbers.
  func marked(_ text: FacetedText) -> FacetedText {
    guard !addresses.isEmpty, text.string.utf8.contains(UInt8(ascii: ":")) else { return text }
    let bytes = Array(text.string.utf8)
    var found: [Facet] = []
    var index = 0
    // Both advance from the beginning to the end.
    var rest = text.facets.filter { Self.isVerbatim($0, in: bytes) }.sorted {
      $0.range.upperBound < $1.range.upperBound
    }[...]
    var isInAddress = false
    while index < bytes.count {
      if bytes[index] <= 0x20 {
        isInAddress = false
      } else if index >= 2, bytes[index - 2...index].elementsEqual("://".utf8) {
        isInAddress = true
      }
      guard !isInAddress, bytes[index] == UInt8(ascii: ":"), let end = Self.end(of: index, in: bytes),
        let url = addresses[String(decoding: bytes[index + 1..<end - 1], as: UTF8.self)],
        !Self.isInNumber(index..<end, in: bytes)
      else {
        index += 1
        continue
      }
      rest = rest.drop { $0.range.upperBound <= index }
      if rest.first?.range.overlaps(index..<end) != true {
        found.append(Facet(range: index..<end, emoji: url))
      }
      index = end
    }
    guard !found.isEmpty else { return text }
    let facets = text.facets.flatMap { $0.kind == .link ? Self.parts(of: $0, around: &found) : [$0] } + found
    return FacetedText(text.string, facets: facets.inOrder)
  }

  /// Splits a link at the images in its words, which get its address.
  private static func parts(of link: Facet, around found: inout [Facet]) -> [Facet] {
    var (parts, start) = ([Facet](), link.range.lowerBound)
    // `found` is in the order of the text.
    var (low, high) = (0, found.count)
    while low < high {
      let middle = (low + high) / 2
      if found[middle].range.lowerBound < start { low = middle + 1 } else { high = middle }
    }
    while low < found.count, found[low].range.upperBound <= link.range.upperBound {
      let range = found[low].range
      found[low].url = link.url
      if start < range.lowerBound { parts.append(link.moved(to: start..<range.lowerBound)) }
      start = range.upperBound
      low += 1
    }
    if start < link.range.upperBound { parts.append(link.moved(to: start..<link.range.upperBound)) }
    return parts
  }

  /// Whether the words of a facet are shown verbatim: code, and addresses.
  private static func isVerbatim(_ facet: Facet, in bytes: [UInt8]) -> Bool {
    if facet.kind.isSetting { return facet.kind == .code }
    guard facet.kind == .link, facet.range.upperBound <= bytes.count else { return true }
    let words = bytes[facet.range]
    let hasBlank = words.contains { $0 <= 0x20 }
    return !hasBlank && (words.contains(UInt8(ascii: "/")) || words.contains(UInt8(ascii: ".")))
  }

  /// Whether a number goes on behind the word: an address such as `2001:it:8`, a time such as `12:it:30`.
  private static func isInNumber(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    return range.lowerBound > 0 && range.upperBound < bytes.count && isDigit(bytes[range.lowerBound - 1])
      && isDigit(bytes[range.upperBound])
  }

  /// The offset after the second colon of `:name:`.
  private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
    var end = start + 1
    while end < bytes.count, end - start < 100, bytes[end].isASCIIWord || bytes[end] == UInt8(ascii: "-") { end += 1 }
    guard end > start + 1, end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return nil }
    return end + 1
  }
}
