import Basics

/// Finds the files that messages name, in any language.
///
/// Strong evidence: the folder contains the file; the name is one that WhatsApp gives; the app's mark or known words
/// are next to it. Words that occur once with strong evidence are the app's, and count for all other messages.
struct WhatsAppFiles {
  /// A file's name in a message, with the text around it.
  struct Mention {
    var name: String
    /// The words next to the name, without brackets: `file attached`.
    var words: String
    /// The message without the name and the words.
    var rest: String
    /// Whether the app's mark precedes it.
    var isMarked: Bool
  }

  private let hasFile: @Sendable (String) -> Bool
  private var learnedWords: Set<String> = []

  /// - Parameter hasFile: Whether the export's folder contains a file with the name.
  init(_ texts: some Sequence<Substring>, hasFile: @escaping @Sendable (String) -> Bool) {
    self.hasFile = hasFile
    for text in texts {
      guard let mention = Self.mention(in: text), !mention.words.isEmpty, isStrong(mention) else { continue }
      learnedWords.insert(Self.plain(mention.words))
    }
  }

  /// The files of a message, and its text without them.
  func files(in text: Substring) -> (names: [String], rest: String)? {
    var (names, rest) = ([String](), text)
    while names.count < Self.limit, let mention = Self.mention(in: rest), isFile(mention) {
      names.append(mention.name)
      rest = mention.rest[...]
    }
    return names.isEmpty ? nil : (names, String(rest))
  }

  /// The maximum number of files in a message.
  private static let limit = 30

  private func isFile(_ mention: Mention) -> Bool {
    isStrong(mention)
      || !mention.words.isEmpty
        && (learnedWords.contains(Self.plain(mention.words)) || WhatsAppWords.isAttached(mention.words))
  }

  private func isStrong(_ mention: Mention) -> Bool {
    mention.isMarked || !mention.words.isEmpty && Self.day(ofFile: mention.name) != nil || hasFile(mention.name)
  }

  private static func plain(_ words: String) -> String { words.lowercased().trimmed }

  // MARK: Shapes

  /// `<attached: a.jpg>` anywhere (iOS); `a.jpg (file attached)`, `a.jpg <attached>` or `a.jpg` as the first line
  /// (Android).
  static func mention(in text: Substring) -> Mention? { bracketed(in: text) ?? leading(in: text) }

  private static func bracketed(in text: Substring) -> Mention? {
    var start = text.startIndex
    while let open = text[start...].firstIndex(where: { $0 == "<" || $0 == "‹" || $0 == "＜" }) {
      start = text.index(after: open)
      guard let close = text[start...].firstIndex(where: { ">›＞\n".contains($0) }), text[close] != "\n" else {
        continue
      }
      let inner = text[start..<close]
      guard let colon = inner.firstIndex(where: { $0 == ":" || $0 == "：" }),
        inner.distance(from: inner.startIndex, to: colon) <= 40
      else { continue }
      let words = withoutMarks(inner[..<colon]).trimmed
      let name = withoutMarks(inner[inner.index(after: colon)...]).trimmed
      guard !words.isEmpty, words.allSatisfy({ $0.isLetter || $0.isWhitespace || $0 == "'" }), isFileName(name) else {
        continue
      }
      let before = text[..<open]
      let isMarked = before.last == WhatsAppHead.mark
      let caption = isMarked ? before.dropLast() : before
      var after = text[text.index(after: close)...]
      if caption.allSatisfy({ $0 == WhatsAppHead.mark }), after.first == "\n" { after.removeFirst() }
      var rest = String(caption) + after
      while rest.last == " " { rest.removeLast() }
      return Mention(name: name, words: words, rest: rest, isMarked: isMarked)
    }
    return nil
  }

  private static func leading(in text: Substring) -> Mention? {
    let line = text.prefix { $0 != "\n" }
    let first = withoutMarks(line).trimmed
    let isMarked = line.first == WhatsAppHead.mark
    let rest = String(text.dropFirst(line.count + 1))
    if isFileName(first) { return Mention(name: first, words: "", rest: rest, isMarked: false) }
    for (open, close) in Self.brackets {
      guard first.last == close, let start = first.lastIndex(of: open) else { continue }
      let name = String(first[..<start]).trimmed
      let words = String(first[first.index(after: start)...].dropLast()).trimmed
      guard isFileName(name), !words.isEmpty, words.contains(where: \.isLetter), !words.contains(".") else { continue }
      return Mention(name: name, words: words, rest: rest, isMarked: isMarked)
    }
    return wordsBeside(first, rest, isMarked)
  }

  private static let brackets: [(Character, Character)] = [("(", ")"), ("<", ">"), ("（", "）"), ("‹", "›"), ("[", "]")]

  /// Two languages write the words without brackets, before or after the name.
  private static func wordsBeside(_ line: String, _ rest: String, _ isMarked: Bool) -> Mention? {
    for words in WhatsAppWords.attachedWithoutBrackets {
      let name: Substring
      if line.hasSuffix(" " + words) {
        name = line.dropLast(words.count + 1)
      } else if line.hasPrefix(words + " ") {
        name = line.dropFirst(words.count + 1)
      } else {
        continue
      }
      if isFileName(String(name)) { return Mention(name: String(name), words: words, rest: rest, isMarked: isMarked) }
    }
    return nil
  }

  private static func withoutMarks(_ text: Substring) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { !HeadReader.isMark($0) }))
  }

  /// Whether the text has an extension, and no characters that file names can't have.
  private static func isFileName(_ text: String) -> Bool {
    guard text.utf8.count <= 255, let dot = text.lastIndex(of: "."), dot > text.startIndex else { return false }
    let ending = text[text.index(after: dot)...]
    return 1...5 ~= ending.count && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && ending.contains(where: \.isLetter) && !text.contains { "/\\<>:\"|?*\n".contains($0) }
  }

  // MARK: Names

  /// The day in a name that WhatsApp gives: `IMG-20240517-WA0003.jpg`, `00000012-PHOTO-2024-05-17-09-03-00.jpg`.
  ///
  /// - Returns: Days since 1970; nil for any other name.
  static func day(ofFile name: String) -> Int? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    let digits: [Substring]
    if parts.count >= 3, parts[0].count == 3, parts[0].allSatisfy(\.isLetter), parts[1].utf8.count == 8,
      parts[2].hasPrefix("WA")
    {
      digits = [parts[1].prefix(4), parts[1].dropFirst(4).prefix(2), parts[1].suffix(2)]
    } else if parts.count >= 8, parts[0].utf8.count == 8, Int(parts[0]) != nil, parts[1].allSatisfy(\.isLetter) {
      digits = Array(parts[2..<5])
    } else {
      return nil
    }
    let numbers = digits.compactMap { Int($0) }
    guard numbers.count == 3, 2009...2100 ~= numbers[0] else { return nil }
    return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])?.dayNumber
  }
}
