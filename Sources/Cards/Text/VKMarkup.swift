/// `[id1|Name]` and its kin: what is shown, and where it leads.
struct VKMarkup {
  let role: RichText.Role
  /// Nil where the address is not one that a page may link to.
  let target: String?
  /// UTF-8 offsets.
  let title: Range<Int>
  /// After the closing bracket.
  let end: Int

  /// Longer addresses are no addresses.
  fileprivate static let longestAddress = 2048
}

/// Which bracket closes which, found once for the whole text so that nesting costs nothing. Brackets of one line only.
struct BracketPairs {
  private var closers: [Int: Int] = [:]

  init() {}

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

  /// The markup that begins with the bracket at `start`; nil where it is not well formed.
  func markup(at start: Int, in bytes: [UInt8]) -> VKMarkup? {
    guard let close = closers[start],
      let bar = bytes[(start + 1)..<close].prefix(VKMarkup.longestAddress).firstIndex(where: {
        $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "[")
      }), bytes[bar] == UInt8(ascii: "|"), bar > start + 1
    else { return nil }
    let address = String(decoding: bytes[(start + 1)..<bar], as: UTF8.self)
    var title = bar + 1..<close
    var role = RichText.Role.link
    var target: String?
    if address.hasPrefix("#") {
      guard let last = lastPart(of: title, in: bytes) else { return nil }
      let destination = String(decoding: bytes[last], as: UTF8.self)
      target = LinkTarget.url(destination)
      guard target != nil || namesScheme(destination) else { return nil }
      title = title.lowerBound..<last.lowerBound - 1
    } else if let page = VKPage(address) {
      (role, target) = (page.role, page.url)
    } else if let url = LinkTarget.url(address) {
      target = url
    } else if !namesScheme(address) {
      return nil
    }
    guard showsSomething(title, in: bytes) else { return nil }
    return VKMarkup(role: role, target: target, title: title, end: close + 1)
  }

  /// What stands after the last bar, if it could be an address.
  private func lastPart(of range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    var start = range.upperBound
    while start > range.lowerBound, range.upperBound - start < VKMarkup.longestAddress {
      switch bytes[start - 1] {
      case UInt8(ascii: "|"): return start..<range.upperBound
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: " "): return nil
      default: start -= 1
      }
    }
    return nil
  }

  /// Blank titles are no titles. Titles of blanks only are short in practice; a longer one counts as text.
  private func showsSomething(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard range.count <= 64 else { return true }
    return String(decoding: bytes[range], as: UTF8.self).unicodeScalars.contains { !$0.isBlank }
  }

  /// `javascript:` and the like: markup all right, but of an address that nobody should follow.
  private func namesScheme(_ address: String) -> Bool {
    let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
    guard let first = scheme.first, first.isLetter, address[scheme.endIndex...].hasPrefix(":") else { return false }
    return address[scheme.endIndex...].hasPrefix("://")
      || ["javascript", "data", "vbscript", "file", "blob", "about", "mailto"].contains(scheme.lowercased())
  }
}

/// An object of VK's by its short address: `id1`, `club1`, `wall-1_2`; what follows a colon (`id1:bp-1_2`) is for replies.
struct VKPage {
  let role: RichText.Role
  let url: String

  private static let people = ["id", "club", "public", "event"]
  private static let things = [
    "wall", "photo", "video", "clip", "topic", "page", "note", "album", "doc", "market", "app", "audio", "podcast",
    "poll", "story", "playlist", "board", "artist", "product",
  ]

  init?(_ address: String) {
    let path = address.prefix { $0 != ":" }
    let kind = path.prefix { $0.isASCII && $0.isLetter }
    let number = path[kind.endIndex...]
    guard number.utf8.count <= 48, number.utf8.contains(where: Unicode.Scalar.isASCIIDigit),
      number.utf8.allSatisfy({ Unicode.Scalar.isASCIIDigit($0) || "-_".utf8.contains($0) })
    else { return nil }
    if Self.people.contains(String(kind)), number.utf8.allSatisfy(Unicode.Scalar.isASCIIDigit) {
      role = .mention
    } else if Self.things.contains(String(kind)) {
      role = .link
    } else {
      return nil
    }
    url = LinkTarget.vk(String(path))
  }
}

extension MarkupScanner {
  /// `@id1 (Name)` and `@club1 (Name)`, as VK's own editor writes them.
  func namedMention(at start: Int) -> VKMarkup? {
    var index = start + 1
    while index < limit, Unicode.Scalar.isASCIIWordPart(bytes[index]), index - start < 32 { index += 1 }
    guard let page = VKPage(String(decoding: bytes[(start + 1)..<index], as: UTF8.self)), page.role == .mention else {
      return nil
    }
    if index < limit, bytes[index] == UInt8(ascii: " ") { index += 1 }
    guard index < limit, bytes[index] == UInt8(ascii: "(") else { return nil }
    let rest = bytes[(index + 1)..<limit].prefix(256)
    guard let close = rest.firstIndex(where: { [UInt8(ascii: ")"), UInt8(ascii: "("), 0x0A].contains($0) }),
      bytes[close] == UInt8(ascii: ")"), close > index + 1
    else { return nil }
    return VKMarkup(role: .mention, target: page.url, title: index + 1..<close, end: close + 1)
  }
}
