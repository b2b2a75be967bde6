/// What a story says in words, read from its script form without decoding it: all stories pass by on every run.
///
/// Texts stay as they stand between their quotes, so that they can be written into another script as they are.
struct StoryWords: Equatable {
  private(set) var author = ""
  /// ISO 8601.
  private(set) var moment: String?
  /// As the card shows it.
  private(set) var time = ""
  /// What it shows, as far as one can choose by it.
  private(set) var kinds: StoryKinds = []
  /// All that is said; line breaks between its parts. Without the quotation of a message that is answered: it is that
  /// message's.
  private(set) var text = ""

  /// - Parameter story: `SiteCard.story`, encoded.
  init(of story: String) {
    var scanner = StoryScanner(bytes: Array(story.utf8))
    var parts: [String: Int] = [:]
    while let string = scanner.nextString() {
      switch string.place {
      case .field("a"): author = string.text
      case .field("t"): moment = string.text
      case .part(let number):
        if number == 0 { parts[string.text, default: 0] += 1 }
        // One that leads to another card of the page quotes it.
        if number == 1, scanner.part.isOwnQuotation { parts["row", default: 1] -= 1 }
        take(string.text, number, scanner.part)
      case .field: break
      }
    }
    kinds = StoryKinds(loads: scanner.loads, parts: parts)
    // What happened is told by nobody; such a card is called what it says.
    if author == text, time.isEmpty { author = "" }
  }

  /// - Parameter number: Of the string in its part; the first one says what the part is.
  private mutating func take(_ string: String, _ number: Int, _ part: StoryScanner.Part) {
    guard number == 1, !part.isQuotation else { return }
    switch part.kind {
    case "text": add(string)
    case "name": if string != author { add(string) }
    case "date": if time.isEmpty { time = string }
    default: break
    }
  }

  private mutating func add(_ string: String) {
    if !text.isEmpty { text += "\\n" }
    text += string
  }
}

/// Goes through the strings of a story's script form.
struct StoryScanner {
  /// One of the story's parts, as far as it is read.
  struct Part {
    var index = -1
    var kind = ""
    var strings = 0
    /// How many parts are in it.
    var count = 0
    /// Whether it is in a row that leads to another card of the page.
    var isQuotation = false
    /// Whether it is such a row.
    var isOwnQuotation = false
  }

  enum Place: Equatable {
    case field(String)
    case part(Int)
  }

  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0
  private var field = ""
  private var quotationEnd = 0
  private(set) var part = Part()
  /// How many photos, pages, videos, animations and web apps it shows, and 1 for an advertisement.
  private(set) var loads: [Int] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next string that is a field's value or stands in a part.
  mutating func nextString() -> (place: Place, text: String)? {
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if isInPart { beginPart() }
        if isInLoads { loads.append(0) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isInPart { part.count = min(part.count, 1 << 32) * 10 + Int(byte - UInt8(ascii: "0")) }
        if isInLoads, !loads.isEmpty {
          loads[loads.count - 1] = min(loads[loads.count - 1], 1 << 32) * 10 + Int(byte - UInt8(ascii: "0"))
        }
      case UInt8(ascii: ","): if isInLoads { loads.append(0) }
      case UInt8(ascii: "\""): if let found = string() { return found }
      default: break
      }
    }
    return nil
  }

  private var isInPart: Bool { depth == 3 && field == "p" }
  private var isInLoads: Bool { depth == 2 && field == "w" }

  private mutating func beginPart() {
    part = Part(index: part.index + 1)
    part.isQuotation = part.index < quotationEnd
  }

  /// The string whose quote was passed; nil for the name of a field, and for what stands deeper than parts do.
  private mutating func string() -> (place: Place, text: String)? {
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
    let end = min(at, bytes.count)
    at = min(end + 1, bytes.count)
    guard depth == 1 || isInPart else { return nil }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    if depth == 1 {
      guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { return (.field(field), text) }
      field = text
      return nil
    }
    let number = part.strings
    part.strings += 1
    if number == 0 { part.kind = text }
    if number == 1, part.kind == "row", text.hasPrefix("#") {
      quotationEnd = part.index + 1 + part.count
      part.isOwnQuotation = true
    }
    return (.part(number), text)
  }
}

/// What a story shows, as far as a page lets people choose by it. The bits are those of `kindBits` in
/// Templates/Site/common/search-query.js.
struct StoryKinds: OptionSet, Sendable {
  let rawValue: Int

  static let photos = StoryKinds(rawValue: 1)
  static let videos = StoryKinds(rawValue: 2)
  static let animations = StoryKinds(rawValue: 4)
  static let polls = StoryKinds(rawValue: 8)
  static let reposts = StoryKinds(rawValue: 16)
  /// Pages, files, music and what else leads somewhere.
  static let links = StoryKinds(rawValue: 32)
  /// Words and none of the above.
  static let words = StoryKinds(rawValue: 64)
  static let advertisements = StoryKinds(rawValue: 128)

  /// In the order of their bits.
  static let all: [StoryKinds] = (0..<8).map { StoryKinds(rawValue: 1 << $0) }
}

extension StoryKinds {
  /// - Parameters:
  ///   - loads: How many photos, pages, videos, animations and web apps it shows, and 1 for an advertisement.
  ///   - parts: How many it has of each kind.
  init(loads: [Int], parts: [String: Int]) {
    func load(_ place: Int) -> Int { loads.count > place ? loads[place] : 0 }
    func has(_ part: String) -> Bool { parts[part] ?? 0 > 0 }
    self = []
    if load(0) + load(1) > 0 { insert(.photos) }
    if load(2) > 0 { insert(.videos) }
    if load(3) > 0 { insert(.animations) }
    if has("answer") { insert(.polls) }
    if has("quote") { insert(.reposts) }
    if has("row") { insert(.links) }
    if isEmpty { insert(.words) }
    if load(5) > 0 { insert(.advertisements) }
  }
}
