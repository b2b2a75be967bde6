import Diagnostics
import FeedIngest
import JSONTree

/// Reads the text that WhatsApp exports a chat as.
struct WhatsAppChatReader {
  static func recognises(_ text: String) -> Bool {
    // A first line may be of a message that began before.
    text.split(separator: "\n", maxSplits: 5, omittingEmptySubsequences: true).prefix(5).contains {
      WhatsAppHead($0) != nil
    }
  }

  static func read(_ text: String, file: String) -> (chat: Chat, reading: ChatReading) {
    var heads: [WhatsAppHead] = []
    var bodies: [[Substring]] = []
    for line in text.withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false) {
      if let head = WhatsAppHead(line) {
        heads.append(head)
        bodies.append([head.text])
      } else if !bodies.isEmpty {
        bodies[bodies.count - 1].append(line)
      }
    }
    // The file's last line end is no line of the last message.
    if bodies.last?.last?.isEmpty == true, bodies.last?.count ?? 0 > 1 { bodies[bodies.count - 1].removeLast() }
    let dates = WhatsAppDates(heads)
    var chat = Chat(service: .whatsApp, name: nil)
    chat.entries = heads.indices.map { index in
      entry(heads[index], bodies[index], number: index + 1, date: dates.date(of: heads[index]))
    }
    return (chat, ChatReading(file: file))
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
    readEdit(raw, into: &entry)
    if readFile(raw, into: &entry) || !isApps { return entry }
    readNotice(raw, lines, into: &entry)
    return entry
  }

  private static func readEdit(_ raw: String, into entry: inout ChatEntry) {
    let note = "<This message was edited>"
    guard raw.hasSuffix("\u{200E}" + note) else { return }
    entry.isEdited = true
    entry.text = String(entry.text.dropLast(note.count))
    if entry.text.last == " " { entry.text.removeLast() }
  }

  /// `<attached: photo.jpg>` (iOS), `photo.jpg (file attached)` (Android).
  private static func readFile(_ raw: String, into entry: inout ChatEntry) -> Bool {
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

  private static let omitted: [(String, ChatMedium.Kind)] = [
    ("image omitted", .photo), ("video omitted", .video), ("GIF omitted", .animation), ("sticker omitted", .sticker),
    ("audio omitted", .audio), ("document omitted", .file), ("Contact card omitted", .contact),
    ("video note omitted", .videoNote),
  ]

  /// What the app itself wrote in a message's place.
  private static func readNotice(_ raw: String, _ lines: [Substring], into entry: inout ChatEntry) {
    let text = entry.text
    if let (_, kind) = omitted.first(where: { text == $0.0 }) {
      entry.media = [ChatMedium(kind)]
      entry.text = ""
    } else if text == "You deleted this message." || text == "This message was deleted." {
      entry.isDeleted = true
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

  /// In any language: a word with a colon, the question, and options with their votes, each the app's line.
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
