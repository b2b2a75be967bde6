import Basics

/// Reads the texts of imessage-exporter: for each message its time, its author, and lines of content.
///
/// The answers to a message are indented below it and occur again at their own time; only the latter are entries.
struct IMessageTextReader {
  /// The first line of a message.
  private struct Head {
    var indent: Int
    var date: ChatDate
    /// The person who exported the chat, if the line names the reader of the message.
    var reader: String?
    /// The words of an event, which follow on the same line.
    var event: String
  }

  private struct Message {
    var head: Head
    var author: String?
    var lines: [Substring] = []
    /// The index of the message that it is indented below; nil for messages of the chat itself.
    var parent: Int?
  }

  /// The exporter's name for its user, unless it was given another.
  static let owner = "Me"

  static func recognises(_ text: String) -> Bool {
    let lines = ChatLines(text, most: 3).lines.map(\.text).filter { !$0.isEmpty }
    guard let first = lines.first, let head = head(first), head.indent == 0 else { return false }
    return !head.event.isEmpty || lines.count > 2 && !lines[1].hasPrefix(" ") && Self.head(lines[1]) == nil
  }

  static func read(_ text: String, _ document: ChatDocument) -> (chat: Chat, reading: ChatReaderContext) {
    var messages: [Message] = []
    var isNamed = true
    for line in ChatLines(text).lines {
      if let head = head(line.text) {
        let parent = head.indent > 0 ? messages.lastIndex { $0.head.indent < head.indent } : nil
        messages.append(Message(head: head, parent: parent))
        isNamed = !head.event.isEmpty
      } else if let last = messages.indices.last {
        let line = line.text.dropFirst(min(messages[last].head.indent, line.text.prefix { $0 == " " }.count))
        if isNamed { messages[last].lines.append(line) } else { messages[last].author = String(line) }
        isNamed = true
      }
    }
    var chat = Chat(service: .iMessage, name: document.title)
    if chat.name == nil, document.ownName.hasSuffix(".txt") { chat.name = String(document.ownName.dropLast(4)) }
    chat.owner = messages.lazy.compactMap(\.head.reader).first ?? owner
    chat.entries = entries(of: messages, hasFile: document.hasFile)
    return (chat, ChatReaderContext(file: document.name))
  }

  // MARK: Heads

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `May 17, 2022  5:29:42 PM (Read by you after 12 minutes)`; an event follows on the same line.
  private static func head(_ line: Substring) -> Head? {
    let indent = line.prefix { $0 == " " }.count
    let words = line.split(separator: " ", maxSplits: 5)
    guard words.count >= 5, let month = months.firstIndex(of: String(words[0])), words[1].last == ",",
      let day = Int(words[1].dropLast()), let year = Int(words[2]), words[2].count == 4,
      let civil = CivilDate(year: year, month: month + 1, day: day), ["AM", "PM"].contains(words[4])
    else { return nil }
    let clock = words[3].split(separator: ":").map { Int($0) ?? -1 }
    guard clock.count == 3, 1...12 ~= clock[0], 0...59 ~= clock[1], 0...60 ~= clock[2] else { return nil }
    let half = words[4] == "PM" ? 43_200 : 0
    let time = clock[0] % 12 * 3600 + clock[1] * 60 + clock[2]  // bounded: each part is at most 60
    guard let date = ChatDate(seconds: civil.dayNumber * 86_400 + half + time, isUTC: false) else { return nil }
    var head = Head(indent: indent, date: date, event: words.count > 5 ? String(words[5]).trimmed : "")
    if head.event.hasPrefix("(Read by "), let end = head.event.lastIndex(of: ")"), head.event[end...].count == 1 {
      let person = head.event.dropFirst(9).firstRange(of: " after ").map { head.event.dropFirst(9)[..<$0.lowerBound] }
      head.reader = person.flatMap { ["you", "them"].contains($0) ? nil : String($0) }
      head.event = ""
    }
    return head
  }

  /// The date of a head, and the person who exported the chat if it names one; nil for any other line.
  static func date(_ line: String) -> (date: ChatDate, reader: String?)? {
    head(line[...]).map { ($0.date, $0.reader) }
  }

  // MARK: Entries

  private static func entries(of messages: [Message], hasFile: (String) -> Bool) -> [ChatEntry] {
    /// Identifies a message that occurs below its original and at its own time.
    struct Key: Hashable {
      var milliseconds: Int
      var author: String?
    }
    var numbers: [Int: String] = [:]
    var entries: [ChatEntry] = []
    for (index, message) in messages.enumerated() where message.parent == nil {
      let entry = Self.entry(message, id: String(entries.count + 1), hasFile: hasFile)
      numbers[index] = entry.id
      entries.append(entry)
    }
    let keys = entries.map { Key(milliseconds: $0.date?.milliseconds ?? 0, author: $0.author?.name) }
    let places = Dictionary(zip(keys, entries.indices), uniquingKeysWith: { first, _ in first })
    var strays: [ChatEntry] = []
    for message in messages {
      guard let parent = message.parent else { continue }
      let key = Key(milliseconds: message.head.date.milliseconds, author: message.author)
      if let place = places[key] {
        entries[place].replyTo = numbers[parent]
      } else {
        var stray = Self.entry(message, id: String(entries.count + strays.count + 1), hasFile: hasFile)
        stray.replyTo = numbers[parent]
        strays.append(stray)
      }
    }
    return strays.isEmpty ? entries : (entries + strays).inOrderOfTime
  }

  private static func entry(_ message: Message, id: String, hasFile: (String) -> Bool) -> ChatEntry {
    var entry = ChatEntry(id: id, author: message.author.map { .init(name: $0) }, date: message.head.date)
    if !message.head.event.isEmpty {
      entry.kind = .service(.named("announcement"), action: "announcement")
      entry.text = message.head.event
      return entry
    }
    var words: [Substring] = []
    var isReaction = false
    for line in message.lines {
      let plain = String(line).trimmed
      if plain == "Reactions:" || plain == "Tapbacks:" {
        isReaction = true
      } else if isReaction, let symbol = reaction(plain) {
        entry.reactions.add(symbol)
      } else if isReaction, plain.isEmpty {
        continue
      } else {
        isReaction = false
        if !read(plain, into: &entry, hasFile) { words.append(line) }
      }
    }
    while words.last?.allSatisfy(\.isWhitespace) == true { words.removeLast() }
    entry.text = words.joined(separator: "\n")
    return entry
  }

  /// Reads a line that is not a text of the author; returns whether it is one.
  private static func read(_ line: String, into entry: inout ChatEntry, _ hasFile: (String) -> Bool) -> Bool {
    if line == "This message responded to an earlier message." { return true }
    if line == "Attachment missing!" {
      entry.media.append(ChatMedium(.file))
    } else if line.hasSuffix(" deleted a message.") || line.contains(" unsent this message part ") {
      entry.isDeleted = entry.text.isEmpty && entry.media.isEmpty
    } else if line.hasPrefix("Edited "), line.contains(" later: ") {
      entry.isEdited = true
      return false
    } else if line.hasPrefix("Sent with ") {
      entry.passages.append(FacetedText(line))
    } else if let path = stickerPath(line), isPath(path, hasFile) {
      entry.media.append(ChatMedium(.sticker, address: path))
    } else if isPath(line, hasFile) {
      let name = line.split(separator: "/").last.map(String.init) ?? line
      entry.media.append(ChatMedium(.init(fileName: name), address: line, title: name))
    } else {
      return false
    }
    return true
  }

  /// The path in `Outline Sticker from Me: attachments/1.heic`.
  private static func stickerPath(_ line: String) -> String? {
    guard let from = line.firstRange(of: "Sticker from ") else { return nil }
    return line[from.upperBound...].firstRange(of: ": ").map { String(line[$0.upperBound...]) }
  }

  /// Whether a line is the path of an attachment.
  private static func isPath(_ line: String, _ hasFile: (String) -> Bool) -> Bool {
    guard line.contains("/"), !line.contains("://"), let name = line.split(separator: "/").last else { return false }
    let isFile = name.contains(".") && line.count { $0 == "/" } > 2
    return (line.hasPrefix("/") || line.hasPrefix("~/")) && isFile || line.hasPrefix("attachments/")
      || hasFile(String(name))
  }

  /// `Loved by Anna`: the emoji for the reaction; nil for any other line.
  static func reaction(_ line: String) -> String? {
    guard let by = line.ranges(of: " by ").first else { return nil }
    let name = String(line[..<by.lowerBound])
    if let symbol = reactions[name] { return symbol }
    return name.count <= 2 && !name.isEmpty && !name.contains { $0.isLetter } ? name : nil
  }

  private static let reactions = [
    "Loved": "❤️", "Liked": "👍", "Disliked": "👎", "Laughed": "😂", "Emphasized": "‼️", "Questioned": "❓",
  ]
}

extension [ChatEntry.Reaction] {
  /// Counts one more reaction.
  mutating func add(_ symbol: String) {
    if let index = firstIndex(where: { $0.symbol == symbol }) {
      self[index].count += 1
    } else {
      append(.init(symbol, 1))
    }
  }
}

extension ChatFormat {
  static let iMessage = ChatFormat(
    service: .iMessage, source: "imessage-exporter's texts and pages",
    isOpening: { bytes in
      let opening = DocumentText(bytes).string
      return IMessageTextReader.recognises(opening) || IMessagePageReader.recognises(opening)
    }
  ) { export in
    export.readIMessagePages()
    export.readTexts(IMessageTextReader.recognises) { IMessageTextReader.read($0, $1) }
  }
}

extension ChatService {
  package static let iMessage = ChatService(rawValue: "imessage", name: "iMessage", countsEntries: true)
}
