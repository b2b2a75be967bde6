import Basics
import DataFormats
import Diagnostics
import Foundation

/// Reads WhatsApp's text export of a chat, in any language of the app.
struct WhatsAppChatReader {
  /// The facts about an export that its text does not contain.
  struct Surroundings: Sendable {
    /// The chat's name by the file's name.
    var title: String?
    /// Whether the file's name is in a language other than English; nil if it tells no language.
    var isForeign: Bool?
    /// Whether the same folder contains a file with the name.
    var hasFile: @Sendable (String) -> Bool = { _ in false }
    /// The user's order of day and month.
    var dateOrder: ChatDateOrder?
    /// The day on which the file was written, in days since 1970.
    var lastDay: Int?
  }

  static func recognises(_ text: String) -> Bool {
    // The first line may continue a message that began earlier.
    ChatLines(text, most: 5).lines.contains { line in
      guard let head = WhatsAppHead(line.text) else { return false }
      // Log files begin their lines with a date and a colon, too.
      return head.shape.ending != .colon || !head.hasYearFirst || head.rest.contains(": ") && line.text.contains(",")
    }
  }

  /// - Parameter limit: The maximum length of a message in bytes; the rest is cut.
  static func read(
    _ text: String, file: String, limit: Int = JSONDocument.stringLimit,
    _ surroundings: Surroundings = Surroundings()
  ) -> (chat: Chat, reading: ChatReaderContext) {
    var reading = ChatReaderContext(file: file)
    let messages = WhatsAppMessages(text, limit: limit)
    if let line = messages.firstLineBefore { reading.report(.withoutBeginning, atLine: line) }
    if messages.cutCount > 0 { reading.report(.longText(messages.cutCount), atLine: messages.firstCutLine) }
    let authors = WhatsAppAuthors(messages.heads, title: surroundings.title)
    let parts = zip(messages.heads, messages.continuations).map { head, lines in
      let (name, first) = authors.split(head) ?? (nil, head.rest)
      let raw = lines.isEmpty ? String(first) : ([first] + lines).joined(separator: "\n").withLineFeeds
      return WhatsAppMessage(author: name, raw: raw, isBracketed: head.isBracketed)
    }
    let phrases = WhatsAppFilePhrases(parts, hasFile: surroundings.hasFile)
    var evidence = WhatsAppDates.Evidence()
    let languages = [surroundings.isForeign, phrases.isForeign].compactMap { $0 }
    evidence.isForeign = languages.isEmpty ? nil : languages.contains(true)
    evidence.isKorean = parts.prefix(200).contains { $0.raw.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value } }
    evidence.lastDay = surroundings.lastDay
    var chat = Chat(service: .whatsApp, name: nil)
    for (index, part) in parts.enumerated() {
      let entry = part.entry(number: index + 1, phrases, &reading)
      evidence.fileDays[index] = entry.media.lazy.compactMap(\.address).compactMap(WhatsAppFiles.day(ofFile:)).first
      chat.entries.append(entry)
    }
    let dates = WhatsAppDates(messages.heads, evidence: evidence, given: surroundings.dateOrder)
    for index in chat.entries.indices {
      chat.entries[index].date = dates.date(of: messages.heads[index])
      if chat.entries[index].date == nil {
        reading.report(.badDate(messages.heads[index].writtenDate), atLine: messages.lines[index])
      }
    }
    if let guess = dates.guess {
      let day = chat.entries[guess.index].date.map { CivilMoment(localSeconds: $0.seconds) }
      reading.report(
        .dateOrder(guess.written, day.map { CivilDate(dayNumber: $0.dayNumber) }, other: guess.other),
        atLine: messages.lines[guess.index])
    }
    return (chat, reading)
  }
}

/// The messages of an export: their heads, and the lines that continue them.
private struct WhatsAppMessages {
  private(set) var heads: [WhatsAppHead] = []
  /// The lines after the first one of each message.
  private(set) var continuations: [[Substring]] = []
  /// The line of each head, counted from 1.
  private(set) var lines: [Int] = []
  /// The line of a text before the first message.
  private(set) var firstLineBefore: Int?
  private(set) var cutCount = 0
  private(set) var firstCutLine = 0

  init(_ text: String, limit: Int) {
    let all = ChatLines(text).lines
    var candidates = all.map { WhatsAppHead($0.text) }
    Self.removePasted(&candidates, all)
    // The length of the last message, in bytes.
    var (length, isCut) = (0, false)
    for (line, head) in zip(all, candidates) {
      if let head {
        heads.append(head)
        continuations.append([])
        lines.append(line.number)
        // The author's name doesn't count.
        let text = head.rest.firstRange(of: ": ").map { head.rest[$0.upperBound...] } ?? head.rest
        (length, isCut) = (text.utf8.count, false)
      } else if !heads.isEmpty {
        length += line.text.utf8.count + 1
        if length <= limit {
          continuations[continuations.count - 1].append(line.text)
        } else if !isCut {
          isCut = true
          cutCount += 1
          if cutCount == 1 { firstCutLine = lines[lines.count - 1] }
        }
      } else if firstLineBefore == nil, line.text.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
        firstLineBefore = line.number
      }
    }
    // The file's final line end does not belong to the last message.
    if continuations.last?.last?.isEmpty == true { continuations[continuations.count - 1].removeLast() }
  }

  /// Removes heads inside messages: people paste parts of other chats.
  private static func removePasted(_ heads: inout [WhatsAppHead?], _ lines: [ChatLines.Line]) {
    // All heads of an export have the same shape.
    let shapes = Dictionary(grouping: heads.compactMap { $0?.shape }, by: { $0 }).mapValues(\.count)
    let first = heads.lazy.compactMap { $0?.shape }.first
    guard let usual = shapes.max(by: { ($0.value, $0.key == first ? 1 : 0) < ($1.value, $1.key == first ? 1 : 0) })?.key
    else { return }
    let start = heads.firstIndex { $0?.shape == usual } ?? 0
    for index in heads.indices.dropFirst(start) where heads[index]?.shape != usual { heads[index] = nil }
    // iPhones end messages with CR LF, and the lines inside with LF.
    let (after, inside) = heads.indices.reduce(into: (0, 0)) { counts, index in
      guard heads[index] != nil, index > 0 else { return }
      if lines[index].isAfterReturn { counts.0 += 1 } else { counts.1 += 1 }
    }
    let hasInnerLines = heads.indices.contains {
      heads[$0] == nil && !lines[$0].isAfterReturn && !lines[$0].text.isEmpty
    }
    guard inside > 0, after > inside, hasInnerLines || after > 9 * inside else { return }
    for index in heads.indices.dropFirst() where !lines[index].isAfterReturn { heads[index] = nil }
  }
}

extension ChatFormat {
  static let whatsApp = ChatFormat(
    service: .whatsApp, source: "WhatsApp's text",
    // "_chat.txt", "WhatsApp Chat with Anna.txt", in any language.
    isDocument: { $0.hasSuffix(".txt") && ($0 == "_chat.txt" || WhatsAppFileName.isOfChat($0)) },
    isOpening: { WhatsAppChatReader.recognises(DocumentText($0).string) },
    title: { WhatsAppFileName($0)?.title },
    read: { export in
      let dateOrder = export.dateOrder
      export.readTexts(WhatsAppChatReader.recognises) { text, document in
        let name = document.ownName
        let surroundings = WhatsAppChatReader.Surroundings(
          title: document.title,
          isForeign: WhatsAppFileName(name.hasSuffix(".txt") ? String(name.dropLast(4)) : name)?.isForeign,
          hasFile: document.hasFile, dateOrder: dateOrder, lastDay: document.lastDay)
        return WhatsAppChatReader.read(text, file: document.name, surroundings)
      }
    })
}

extension ChatService {
  package static let whatsApp = ChatService(
    rawValue: "whatsapp", name: "WhatsApp", repeatsPolls: true, countsEntries: true, hidesOwner: true)
}
