import Basics

/// Finds the files that messages name, in any language.
///
/// Strong evidence: the folder contains the file; the name is one that WhatsApp gives; the app's mark or known words
/// are next to it. Words that occur once with strong evidence are the app's, and count for all other messages. Unknown
/// words in brackets next to a name with a usual extension are enough, too; they are returned.
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
    /// Whether brackets enclose the words, or the words and the name.
    var form = Form.plain

    enum Form {
      /// `a.jpg`, `a.jpg attached`.
      case plain
      /// `a.jpg (file attached)`, as on Android.
      case trailing
      /// `<attached: a.jpg>`, as on iPhones.
      case enclosed
    }
  }

  private let hasFile: @Sendable (String) -> Bool
  private var learnedWords: Set<String> = []

  /// - Parameter hasFile: Whether the export's folder contains a file with the name.
  init(_ texts: some Sequence<Substring>, hasFile: @escaping @Sendable (String) -> Bool) {
    self.hasFile = hasFile
    for text in texts {
      guard let mention = Self.mention(in: text), mention.form != .plain, isStrong(mention) else { continue }
      learnedWords.insert(Self.plain(mention.words))
    }
  }

  /// The files of a message with unknown words next to their names, and its text without them.
  ///
  /// - Parameter isBracketed: Whether an iPhone wrote the export, which encloses names.
  func files(
    in text: Substring, isBracketed: Bool
  ) -> (files: [(name: String, unknownWords: String?)], rest: String)? {
    var (files, rest) = ([(name: String, unknownWords: String?)](), text)
    while files.count < Self.limit, let mention = Self.mention(in: rest) {
      let isKnown = isFile(mention)
      guard isKnown || isUsual(mention, isBracketed: isBracketed) else { break }
      files.append((mention.name, isKnown ? nil : mention.words))
      rest = mention.rest[...]
      // Words without brackets may be the author's.
      if mention.form == .plain, !mention.words.isEmpty, !hasKnownWords(mention) {
        return (files, rest.isEmpty ? mention.words : "\(mention.words)\n\(rest)")
      }
    }
    return files.isEmpty ? nil : (files, String(rest))
  }

  /// The maximum number of files in a message.
  private static let limit = 30

  private func isFile(_ mention: Mention) -> Bool { isStrong(mention) || hasKnownWords(mention) }

  private func hasKnownWords(_ mention: Mention) -> Bool {
    guard !mention.words.isEmpty else { return false }
    return learnedWords.contains(Self.plain(mention.words)) || WhatsAppWords.isAttached(mention.words)
      || WhatsAppWords.attachedWithoutBrackets.contains(mention.words)
  }

  private func isStrong(_ mention: Mention) -> Bool {
    mention.isMarked || Self.day(ofFile: mention.name) != nil || mention.form != .plain && hasFile(mention.name)
      || mention.words.isEmpty && hasFile(mention.name)
  }

  /// Whether a name with a usual extension has words in brackets next to it, as the app writes them in any language.
  private func isUsual(_ mention: Mention, isBracketed: Bool) -> Bool {
    guard mention.form == .enclosed || mention.form == .trailing && !isBracketed, mention.words.count <= 40,
      let ending = mention.name.split(separator: ".").last?.lowercased()
    else { return false }
    return Self.usualEndings.contains(ending) && !mention.words.contains(where: \.isNumber)
  }

  /// The extensions of files that people send.
  private static let usualEndings: Set = [
    "jpg", "jpeg", "png", "gif", "webp", "heic", "bmp", "tif", "tiff", "svg", "mp4", "mov", "3gp", "mkv", "avi", "webm",
    "m4v", "opus", "ogg", "oga", "mp3", "m4a", "aac", "amr", "wav", "flac", "caf", "pdf", "doc", "docx", "odt", "rtf",
    "txt", "md", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "odp", "key", "pages", "numbers", "epub", "vcf", "ics",
    "zip", "rar", "7z", "gz", "tar", "apk", "json", "xml", "html", "psd", "ai", "kml", "gpx",
  ]

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
      return Mention(name: name, words: words, rest: rest, isMarked: isMarked, form: .enclosed)
    }
    return nil
  }

  private static func leading(in text: Substring) -> Mention? {
    let line = text.prefix { $0 != "\n" }
    let first = withoutMarks(line).trimmed
    let isMarked = line.first == WhatsAppHead.mark
    let rest = String(text.dropFirst(line.count + 1))
    let whole = isFileName(first) ? Mention(name: first, words: "", rest: rest, isMarked: false) : nil
    if let whole, !first.contains(" ") { return whole }
    for (open, close) in Self.brackets {
      guard first.last == close, let start = first.lastIndex(of: open) else { continue }
      let name = String(first[..<start]).trimmed
      let words = String(first[first.index(after: start)...].dropLast()).trimmed
      guard isFileName(name), !words.isEmpty, words.contains(where: \.isLetter), !words.contains(".") else { continue }
      return Mention(name: name, words: words, rest: rest, isMarked: isMarked, form: .trailing)
    }
    return wordsBeside(first, rest, isMarked) ?? whole
  }

  private static let brackets: [(Character, Character)] = [("(", ")"), ("<", ">"), ("（", "）"), ("‹", "›"), ("[", "]")]

  /// Some languages write the words without brackets, before or after the name.
  private static func wordsBeside(_ line: String, _ rest: String, _ isMarked: Bool) -> Mention? {
    func mention(_ name: some StringProtocol, _ words: some StringProtocol) -> Mention? {
      guard isFileName(String(name)) else { return nil }
      return Mention(name: String(name), words: String(words), rest: rest, isMarked: isMarked)
    }
    for words in WhatsAppWords.attachedWithoutBrackets {
      if line.hasSuffix(" " + words), let found = mention(line.dropLast(words.count + 1), words) { return found }
      if line.hasPrefix(words + " "), let found = mention(line.dropFirst(words.count + 1), words) { return found }
    }
    // Unknown words next to a name that only the app gives.
    guard let first = line.firstIndex(of: " "), let last = line.lastIndex(of: " ") else { return nil }
    for (name, words) in [
      (line[..<first], line[line.index(after: first)...]), (line[line.index(after: last)...], line[..<last]),
    ] where day(ofFile: String(name)) != nil {
      return mention(name, words)
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
