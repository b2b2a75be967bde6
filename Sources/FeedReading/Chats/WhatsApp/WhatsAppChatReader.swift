import Basics
import DataFormats
import Diagnostics
import Foundation

/// Reads WhatsApp's text export of a chat.
struct WhatsAppChatReader {
  /// The app's prefixes of a chat's name in various languages; longer ones first.
  static let namings = [
    "whatsapp chat with ", "whatsapp chat - ", "whatsapp-chat mit ", "whatsapp-chat - ", "chat whatsapp con ",
    "chat de whatsapp con ", "discussion whatsapp avec ", "conversa do whatsapp com ", "conversa do whatsapp - ",
    "чат whatsapp с контактом ", "чат whatsapp с ", "whatsapp чат - ", "whatsapp chat ",
  ]

  static func recognises(_ text: String) -> Bool {
    // The first line may continue a message that began earlier.
    text.split(separator: "\n", maxSplits: 5, omittingEmptySubsequences: true).prefix(5).contains {
      WhatsAppHead($0) != nil
    }
  }

  /// - Parameter limit: The maximum length of a message in bytes; the rest is cut.
  static func read(
    _ text: String, file: String, limit: Int = JSONDocument.stringLimit
  ) -> (chat: Chat, reading: ChatReaderContext) {
    var reading = ChatReaderContext(file: file)
    var heads: [WhatsAppHead] = []
    var bodies: [[Substring]] = []
    var lines: [Int] = []
    // The length of the last message, in bytes; and the line of the first message that was cut.
    var (length, cut, firstCut) = (0, Set<Int>(), 0)
    for (number, line) in text.withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let head = WhatsAppHead(line) {
        heads.append(head)
        bodies.append([head.text])
        lines.append(number + 1)
        length = head.text.utf8.count
      } else if !bodies.isEmpty {
        length += line.utf8.count + 1
        if length <= limit {
          bodies[bodies.count - 1].append(line)
        } else if cut.insert(bodies.count).inserted, firstCut == 0 {
          firstCut = lines[lines.count - 1]
        }
      } else if reading.diagnostics.isEmpty, line.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
        reading.report(.withoutBeginning, atLine: number + 1)
      }
    }
    // The file's final line end does not belong to the last message.
    if bodies.last?.last?.isEmpty == true, bodies.last?.count ?? 0 > 1 { bodies[bodies.count - 1].removeLast() }
    if !cut.isEmpty { reading.report(.longText(cut.count), atLine: firstCut) }
    let dates = WhatsAppDates(heads)
    var chat = Chat(service: .whatsApp, name: nil)
    chat.entries = heads.indices.map { index in
      let date = dates.date(of: heads[index])
      if date == nil { reading.report(.badDate(heads[index].writtenDate), atLine: lines[index]) }
      return entry(heads[index], bodies[index], number: index + 1, date: date)
    }
    return (chat, reading)
  }

  private static func entry(_ head: WhatsAppHead, _ lines: [Substring], number: Int, date: ChatDate?) -> ChatEntry {
    let raw = lines.joined(separator: "\n")
    let isApps = raw.first == WhatsAppHead.mark
    var entry = ChatEntry(
      id: String(number), author: head.name.map { .init(name: $0) }, date: date,
      text: raw.filter { $0 != WhatsAppHead.mark })
    if head.name == nil {
      entry.kind = .service(.named("system"), action: "system")
      return entry
    }
    readEdit(raw, isBracketed: head.isBracketed, into: &entry)
    // iPhones put a sign before the app's own texts, Android doesn't: there, the whole message must match.
    if isApps || !head.isBracketed, WhatsAppWords.isDeletion(entry.text) {
      (entry.isDeleted, entry.text) = (true, "")
      return entry
    }
    if readFile(into: &entry) { return entry }
    if let (kind, name) = WhatsAppOmission.plain(entry.text) {
      // The next line is the file's name, or the caption.
      let isFile = ChatMedium.Kind(fileName: name) != .file || name.contains(".") && !name.contains(" ")
      entry.media = [ChatMedium(isFile ? ChatMedium.Kind(fileName: name) : kind, title: isFile ? name : nil)]
      entry.text = isFile ? "" : name
    }
    if !isApps { return entry }
    readNotice(lines, into: &entry)
    return entry
  }

  /// At the message's end, in angle brackets; preceded by the app's sign on iPhones, by a blank on Android. Otherwise
  /// it is a quotation.
  private static func readEdit(_ raw: String, isBracketed: Bool, into entry: inout ChatEntry) {
    guard raw.last == ">", let open = raw.lastIndex(of: "<"),
      WhatsAppWords.isEdit(raw[raw.index(after: open)...].dropLast())
    else { return }
    let words = raw[..<open]
    guard words.last == WhatsAppHead.mark || !isBracketed && words.last?.isWhitespace == true else { return }
    entry.isEdited = true
    entry.text = words.filter { $0 != WhatsAppHead.mark }
    if entry.text.last?.isWhitespace == true { entry.text.removeLast() }
  }

  /// `<attached: photo.jpg>` (iOS), `photo.jpg (file attached)` (Android).
  private static func readFile(into entry: inout ChatEntry) -> Bool {
    if let start = entry.text.range(of: "<attached: "), let end = entry.text[start.upperBound...].firstIndex(of: ">") {
      let name = String(entry.text[start.upperBound..<end])
      entry.media = [ChatMedium(.init(fileName: name), address: name, title: name)]
      entry.text.removeSubrange(start.lowerBound...end)
      if entry.text.last == " " { entry.text.removeLast() }
      return true
    }
    let suffix = " (file attached)"
    let first = entry.text.prefix { $0 != "\n" }
    guard first.hasSuffix(suffix) else { return false }
    let name = String(first.dropLast(suffix.count))
    entry.media = [ChatMedium(.init(fileName: name), address: name, title: name)]
    entry.text = String(entry.text.dropFirst(first.count + 1))
    return true
  }

  /// Reads the app's own text in place of a message.
  private static func readNotice(_ lines: [Substring], into entry: inout ChatEntry) {
    let text = entry.text
    if let kind = WhatsAppOmission.kind(of: text) {
      entry.media = [ChatMedium(kind)]
      entry.text = ""
    } else if isPoll(lines) {
      entry.media = [poll(lines)]
    } else if text.hasPrefix("Location: ") || text.contains("https://foursquare.com/")
      || text.contains("https://maps.google.com/")
    {
      entry.media = [ChatMedium(.location, title: text)]
    } else {
      let isCall = ["Missed voice call", "Missed video call", "Voice call", "Video call"].contains {
        text.hasPrefix($0)
      }
      let action = isCall ? "call" : "system"
      entry.kind = .service(.named(action), action: action)
    }
  }

  /// Whether the lines are a poll in any language: a word with a colon, the question, and options with their votes, all
  /// written by the app.
  private static func isPoll(_ lines: [Substring]) -> Bool {
    guard lines.count >= 3, lines[0].hasSuffix(":") else { return false }
    let options = lines.dropFirst(2)
    return options.allSatisfy { $0.first == WhatsAppHead.mark && $0.hasSuffix(")") && $0.contains(": ") }
  }

  private static func poll(_ lines: [Substring]) -> ChatMedium {
    var medium = ChatMedium(.poll, title: String(lines[1]))
    medium.answers = lines.dropFirst(2).compactMap { line in
      guard let colon = line.firstRange(of: ": "), let open = line.lastIndex(of: "("), open > colon.upperBound else {
        return nil
      }
      let votes = Int(line[line.index(after: open)...].prefix { $0.isASCII && $0.isNumber })
      return ChatMedium.Answer(text: String(line[colon.upperBound..<line.index(before: open)]), votes: votes)
    }
    return medium
  }
}

/// A line that begins an entry: `[2020-01-01, 12:00:01] Person 1: …` (iOS), `1/31/20, 4:05 PM - Person 1: …` (Android).
struct WhatsAppHead {
  /// The three numbers in their written order.
  let date: [Int]
  let writtenDate: String
  let hasYearFirst: Bool
  let isBracketed: Bool
  let seconds: Int
  /// Nil for an entry without an author.
  let name: String?
  let text: Substring

  /// U+200E marks texts written by the app.
  static let mark: Character = "\u{200E}"

  init?(_ line: Substring) {
    var rest = line
    while rest.first == Self.mark || rest.first == "\u{FEFF}" { rest.removeFirst() }
    isBracketed = rest.first == "["
    if isBracketed { rest.removeFirst() }
    guard let comma = rest.firstIndex(where: { $0 == "," || $0 == " " }),
      rest.distance(from: rest.startIndex, to: comma) <= 12
    else { return nil }
    let numbers = rest[..<comma].split(whereSeparator: { "-./".contains($0) })
    let parsed = numbers.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
    guard numbers.count == 3, parsed.count == 3, parsed.allSatisfy({ $0 > 0 }) else { return nil }
    (date, writtenDate) = (parsed, String(rest[..<comma]))
    hasYearFirst = numbers[0].utf8.count == 4
    rest = rest[comma...].drop { $0 == "," || $0 == " " }
    let ending = isBracketed ? "]" : " -"
    guard let end = rest.firstRange(of: ending), let seconds = Self.clock(rest[..<end.lowerBound]) else { return nil }
    self.seconds = seconds
    rest = rest[end.upperBound...]
    if rest.first == " " { rest.removeFirst() }
    guard
      let colon = rest.firstRange(of: ": ")
        ?? (rest.hasSuffix(":") ? rest.index(before: rest.endIndex)..<rest.endIndex : nil)
    else {
      (name, text) = (nil, rest)
      return
    }
    name = String(rest[..<colon.lowerBound].filter { $0 != Self.mark })
    text = rest[colon.upperBound...]
  }

  /// `12:00:01`, `4:05 PM`, `4:05 p. m.`, with any blank before AM or PM.
  private static func clock(_ text: Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") }
    let parts = digits.split { $0 == ":" || $0 == "." }.map { Int($0) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.count == 3 ? parts[2] : 0, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
    else { return nil }
    let half = text.dropFirst(digits.count).lowercased().filter(\.isLetter)
    let hours = half == "pm" ? (hour == 12 ? 12 : hour + 12) : half == "am" && hour == 12 ? 0 : hour
    guard half.isEmpty || half == "am" || half == "pm", 0...23 ~= hours else { return nil }
    return hours * 3600 + minute * 60 + second
  }
}

/// The order of day and month in a file, if the year doesn't come first.
struct WhatsAppDates {
  private let isDayFirst: Bool

  /// A number over 12 proves the order; without one, the day comes first in brackets (iOS), the month on Android.
  init(_ heads: [WhatsAppHead]) {
    let plain = heads.filter { !$0.hasYearFirst }
    if plain.contains(where: { $0.date[0] > 12 }) {
      isDayFirst = true
    } else if plain.contains(where: { $0.date[1] > 12 }) {
      isDayFirst = false
    } else {
      isDayFirst = plain.first?.isBracketed ?? true
    }
  }

  func date(of head: WhatsAppHead) -> ChatDate? {
    var (year, month, day) = (head.date[0], head.date[1], head.date[2])
    if !head.hasYearFirst {
      (day, month, year) =
        isDayFirst ? (head.date[0], head.date[1], head.date[2]) : (head.date[1], head.date[0], head.date[2])
    }
    if year < 100 { year += 2000 }
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    return ChatDate(seconds: date.dayNumber * 86_400 + head.seconds, isUTC: false)
  }
}

extension ChatFormat {
  static let whatsApp = ChatFormat(
    service: .whatsApp, source: "WhatsApp's text",
    // "_chat.txt", "WhatsApp Chat with Anna.txt", in any language.
    isDocument: { $0.hasSuffix(".txt") && ($0 == "_chat.txt" || $0.contains("whatsapp")) },
    isOpening: { WhatsAppChatReader.recognises(DocumentText($0).string) },
    title: { name in
      guard let prefix = WhatsAppChatReader.namings.first(where: name.lowercased().hasPrefix) else { return nil }
      return String(name.dropFirst(prefix.count))
    },
    read: { export in
      let documents = export.take { document in
        guard case .text(let bytes, _) = document.content else { return false }
        return WhatsAppChatReader.recognises(DocumentText(bytes).string)
      }
      for document in documents {
        guard case .text(let bytes, _) = document.content else { continue }
        let text = DocumentText(bytes)
        var (chat, reading) = WhatsAppChatReader.read(text.string, file: document.name)
        if let line = text.firstBadLine { reading.report(.badText(text.badLines, of: "line"), atLine: line) }
        export.add(chat, reading, from: [document])
      }
    })
}

extension ChatService {
  package static let whatsApp = ChatService(
    rawValue: "whatsapp", name: "WhatsApp", repeatsPolls: true, countsEntries: true)
}
