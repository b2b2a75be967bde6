import JSONTree

/// Words, and the addresses among them.
extension TextScanner {
  /// Copies one word, or the URL or mail address that it turns out to begin.
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

  /// Letters, digits and what may stand inside a host name or before a mail address's @; a full stop or a hyphen at its
  /// end is punctuation.
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

  /// `https` may touch letters of another script before it.
  private mutating func scanURL(withSchemeAtEndOf word: Range<Int>) -> Bool {
    let colon = word.upperBound
    guard colon + 3 < limit, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/") else {
      return false
    }
    for scheme in ["https", "http"] {
      let start = colon - scheme.utf8.count
      guard start >= word.lowerBound,
        zip(bytes[start..<colon], scheme.utf8).allSatisfy({ LinkTarget.asciiLowercase($0) == $1 }),
        start == word.lowerBound || !(bytes[start - 1] < 0x80 && Unicode.Scalar.isASCIIWordPart(bytes[start - 1]))
      else { continue }
      let rest = colon + 3
      let authority = rest..<hostEnd(from: rest)
      guard HostName(afterScheme: authority, in: bytes) != nil else { return false }
      copy(to: start)
      let end = urlEnd(afterHost: authority.upperBound)
      let address = String(decoding: bytes[rest..<end], as: UTF8.self)
      copy(to: end, as: .link, url: "\(scheme)://\(address)")
      return true
    }
    return false
  }

  /// A host name without a scheme; not inside a path or another address.
  private mutating func scanBareURL(_ word: Range<Int>) -> Bool {
    guard bytes[word].contains(UInt8(ascii: ".")),
      position == 0 || !"/\\@-_&=%".utf8.contains(bytes[position - 1]),
      let host = HostName(bare: word, in: bytes)
    else { return false }
    copy(to: host.range.lowerBound)
    let end = urlEnd(afterHost: host.range.upperBound)
    let address = String(decoding: bytes[position..<end], as: UTF8.self)
    copy(to: end, as: .link, url: "https://\(address)")
    return true
  }

  private mutating func scanMailAddress(from word: Range<Int>) -> Bool {
    guard bytes[word].allSatisfy({ $0 < 0x80 }) else { return false }
    let serverStart = word.upperBound + 1
    let server = serverStart..<hostEnd(from: serverStart)
    guard HostName(mail: server, in: bytes) != nil else { return false }
    let address = String(decoding: bytes[word.lowerBound..<server.upperBound], as: UTF8.self)
    copy(to: server.upperBound, as: .link, url: "mailto:\(address)")
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

  /// Port, path, query and fragment, without the punctuation of the sentence around them.
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

  /// A closing bracket stays where its opening one is part of the address: `/wiki/Swift_(bird)`.
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

/// How many more closing brackets of each shape than opening ones.
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
  /// May stand in a path or query as people paste them; quotation marks and CJK punctuation end it.
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
