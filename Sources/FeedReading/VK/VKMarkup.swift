import Basics
import DataFormats

/// VK's inline markup: `[id1|Name]`, `[club1|Name]`, `[https://…|Title]`, `[#alias|Title|https://…]`, `@id1 (Name)` and
/// `#tag@community`.
struct VKMarkup: TextDialect {
  let handlesHaveHyphens = false
  /// Longer texts are not treated as addresses.
  private static let longestAddress = 2048

  /// The matching closing brackets, found once for the whole text so that nesting is cheap. Only brackets on the same
  /// line match.
  private var closers: [Int: Int] = [:]

  /// - Parameter bytes: The text to scan.
  init(in bytes: [UInt8]) {
    var open: [Int] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "["): open.append(index)
      case UInt8(ascii: "]"): if let opener = open.popLast() { closers[opener] = index }
      case UInt8(ascii: "\n"): open.removeAll(keepingCapacity: true)
      default: break
      }
    }
  }

  /// Nil if the markup is malformed.
  func bracketed(at start: Int, in bytes: [UInt8]) -> TitledMarkup? {
    guard let close = closers[start],
      let bar = bytes[(start + 1)..<close].prefix(Self.longestAddress).firstIndex(where: {
        $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "[")
      }), bytes[bar] == UInt8(ascii: "|"), bar > start + 1
    else { return nil }
    let address = String(decoding: bytes[(start + 1)..<bar], as: UTF8.self)
    var title = bar + 1..<close
    var kind = Facet.Kind.link
    var url: WebAddress?
    if address.hasPrefix("#") {
      guard let last = lastPart(of: title, in: bytes) else { return nil }
      let destination = String(decoding: bytes[last], as: UTF8.self)
      url = WebAddress(written: destination)
      guard url != nil || namesScheme(destination) else { return nil }
      title = title.lowerBound..<last.lowerBound - 1
    } else if let object = VKObject(address) {
      (kind, url) = (object.kind, object.url)
    } else if let destination = WebAddress(written: address) {
      url = destination
    } else if !namesScheme(address) {
      return nil
    }
    guard showsSomething(title, in: bytes) else { return nil }
    return TitledMarkup(kind: kind, url: url, title: title, end: close + 1)
  }

  /// The part after the last bar, if it could be an address.
  private func lastPart(of range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    var start = range.upperBound
    while start > range.lowerBound, range.upperBound - start < Self.longestAddress {
      switch bytes[start - 1] {
      case UInt8(ascii: "|"): return start..<range.upperBound
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: " "): return nil
      default: start -= 1
      }
    }
    return nil
  }

  /// Blank titles don't count as titles. They are short in practice; a longer one counts as text.
  private func showsSomething(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard range.count <= 64 else { return true }
    return String(decoding: bytes[range], as: UTF8.self).unicodeScalars.contains { !$0.isBlank }
  }

  /// `javascript:` and the like: valid markup, but with an address that must not be followed.
  private func namesScheme(_ address: String) -> Bool {
    let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
    guard let first = scheme.first, first.isLetter, address[scheme.endIndex...].hasPrefix(":") else { return false }
    return address[scheme.endIndex...].hasPrefix("://")
      || ["javascript", "data", "vbscript", "file", "blob", "about", "mailto"].contains(scheme.lowercased())
  }

  /// `@id1 (Name)` and `@club1 (Name)`, as VK's own editor writes them.
  func titledMention(at start: Int, in bytes: [UInt8], limit: Int) -> TitledMarkup? {
    var index = start + 1
    while index < limit, Unicode.Scalar.isASCIIWordPart(bytes[index]), index - start < 32 { index += 1 }
    let address = String(decoding: bytes[(start + 1)..<index], as: UTF8.self)
    guard let object = VKObject(address), object.kind == .mention else { return nil }
    if index < limit, bytes[index] == UInt8(ascii: " ") { index += 1 }
    guard index < limit, bytes[index] == UInt8(ascii: "(") else { return nil }
    let rest = bytes[(index + 1)..<limit].prefix(256)
    guard let close = rest.firstIndex(where: { [UInt8(ascii: ")"), UInt8(ascii: "("), 0x0A].contains($0) }),
      bytes[close] == UInt8(ascii: ")"), close > index + 1
    else { return nil }
    return TitledMarkup(kind: .mention, url: object.url, title: index + 1..<close, end: close + 1)
  }

  /// A tag links to VK's search, `#tag@community` to the community's posts with that tag.
  func hashtag(_ tag: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference {
    let words = WebAddress.percentEncoded(bytes[tag].dropFirst())
    guard let community = community(after: tag.upperBound, in: bytes, limit: limit) else {
      return (tag.upperBound, VKAddress.page("feed?section=search&q=%23\(words)"))
    }
    let name = String(decoding: bytes[community], as: UTF8.self)
    return (community.upperBound, VKAddress.page("\(name)/\(words)"))
  }

  func mention(_ name: Range<Int>, in bytes: [UInt8], limit: Int) -> Reference {
    (name.upperBound, VKAddress.page(String(decoding: bytes[name], as: UTF8.self)))
  }

  /// `@community` directly after a tag.
  private func community(after end: Int, in bytes: [UInt8], limit: Int) -> Range<Int>? {
    guard end < limit, bytes[end] == UInt8(ascii: "@") else { return nil }
    let name = handle(from: end + 1, in: bytes, limit: limit)
    return name.count >= 2 ? name : nil
  }
}

extension FacetedText {
  /// Reads a text from VK's API: entities, `<br>` and VK's own markup.
  init(ofVK text: String) {
    self.init(scanning: DecodedText.decode(text)) { VKMarkup(in: $0) }
  }
}

/// Addresses of VK's own pages.
enum VKAddress {
  /// - Parameter path: The path after the host, percent-encoded if necessary.
  static func page(_ path: String) -> WebAddress? { WebAddress("https://vk.com/\(path)") }

  /// The page of a person (a positive id) or a community; nil if neither handle nor id identifies one.
  static func page(ofAuthor id: Int, handle: String?) -> WebAddress? {
    if let handle, !handle.isEmpty { return page(WebAddress.percentEncoded(handle.utf8)) }
    return id == 0 ? nil : page(name(ofAuthor: id))
  }

  /// `id1` or `club1`: the short address that every author has.
  static func name(ofAuthor id: Int) -> String { id < 0 ? "club\(id.magnitude)" : "id\(id)" }
}

/// A VK object by its short address: `id1`, `club1`, `wall-1_2`; a part after a colon (`id1:bp-1_2`) is used in
/// replies.
struct VKObject {
  let kind: Facet.Kind
  let url: WebAddress?

  private static let people = ["id", "club", "public", "event"]
  private static let things = [
    "wall", "photo", "video", "clip", "topic", "page", "note", "album", "doc", "market", "app", "audio", "podcast",
    "poll", "story", "playlist", "board", "artist", "product",
  ]

  init?(_ address: String) {
    let path = address.prefix { $0 != ":" }
    let word = path.prefix { $0.isASCII && $0.isLetter }
    let number = path[word.endIndex...]
    guard number.utf8.count <= 48, number.utf8.contains(where: Unicode.Scalar.isASCIIDigit),
      number.utf8.allSatisfy({ Unicode.Scalar.isASCIIDigit($0) || "-_".utf8.contains($0) })
    else { return nil }
    if Self.people.contains(String(word)), number.utf8.allSatisfy(Unicode.Scalar.isASCIIDigit) {
      self.kind = .mention
    } else if Self.things.contains(String(word)) {
      self.kind = .link
    } else {
      return nil
    }
    url = VKAddress.page(String(path))
  }
}
