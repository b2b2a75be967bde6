import Basics
import DataFormats

extension FacetedText {
  /// The number of UTF-8 bytes searched for facets; no card shows as much text.
  static let facetLimit = 100_000

  /// Finds links, hashtags, mentions and the dialect's markup in a text.
  ///
  /// A single pass with linear cost. Malformed markup is kept as written.
  ///
  /// - Parameters:
  ///   - text: Decoded text with the dialect's markup.
  ///   - facets: Facets from the service, in offsets of `text`; they take precedence.
  ///   - dialect: Makes the dialect from the bytes to scan.
  init(scanning text: String, facets: [Facet] = [], as dialect: ([UInt8]) -> some TextDialect) {
    // Invisible characters don't end a word: they are skipped while scanning, and kept.
    let clean = CleanText(block: text, facets: facets, limit: .max)
    var scanner = TextScanner(clean, of: Array(text.utf8), dialect(clean.bytes))
    scanner.scan()
    self.init(String(decoding: scanner.output, as: UTF8.self), facets: scanner.facets)
  }

  /// Finds links, hashtags and mentions in a text without markup.
  package init(scanning text: String, facets: [Facet] = []) {
    self.init(scanning: text, facets: facets) { _ in PlainTextDialect() }
  }
}

/// The scanning pass: reads `bytes` from `position` on, and writes the result to `output`.
struct TextScanner<Dialect: TextDialect> {
  let dialect: Dialect
  /// The text without invisible characters.
  let bytes: [UInt8]
  private let clean: CleanText
  private let source: [UInt8]
  private(set) var output: [UInt8] = []
  private(set) var facets: [Facet] = []
  var position = 0
  /// The service's own facets, which take precedence.
  private var given: ArraySlice<Facet>
  /// The titles being written, innermost last: they contain no links of their own.
  private var openTitles: [OpenTitle] = []

  private struct OpenTitle {
    var markup: TitledMarkup
    var outputStart: Int
  }

  init(_ clean: CleanText, of source: [UInt8], _ dialect: Dialect) {
    self.clean = clean
    self.source = source
    self.dialect = dialect
    bytes = clean.bytes
    given = clean.facets[...]
    output.reserveCapacity(source.count)
  }

  mutating func scan() {
    output += source[..<clean.sourceOffset(of: 0)]
    while position < bytes.count {
      if let title = openTitles.last, position >= title.markup.title.upperBound {
        close(title)
      } else if let facet = given.first, facet.range.lowerBound <= position {
        take(facet)
      } else if bytes[position] == UInt8(ascii: "["), let markup = dialect.bracketed(at: position, in: bytes) {
        openTitles.append(OpenTitle(markup: markup, outputStart: output.count))
        position = markup.title.lowerBound
      } else if openTitles.isEmpty, output.count < FacetedText.facetLimit {
        scanPlain()
      } else {
        copy(to: position + 1)
      }
    }
    while let title = openTitles.last { close(title) }
    output += source[clean.sourceOffset(of: bytes.count)...]
  }

  private mutating func scanPlain() {
    switch bytes[position] {
    case UInt8(ascii: "#"): scanHashtag()
    case UInt8(ascii: "@"): scanMention()
    case 0..<0x80 where !Unicode.Scalar.isASCIIWordPart(bytes[position]): copy(to: position + 1)
    default: scanWord()
    }
  }

  /// Scanned facets end before the next given facet.
  var limit: Int { given.first?.range.lowerBound ?? bytes.count }

  mutating func copy(to end: Int) {
    output += source[clean.sourceOffset(of: position)..<clean.sourceOffset(of: end)]
    position = end
  }

  mutating func copy(to end: Int, as kind: Facet.Kind, url: WebAddress?) {
    copy(to: end, as: Facet(range: 0..<0, kind: kind, url: url))
  }

  /// - Parameter facet: The kind and target, whatever its range; a link without a target is text.
  private mutating func copy(to end: Int, as facet: Facet) {
    let start = output.count
    copy(to: end)
    if facet.url != nil || facet.kind != .link { add(facet.moved(to: start..<output.count)) }
  }

  /// Copies only the title, without the address and brackets around it.
  mutating func copyTitle(of markup: TitledMarkup) {
    position = markup.title.lowerBound
    copy(to: markup.title.upperBound, as: markup.kind, url: markup.url)
    position = markup.end
  }

  private mutating func add(_ facet: Facet) {
    if facet.range.lowerBound < FacetedText.facetLimit { facets.append(facet) }
  }

  /// Whether the output ends with a hashtag, so that the next one may follow without a space.
  var endsInHashtag: Bool {
    guard let last = facets.last else { return false }
    return last.kind == .hashtag && last.range.upperBound == output.count
  }

  private mutating func close(_ title: OpenTitle) {
    openTitles.removeLast()
    position = max(position, title.markup.end)
    guard openTitles.isEmpty, title.outputStart < output.count, title.markup.url != nil else { return }
    add(Facet(range: title.outputStart..<output.count, kind: title.markup.kind, url: title.markup.url))
  }

  /// A facet that begins inside markup becomes text.
  private mutating func take(_ facet: Facet) {
    given.removeFirst()
    guard openTitles.isEmpty, facet.range.lowerBound == position else { return }
    copy(to: facet.range.upperBound, as: facet)
  }
}

/// Hashtags and mentions.
extension TextScanner {
  mutating func scanHashtag() {
    let start = position
    let end = tagEnd(from: start + 1)
    guard canBegin(afterHashtag: true), hasLetter(start + 1..<end) else { return copy(to: start + 1) }
    let tag = dialect.hashtag(start..<end, in: bytes, limit: limit)
    copy(to: tag.end, as: .hashtag, url: tag.url)
  }

  mutating func scanMention() {
    let start = position
    guard canBegin(afterHashtag: false) else { return copy(to: start + 1) }
    if let titled = dialect.titledMention(at: start, in: bytes, limit: limit) { return copyTitle(of: titled) }
    let name = dialect.handle(from: start + 1, in: bytes, limit: limit)
    guard name.count >= 2, hasLetter(name) else { return copy(to: start + 1) }
    let mention = dialect.mention(name, in: bytes, limit: limit)
    copy(to: mention.end, as: .mention, url: mention.url)
  }

  /// Not inside a word, an address or an entity; `#a#b` are two tags.
  private func canBegin(afterHashtag: Bool) -> Bool {
    guard position > 0 else { return true }
    if afterHashtag, endsInHashtag { return true }
    guard let before = bytes.scalar(before: position) else { return true }
    return !before.isWordPart && !"#@&/\\".unicodeScalars.contains(before)
  }

  private func tagEnd(from start: Int) -> Int {
    var end = start
    let limit = limit
    while end < limit {
      let (scalar, length) = bytes.scalar(at: end)
      // A mark or joiner belongs to the preceding letter: `#️⃣` is not a tag.
      guard scalar.isWordPart ? (end > start || !scalar.isMark) : (end > start && scalar.joinsLetters) else { break }
      end += length
    }
    while end > start, let last = bytes.scalar(before: end), last.joinsLetters { end -= last.utf8.count }
    return end
  }

  private func hasLetter(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, length) = bytes.scalar(at: index)
      if scalar.isLetter { return true }
      index += length
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Joiners of Persian and Indic words, and the dots of Catalan and Japanese ones.
  fileprivate var joinsLetters: Bool { [0x200C, 0x200D, 0xB7, 0x30FB].contains(value) }
}

/// Words and addresses.
extension TextScanner {
  /// Copies one word, or the URL or mail address that it starts.
  mutating func scanWord() {
    let word = wordRange()
    guard !word.isEmpty else {
      return copy(to: position + bytes.scalar(at: position).length)
    }
    let next = word.upperBound < limit ? bytes[word.upperBound] : 0
    if next == UInt8(ascii: ":"), scanURL(withSchemeAtEndOf: word) { return }
    if next == UInt8(ascii: "@"), scanMailAddress(from: word) { return }
    if next != UInt8(ascii: "@"), scanBareURL(word) { return }
    copy(to: word.upperBound)
  }

  /// Letters, digits, and characters allowed in a host name or before a mail address's @; a final full stop or hyphen
  /// is punctuation.
  private func wordRange() -> Range<Int> {
    var end = position
    let limit = limit
    while end < limit {
      let byte = bytes[end]
      if Unicode.Scalar.isASCIIWordPart(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
        end += 1
      } else if byte == UInt8(ascii: ".") {
        guard end + 1 < limit, bytes[end + 1] != byte else { break }
        end += 1
      } else if byte >= 0x80 {
        let (scalar, length) = bytes.scalar(at: end)
        guard scalar.isWordPart else { break }
        end += length
      } else {
        break
      }
    }
    while end > position, ".-+".utf8.contains(bytes[end - 1]) { end -= 1 }
    return position..<end
  }

  /// `https` may directly follow letters of another script.
  private mutating func scanURL(withSchemeAtEndOf word: Range<Int>) -> Bool {
    let colon = word.upperBound
    guard colon + 3 < limit, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/") else {
      return false
    }
    for scheme in ["https", "http"] {
      let start = colon - scheme.utf8.count
      guard start >= word.lowerBound,
        zip(bytes[start..<colon], scheme.utf8).allSatisfy({ WebAddress.asciiLowercase($0) == $1 }),
        start == word.lowerBound || !(bytes[start - 1] < 0x80 && Unicode.Scalar.isASCIIWordPart(bytes[start - 1]))
      else { continue }
      let rest = colon + 3
      let authority = rest..<hostEnd(from: rest)
      guard HostName(afterScheme: authority, in: bytes) != nil else { return false }
      copy(to: start)
      let end = urlEnd(afterHost: authority.upperBound)
      let address = String(decoding: bytes[rest..<end], as: UTF8.self)
      copy(to: end, as: .link, url: WebAddress("\(scheme)://\(address)"))
      return true
    }
    return false
  }

  /// A host name without a scheme, not inside a path or another address.
  private mutating func scanBareURL(_ word: Range<Int>) -> Bool {
    guard bytes[word].contains(UInt8(ascii: ".")),
      position == 0 || !"/\\@-_&=%".utf8.contains(bytes[position - 1]),
      let host = HostName(bare: word, in: bytes)
    else { return false }
    copy(to: host.range.lowerBound)
    let end = urlEnd(afterHost: host.range.upperBound)
    let address = String(decoding: bytes[position..<end], as: UTF8.self)
    copy(to: end, as: .link, url: WebAddress("https://\(address)"))
    return true
  }

  private mutating func scanMailAddress(from word: Range<Int>) -> Bool {
    guard bytes[word].allSatisfy({ $0 < 0x80 }) else { return false }
    let serverStart = word.upperBound + 1
    let server = serverStart..<hostEnd(from: serverStart)
    guard HostName(mail: server, in: bytes) != nil else { return false }
    let address = String(decoding: bytes[word.lowerBound..<server.upperBound], as: UTF8.self)
    copy(to: server.upperBound, as: .link, url: WebAddress("mailto:\(address)"))
    return true
  }

  private func hostEnd(from start: Int) -> Int {
    var end = start
    let limit = limit
    while end < limit, end - start <= 253 {
      let (scalar, length) = bytes.scalar(at: end)
      guard scalar.isWordPart || scalar == "-" || (scalar == "." && end + 1 < limit && bytes[end + 1] != bytes[end])
      else { break }
      end += length
    }
    while end > start, ".-".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// The end of port, path, query and fragment, without the punctuation of the surrounding sentence.
  private func urlEnd(afterHost host: Int) -> Int {
    let limit = limit
    var start = host
    if start < limit, bytes[start] == UInt8(ascii: ":") {
      let digits = bytes[(start + 1)..<limit].prefix(6).prefix(while: Unicode.Scalar.isASCIIDigit)
      if (1...5).contains(digits.count) { start = digits.endIndex }
    }
    guard start < limit, "/?#".utf8.contains(bytes[start]) else { return start }
    return withoutTrailingPunctuation(start..<tailEnd(from: start))
  }

  private func tailEnd(from start: Int) -> Int {
    var end = start
    let limit = limit
    while end < limit {
      let (scalar, length) = bytes.scalar(at: end)
      guard scalar.isURLPart else { break }
      end += length
    }
    return end
  }

  /// A closing bracket is kept if the address contains its opening one: `/wiki/Swift_(bird)`.
  private func withoutTrailingPunctuation(_ tail: Range<Int>) -> Int {
    var surplus = BracketSurplus()
    for byte in bytes[tail] { surplus.add(byte, 1) }
    var end = tail.upperBound
    while end > tail.lowerBound {
      let byte = bytes[end - 1]
      if ".,:;!?'*([{".utf8.contains(byte) || surplus.isUnopened(byte) {
        surplus.add(byte, -1)
        end -= 1
      } else if byte >= 0x80, let scalar = bytes.scalar(before: end), scalar == "…" || scalar.isBlank {
        end -= scalar.utf8.count
      } else {
        break
      }
    }
    return end
  }
}

/// The excess of closing over opening brackets, by shape.
private struct BracketSurplus {
  private var round = 0
  private var square = 0
  private var curly = 0

  mutating func add(_ byte: UInt8, _ count: Int) {
    switch byte {
    case UInt8(ascii: ")"): round += count
    case UInt8(ascii: "("): round -= count
    case UInt8(ascii: "]"): square += count
    case UInt8(ascii: "["): square -= count
    case UInt8(ascii: "}"): curly += count
    case UInt8(ascii: "{"): curly -= count
    default: break
    }
  }

  func isUnopened(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ")"): round > 0
    case UInt8(ascii: "]"): square > 0
    case UInt8(ascii: "}"): curly > 0
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar may occur in a pasted path or query; quotation marks and CJK punctuation end it.
  fileprivate var isURLPart: Bool {
    switch value {
    case 0...0x20, 0x7F...0xA0: false
    case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7C: false
    case 0xAB, 0xBB, 0x1680, 0x2000...0x200B, 0x2018...0x201F, 0x2028...0x202F, 0x2039, 0x203A, 0x205F...0x206F: false
    case 0x3000...0x3004, 0x3008...0x3020, 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65: false
    default: true
    }
  }
}
