/// The words of some texts.
///
/// Words are runs of letters, compared by hash and without ASCII case. Words with digits and single letters don't count:
/// services write numbers and dates in many ways.
package struct WordSet: Sendable {
  /// Hashes with open addressing; 0 is an empty place. The number of places is a power of two.
  private var places: [UInt64]
  private var count = 0

  package init() { places = [UInt64](repeating: 0, count: 64) }

  package mutating func insert(_ text: String) {
    var words = WordScanner()
    words.scan(text) { hash in
      insert(hash)
      return true
    }
  }

  /// Whether the set has all words of the text.
  ///
  /// References don't count: addresses (`https://a.example`, `mailto:a@b`), accounts (`@anna`), named emoji (`:tada:`),
  /// HTML tags, character references, and a word that an ellipsis cuts off.
  package func contains(allWordsOf text: String) -> Bool { unknownWord(of: text) == nil }

  /// Returns the range of the first word that the set lacks, in UTF-8 offsets; nil if it has all words.
  package func unknownWord(of text: String) -> Range<Int>? {
    var words = WordScanner(skipsReferences: true)
    words.scan(text, contains)
    return words.rejected
  }

  private func contains(_ hash: UInt64) -> Bool {
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 {
      if places[place] == hash { return true }
      place = (place + 1) & (places.count - 1)
    }
    return false
  }

  private mutating func insert(_ hash: UInt64) {
    if 2 * count >= places.count {
      let old = places
      places = [UInt64](repeating: 0, count: 2 * old.count)
      count = 0
      for hash in old where hash != 0 { insert(hash) }
    }
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 {
      if places[place] == hash { return }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = hash
    count += 1
  }
}

/// Finds the words of a text.
private struct WordScanner {
  private struct Word {
    var hash: UInt64
    var range: Range<Int>
  }

  private let skipsReferences: Bool
  /// The first word that the caller refused.
  private(set) var rejected: Range<Int>?
  /// The words since the last blank: the end of a token may show that it is a reference.
  private var token: [Word] = []
  private var (hash, start, letters, hasDigit) = (WordScanner.offset, 0, 0, false)
  private var (isTokenStart, isSkipped, startsWithColon) = (true, false, false)

  init(skipsReferences: Bool = false) { self.skipsReferences = skipsReferences }

  /// Passes the hash of each word on, until the closure returns false.
  mutating func scan(_ text: String, _ take: (UInt64) -> Bool) {
    var text = text
    text.withUTF8 { scan($0, take) }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (UInt64) -> Bool) {
    var index = 0
    var last: UInt8 = 0
    while index < bytes.count {
      let (value, length) = Self.scalar(bytes, index)
      if skipsReferences, let end = skip(bytes, at: index, value) {
        if end.isBlank {
          endWord(at: index)
          guard flush(last, take) else { return }
        }
        index = end.index
        continue
      }
      if Self.isBlank(value) || skipsReferences && (value == 0x3C || value == 0x3E || value == 0x7C) {
        endWord(at: index)
        guard flush(last, take) else { return }
      } else {
        read(value, bytes, at: index, after: last)
        isTokenStart = false
      }
      last = bytes[index + length - 1]
      index += length
    }
    endWord(at: index)
    _ = flush(last, take)
  }

  private mutating func read(_ value: UInt32, _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, after last: UInt8) {
    if skipsReferences {
      if isTokenStart {
        isSkipped = value == 0x40
        startsWithColon = value == 0x3A
      }
      // "https://", "mailto:": everything up to the next blank is the address.
      if value == 0x2F, last == 0x3A { isSkipped = true }
      if value == 0x3A, token.isEmpty, Self.schemes.contains(hash) { isSkipped = true }
    }
    guard Self.isLetter(value) else { return endWord(at: index, isCut: skipsReferences && value == 0x2026) }
    if letters == 0 { start = index }
    hash = (hash ^ UInt64(0x41...0x5A ~= value ? value | 0x20 : value)) &* Self.prime
    letters += 1
    if 0x30...0x39 ~= value { hasDigit = true }
  }

  private mutating func endWord(at end: Int, isCut: Bool = false) {
    if letters > 1, !hasDigit, !isCut, !skipsReferences || !Self.fillers.contains(hash) {
      // 0 marks an empty place of the set.
      token.append(Word(hash: hash == 0 ? 1 : hash, range: start..<end))
    }
    (hash, letters, hasDigit) = (Self.offset, 0, false)
  }

  /// Passes the words of a token on at its end.
  private mutating func flush(_ last: UInt8, _ take: (UInt64) -> Bool) -> Bool {
    defer {
      token.removeAll(keepingCapacity: true)
      (isTokenStart, isSkipped, startsWithColon) = (true, false, false)
    }
    if isSkipped || startsWithColon && last == 0x3A { return true }
    for word in token where !take(word.hash) {
      rejected = word.range
      return false
    }
    return true
  }

  // MARK: Markup

  /// The end of a tag or character reference at `index`, and whether the tag separates words; nil if there is none.
  private func skip(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ value: UInt32
  ) -> (index: Int, isBlank: Bool)? {
    if value == 0x26 {
      var end = index + 1
      while end < bytes.count, end - index < 12, Self.isNameByte(bytes[end]) || bytes[end] == 0x23 { end += 1 }
      // A letter as a reference belongs to a word, which the caller has to decode.
      return end < bytes.count && bytes[end] == 0x3B ? (end + 1, true) : nil
    }
    guard value == 0x3C else { return nil }
    var end = index + 1
    if end < bytes.count, bytes[end] == 0x2F { end += 1 }
    var name = Self.offset
    let start = end
    while end < bytes.count, Self.isNameByte(bytes[end]) {
      name = (name ^ UInt64(bytes[end] | 0x20)) &* Self.prime
      end += 1
    }
    guard end > start, end < bytes.count, bytes[end] == 0x3E || bytes[end] == 0x2F || bytes[end] <= 0x20 else {
      return nil
    }
    let isInline = Self.inlineTags.contains(name)
    guard isInline || Self.blockTags.contains(name) else { return nil }
    while end < bytes.count, bytes[end] != 0x3E { end += 1 }
    return end < bytes.count ? (end + 1, !isInline) : nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte
  }

  // MARK: Scalars

  /// The scalar at `index` and its length in bytes; `bytes` is valid UTF-8.
  private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> (value: UInt32, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (UInt32(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= bytes.count else { return (0xFFFD, 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for byte in bytes[index + 1..<index + length] { value = value << 6 | UInt32(byte & 0x3F) }
    return (value, length)
  }

  private static func isBlank(_ value: UInt32) -> Bool {
    value <= 0x20 || value == 0xA0 || 0x2000...0x200B ~= value || value == 0x2028 || value == 0x2029 || value == 0x3000
  }

  /// Whether the scalar belongs to a word: no punctuation, symbol, emoji or mark of direction.
  private static func isLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case ..<0xAA, 0xAB...0xB4, 0xB6...0xB9, 0xBB...0xBF, 0xD7, 0xF7: false
    case 0x2000...0x2BFF, 0x2E00...0x2E7F, 0x3000...0x3004, 0x3008...0x3020, 0x3030: false
    case 0xFE00...0xFE0F, 0xFE30...0xFE6F, 0xFEFF, 0xFF00...0xFF0F, 0xFF1A...0xFF20, 0xFFF0...0xFFFF: false
    case 0x1F000...0x1FAFF, 0xE0000...: false
    default: true
    }
  }

  // MARK: Hashes

  // FNV-1a, with scalars for bytes.
  private static let offset: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01B3

  private static func hash(_ word: String) -> UInt64 {
    word.unicodeScalars.reduce(offset) { ($0 ^ UInt64($1.value)) &* prime }
  }

  /// Words that services write before a repost, a quote or a description.
  private static let fillers: [UInt64] = ["rt", "re", "alt"].map(hash)
  private static let schemes: [UInt64] = ["mailto", "tel"].map(hash)
  private static let inlineTags: Set<UInt64> = Set(
    [
      "a", "abbr", "b", "bdi", "cite", "code", "del", "em", "font", "i", "ins", "mark", "q", "s", "small", "span",
      "strong", "sub", "sup", "u", "wbr",
    ].map(hash))
  private static let blockTags: Set<UInt64> = Set(
    [
      "blockquote", "br", "div", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "li", "ol",
      "p",
      "pre", "section", "table", "tbody", "td", "th", "thead", "tr", "ul",
    ].map(hash))
}

/// The features of a string that tell words for people from names of programs.
package struct StringShape: Sendable {
  package private(set) var hasWords = false
  package private(set) var isBeyondASCII = false
  package private(set) var hasBlank = false
  package private(set) var hasDigit = false
  package private(set) var hasSlash = false
  /// Whether it is a single word without capitals inside: `read more` has a blank, `readMore` and `READ` are names.
  package var isWord: Bool { hasWords && !hasBlank && hasLowercase && !hasInnerCapital && !hasMark }

  private var hasLowercase = false
  private var hasInnerCapital = false
  private var hasMark = false

  package init(_ bytes: some Sequence<UInt8>) {
    var isInWord = false
    for byte in bytes {
      let isLetter = byte >= 0x80 || 0x61...0x7A ~= byte | 0x20
      if isLetter, !isInWord { hasWords = true }
      if isInWord, 0x41...0x5A ~= byte { hasInnerCapital = true }
      isInWord = isLetter
      switch byte {
      case 0x80...: isBeyondASCII = true
      case ...0x20: hasBlank = true
      case 0x61...0x7A: hasLowercase = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): (hasDigit, hasMark) = (true, true)
      case UInt8(ascii: "/"): (hasSlash, hasMark) = (true, true)
      case UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "."),
        UInt8(ascii: "="):
        hasMark = true
      default: break
      }
    }
  }
}
