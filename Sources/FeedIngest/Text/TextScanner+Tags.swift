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
