/// A message or event of an export, before it is read.
struct WhatsAppMessage {
  /// Nil for an event without an author.
  let author: String?
  /// With the app's marks; lines end with LF.
  let raw: String
  let isBracketed: Bool

  private static let mark = WhatsAppHead.mark

  /// Whether the app wrote the text, or its beginning.
  var isMarked: Bool { raw.first == Self.mark }

  /// - Parameters:
  ///   - number: The number in the export, which is the entry's id.
  ///   - reading: Counts placeholders in unknown words.
  func entry(number: Int, _ phrases: WhatsAppFilePhrases, _ reading: inout ChatReaderContext) -> ChatEntry {
    var entry = ChatEntry(id: String(number), author: author.map { .init(name: $0) }, text: Self.plain(raw))
    if author == nil {
      let isCall = WhatsAppWords.missedCalls.begin(raw)
      entry.kind = .service(.named(isCall ? "call" : "system"), action: isCall ? "call" : "system")
      return entry
    }
    let text = readEdit(phrases, into: &entry)
    // iPhones put a sign before the app's own texts, Android doesn't: there, the whole message must match.
    if isMarked || !isBracketed, WhatsAppWords.isDeletion(text) {
      (entry.isDeleted, entry.text) = (true, "")
    } else if let (files, rest) = phrases.files.files(in: text[...], isBracketed: isBracketed) {
      entry.media = files.map { name, words in
        var medium = ChatMedium(.init(fileName: name), address: name, title: name)
        if let words {
          medium.caption = words
          reading.omit("unknown phrase next to a file, “\(words)”", "unknown phrases next to files, “\(words)”")
        }
        return medium
      }
      entry.text = Self.plain(rest)
    } else if !readOmission(text, phrases, into: &entry, &reading) {
      readNotice(text, phrases, into: &entry, &reading)
    }
    if entry.kind == .message, entry.media.allSatisfy({ $0.answers.isEmpty }) {
      entry.drawn = FacetedText(whatsApp: entry.text)
    }
    return entry
  }

  private static func plain(_ text: some StringProtocol) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { $0 != "\u{200E}" }))
  }

  // MARK: Edits

  /// Reads the note in angle brackets at the message's end, which the app's sign precedes on iPhones, and a blank on
  /// Android. Otherwise it is a quotation.
  ///
  /// - Returns: The text without the note, with the app's marks.
  private func readEdit(_ phrases: WhatsAppFilePhrases, into entry: inout ChatEntry) -> String {
    guard let (text, words) = note else { return raw }
    entry.isEdited =
      text.last == Self.mark || WhatsAppWords.isEdit(words) || phrases.editNotes.contains(WhatsAppPhrases.plain(words))
    // An unknown note that recurs is probably the app's, but stays.
    guard text.last == Self.mark || WhatsAppWords.isEdit(words) else { return raw }
    var kept = text
    while kept.last == Self.mark { kept = kept.dropLast() }
    if kept.last?.isWhitespace == true { kept = kept.dropLast() }
    entry.text = Self.plain(kept)
    return String(kept)
  }

  /// A note in angle brackets at the end, and the text before.
  var note: (text: Substring, words: Substring)? {
    guard raw.last == ">", let open = raw.lastIndex(of: "<"), open > raw.startIndex else { return nil }
    let (text, words) = (raw[..<open], raw[raw.index(after: open)...].dropLast())
    guard text.last == Self.mark || !isBracketed && text.last?.isWhitespace == true,
      text.contains(where: { $0 != Self.mark && !$0.isWhitespace }),
      words.contains(where: \.isLetter), !words.contains(where: { ":：.\n".contains($0) && $0 != words.last })
    else { return nil }
    return (text, words)
  }

  // MARK: Omitted files

  /// Reads the placeholder of an omitted file; the rest is the caption, or the file's name.
  private func readOmission(
    _ text: String, _ phrases: WhatsAppFilePhrases, into entry: inout ChatEntry, _ reading: inout ChatReaderContext
  ) -> Bool {
    if let (kind, words, rest) = phrases.omission(in: text, takesUnknown: !isBracketed || isMarked) {
      if let words { Self.countPlaceholder(words, &reading) }
      // The next line is the file's name, or the caption.
      let isFile =
        ChatMedium.Kind(fileName: rest) != .file || rest.contains(".") && !rest.contains(where: \.isWhitespace)
      entry.media = [ChatMedium(isFile ? ChatMedium.Kind(fileName: rest) : kind, title: isFile ? rest : words)]
      entry.text = isFile ? "" : Self.plain(rest)
      return true
    }
    // Android's words for a file that can be seen once: earlier versions write `null`, later ones nothing.
    if !isBracketed, text == "null" || text.allSatisfy(\.isWhitespace) {
      (entry.media, entry.text) = ([ChatMedium(.file)], "")
      return true
    }
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let mark = line.lastIndex(of: Self.mark), let kind = WhatsAppWords.omittedKind(line[mark...].dropFirst())
      else {
        lines.append(line)
        continue
      }
      let name = Self.plain(line[..<mark]).split(separator: "•").first.map { String($0).trimmed } ?? ""
      entry.media.append(ChatMedium(kind, title: kind == .file && !name.isEmpty ? name : nil))
      if mark > line.startIndex { lines.append(line[..<mark]) }
    }
    guard !entry.media.isEmpty else { return false }
    entry.text = Self.plain(lines.joined(separator: "\n"))
    if entry.text.last == " " { entry.text.removeLast() }
    return true
  }

  /// Counts a phrase in place of something that the export does not name in known words.
  private static func countPlaceholder(_ words: String, _ reading: inout ChatReaderContext) {
    let words = words.prefix(60)
    reading.omit("unknown placeholder “\(words)”", "unknown placeholders “\(words)”")
  }

  // MARK: The app's own texts

  /// Reads the app's own text in place of a message.
  private func readNotice(
    _ text: String, _ phrases: WhatsAppFilePhrases, into entry: inout ChatEntry, _ reading: inout ChatReaderContext
  ) {
    let lines = entry.text.split(separator: "\n", omittingEmptySubsequences: false)
    if let poll = Self.poll(lines) {
      entry.media = [poll]
    } else if Self.isLocation(entry.text, isMarked: isMarked, isBracketed: isBracketed) {
      entry.media = [ChatMedium(.location, title: entry.text)]
    } else if isMarked || !isBracketed, WhatsAppWords.liveLocation.contains(text) {
      (entry.media, entry.text) = ([ChatMedium(.liveLocation)], "")
    } else if isMarked {
      // `Video call, 5 min`: a mark also precedes the length, in any language.
      let isCall =
        WhatsAppWords.missedCalls.begin(text) || WhatsAppWords.calls.begin(text) || text.contains(", \(Self.mark)")
      // An unknown phrase in place of a message is no event: the words stay with their author.
      guard isCall || !isPhrase(text) || !phrases.writers.contains(author ?? "") else {
        return Self.countPlaceholder(Self.plain(text).trimmed, &reading)
      }
      let action = isCall ? "call" : "system"
      entry.kind = .service(.named(action), action: action)
    } else if !isBracketed, WhatsAppWords.missedCalls.contains(text) {
      entry.kind = .service(.named("call"), action: "call")
    } else if !isBracketed, let words = WhatsAppFilePhrases.placeholder(text.prefix { $0 != "\n" }) {
      // The words stay, since they may be the author's.
      Self.countPlaceholder(words, &reading)
    }
  }

  /// Whether a text is as short as the app's words in place of a file or of a deleted message; events are sentences.
  private func isPhrase(_ text: String) -> Bool {
    let words = Self.plain(text)
    return words.count <= 40 && !words.contains { ".。।؟\n:：«\"“".contains($0) }
      && words.split(separator: " ").count <= 4
  }

  private static func isLocation(_ text: String, isMarked: Bool, isBracketed: Bool) -> Bool {
    if isMarked {
      return text.contains("https://foursquare.com/") || text.contains("https://maps.google.com/")
        || text.hasPrefix("Location: ")
    }
    guard !isBracketed, let address = text.firstRange(of: "https://maps.google.com/?q=") else { return false }
    let before = text[..<address.lowerBound]
    let word = before.prefix { $0 != ":" && $0 != "：" }
    let isNamed = before.last == " " && word.count + 2 >= before.count && word.allSatisfy { $0.isLetter || $0 == " " }
    let place = text[address.upperBound...]
    return isNamed && !place.isEmpty && place.allSatisfy { $0.isASCII && ($0.isNumber || "-.,".contains($0)) }
  }

  /// A poll in any language: a word with a colon, the question, and options with their votes, each after the same word.
  private static func poll(_ lines: [Substring]) -> ChatMedium? {
    var lines = lines[...]
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count >= 4, let first = lines.first, let end = first.last, ":：".contains(end), first.count <= 24,
      first.dropLast().allSatisfy({ $0.isLetter || $0 == " " })
    else { return nil }
    let options = lines.dropFirst(2).map(option)
    let words = Set(options.map { $0?.word })
    guard words.count == 1, words.first != .some(nil) else { return nil }
    var medium = ChatMedium(.poll, title: String(lines[lines.startIndex + 1]))
    medium.answers = options.compactMap { $0?.answer }
    return medium
  }

  /// `OPTION: Monday (2 votes)`.
  private static func option(_ line: Substring) -> (word: Substring, answer: ChatMedium.Answer)? {
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }), let close = line.last, ")）".contains(close),
      let open = line.lastIndex(where: { $0 == "(" || $0 == "（" }), open > colon
    else { return nil }
    let word = line[..<colon]
    let text = String(line[line.index(after: colon)..<open]).trimmed
    let votes = line[open...].dropFirst().compactMap(\.wholeNumberValue)
    guard 1..<10 ~= votes.count, 1...16 ~= word.count, word.allSatisfy({ $0.isLetter || $0 == " " }) else { return nil }
    return (word, .init(text: text, votes: votes.reduce(0) { $0 * 10 + $1 }))
  }
}

/// The app's phrases about files in an export: known ones, and those that only the export itself proves.
struct WhatsAppFilePhrases {
  let files: WhatsAppFiles
  /// The notes at the end of edited messages that recur.
  private(set) var editNotes: Set<String> = []
  /// The phrases in angle brackets that stand for several messages.
  private var omissions: Set<String> = []
  /// The people who wrote messages of their own; a group's name only precedes events.
  private(set) var writers: Set<String> = []
  /// Whether the app's words are in a language other than English; nil without such words.
  private(set) var isForeign: Bool?

  init(_ messages: [WhatsAppMessage], hasFile: @escaping @Sendable (String) -> Bool) {
    files = WhatsAppFiles(messages.lazy.filter { $0.author != nil }.map { $0.raw[...] }, hasFile: hasFile)
    var (notes, placeholders) = ([String: Int](), [String: Int]())
    for message in messages {
      if message.author == nil {
        let text = message.raw.lowercased()
        if WhatsAppWords.encryption.contains(where: text.contains) { note(isForeign: !text.contains("encrypted")) }
        continue
      }
      if !message.isMarked, let author = message.author { writers.insert(author) }
      if let note = message.note { notes[WhatsAppPhrases.plain(note.words), default: 0] += 1 }
      let first = message.raw.prefix { $0 != "\n" }
      if let words = Self.placeholder(first) {
        placeholders[words, default: 0] += 1
        if WhatsAppWords.omittedMedia.contains(words) { note(isForeign: !words.contains("omitted")) }
      } else if message.isMarked, WhatsAppWords.omittedKind(first) != nil {
        note(isForeign: !first.contains("omitted"))
      } else if WhatsAppWords.isDeletion(message.raw) {
        note(isForeign: !message.raw.contains("deleted"))
      } else if let mention = WhatsAppFiles.mention(in: first), WhatsAppWords.isAttached(mention.words) {
        note(isForeign: !mention.words.contains("attached"))
      }
    }
    editNotes = Set(notes.filter { $0.value > 1 }.keys)
    omissions = Set(placeholders.filter { $0.value > 1 }.keys)
  }

  private mutating func note(isForeign: Bool) {
    // One foreign phrase is enough: people quote English ones.
    self.isForeign = self.isForeign ?? false || isForeign
  }

  /// The words of a line in angle brackets; nil for any other line.
  static func placeholder(_ line: Substring) -> String? {
    guard line.utf8.contains(UInt8(ascii: "<")) else { return nil }
    let words = WhatsAppPhrases.plain(line)
    guard words.first == "<", words.last == ">", words.count > 4,
      !words.dropFirst().dropLast().contains(where: { "<>:@=".contains($0) })
    else { return nil }
    return String(words.dropFirst().dropLast()).trimmed
  }

  /// The placeholder that a message starts with, and the text below it; nil for any other message.
  ///
  /// - Parameter takesUnknown: Whether a phrase that recurs is enough.
  /// - Returns: With the words of an unknown phrase.
  func omission(in text: String, takesUnknown: Bool) -> (kind: ChatMedium.Kind, words: String?, rest: String)? {
    let first = text.prefix { $0 != "\n" }
    guard let words = Self.placeholder(first) else { return nil }
    let isKnown = WhatsAppWords.omittedMedia.contains(words)
    guard isKnown || takesUnknown && omissions.contains(words) else { return nil }
    // Android names the kind only for files that can be opened once.
    let kind = Self.kinds.first { words.contains($0.word) }?.kind ?? .file
    return (kind, isKnown ? nil : words, String(text.dropFirst(first.count + 1)))
  }

  private static let kinds: [(word: String, kind: ChatMedium.Kind)] = [
    ("view once voice", .voice), ("view once video", .video), ("view once photo", .photo),
  ]
}
