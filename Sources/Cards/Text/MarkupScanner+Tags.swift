import FeedIngest

/// Hashtags and mentions.
extension MarkupScanner {
  mutating func scanHashtag() {
    let start = position
    let end = tagEnd(from: start + 1)
    guard canBegin(afterHashtag: true), hasLetter(start + 1..<end) else { return copy(to: start + 1) }
    guard markup == .vk else { return copy(to: end, as: .hashtag, target: nil) }
    let tag = bytes[start..<end]
    guard let community = communityRange(after: end) else {
      return copy(to: end, as: .hashtag, target: LinkTarget.vkSearch(tag))
    }
    let name = String(decoding: bytes[community], as: UTF8.self)
    let target = LinkTarget.vk("\(name)/\(LinkTarget.percentEncoded(tag.dropFirst()))")
    copy(to: community.upperBound, as: .hashtag, target: target)
  }

  mutating func scanMention() {
    let start = position
    guard canBegin(afterHashtag: false) else { return copy(to: start + 1) }
    if markup == .vk, let named = namedMention(at: start) { return copyTitle(named.title, of: named) }
    let name = handleRange(from: start + 1)
    guard name.count >= 2, hasLetter(name) else { return copy(to: start + 1) }
    if markup == .vk {
      let path = String(decoding: bytes[name], as: UTF8.self)
      return copy(to: name.upperBound, as: .mention, target: LinkTarget.vk(path))
    }
    guard let server = serverRange(after: name.upperBound) else {
      return copy(to: name.upperBound, as: .mention, target: nil)
    }
    let host = String(decoding: bytes[server], as: UTF8.self)
    let handle = String(decoding: bytes[name], as: UTF8.self)
    copy(to: server.upperBound, as: .mention, target: "https://\(host)/@\(handle)")
  }

  /// Not in the middle of a word, an address or an entity; `#a#b` are two tags.
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
      // A mark or a joiner belongs to the letter before it: `#️⃣` is no tag.
      guard scalar.isWordPart ? (end > start || !scalar.isMark) : (end > start && scalar.joinsLetters) else { break }
      end += length
    }
    while end > start, let last = bytes.scalar(before: end), last.joinsLetters { end -= last.utf8.count }
    return end
  }

  /// `@community` straight after a tag.
  private func communityRange(after end: Int) -> Range<Int>? {
    guard end < limit, bytes[end] == UInt8(ascii: "@") else { return nil }
    let name = handleRange(from: end + 1)
    return name.count >= 2 ? name : nil
  }

  /// ASCII letters, digits, `_`, `.` and, elsewhere than in VK, `-`; a full stop at the end is punctuation.
  private func handleRange(from start: Int) -> Range<Int> {
    var end = start
    let limit = limit
    guard start < limit, !isInnerHandlePart(bytes[start]) else { return start..<start }
    while end < limit, Unicode.Scalar.isASCIIWordPart(bytes[end]) || isInnerHandlePart(bytes[end]) { end += 1 }
    while end > start, isInnerHandlePart(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private func isInnerHandlePart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || (byte == UInt8(ascii: "-") && markup != .vk)
  }

  /// The second half of `@user@server.org`.
  private func serverRange(after end: Int) -> Range<Int>? {
    guard end < limit, bytes[end] == UInt8(ascii: "@") else { return nil }
    let server = handleRange(from: end + 1)
    return HostName(mail: server, in: bytes) == nil ? nil : server
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
