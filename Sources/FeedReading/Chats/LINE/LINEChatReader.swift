import Basics
import Diagnostics

/// Reads the text that LINE's apps save of a chat: a line for each day, and lines of a time, a name and a text with tabs
/// between them, or blanks in the desktop app's texts (`LINESpacedText`).
///
/// The structure is that of public readers of the format; the names of attachments are those of the app's languages
/// that they list.
struct LINEChatReader {
  static func recognises(_ text: String) -> Bool {
    let lines = ChatLines(text, most: 12).lines.map(\.text)
    if lines.first.map(isHeader) ?? false { return lines.contains { message($0) != nil || spaced($0) != nil } }
    // Without a header: a day, and messages with tabs; with blanks if the day comes first.
    guard lines.contains(where: { day($0, nil) != nil }) else { return false }
    if lines.contains(where: { message($0)?.author != nil }) { return true }
    return lines.count > 1 && day(lines[0], nil) != nil && spaced(lines[1]) != nil
  }

  static func read(
    _ text: String, file: String, dateOrder: ChatDateOrder? = nil
  ) -> (chat: Chat, reading: ChatReaderContext) {
    var reading = ChatReaderContext(file: file)
    var chat = Chat(service: .line, name: nil)
    var day: Int?
    let hasTabs = text.utf8.contains(UInt8(ascii: "\t"))
    // What follows the time, by the index of the entry.
    var spacedLines: [Int: Substring] = [:]
    // Whether the last message's quotation is still open.
    var isQuoted = false
    for line in ChatLines(text).lines {
      let content = line.text
      if chat.entries.isEmpty, chat.name == nil, isHeader(content) {
        chat.name = title(content)
      } else if !isQuoted, let next = self.day(content, dateOrder) {
        day = next
      } else if !hasTabs, day != nil, let (seconds, words) = spaced(content) {
        let date = day.flatMap { ChatDate(seconds: $0 * 86_400 + seconds, isUTC: false) }
        spacedLines[chat.entries.count] = words
        chat.entries.append(ChatEntry(id: String(chat.entries.count + 1), date: date))
      } else if let message = message(content) {
        if isQuoted { finishQuote(&chat) }
        let date = day.flatMap { ChatDate(seconds: $0 * 86_400 + message.seconds, isUTC: false) }
        if date == nil { reading.report(.badDate(String(content.prefix { $0 != "\t" })), atLine: line.number) }
        var entry = ChatEntry(
          id: String(chat.entries.count + 1), author: message.author.map { .init(name: $0) }, date: date,
          text: message.text)
        isQuoted = message.text.first == "\"" && !(message.text.count > 1 && message.text.last == "\"")
        if !isQuoted { read(&entry) }
        chat.entries.append(entry)
      } else if !chat.entries.isEmpty {
        chat.entries[chat.entries.count - 1].text += "\n" + content
        if isQuoted, content.last == "\"" {
          finishQuote(&chat)
          isQuoted = false
        }
      } else if chat.name == nil, !content.allSatisfy(\.isWhitespace) {
        reading.report(.withoutBeginning, atLine: line.number)
      }
    }
    let names = LINESpacedText(spacedLines.sorted { $0.key < $1.key }.map(\.value), title: chat.name)
    for (index, line) in spacedLines {
      let (author, words) = names.split(line)
      chat.entries[index].author = author.map { .init(name: $0) }
      chat.entries[index].text = words + chat.entries[index].text
    }
    trimEnds(&chat)
    for index in spacedLines.keys { read(&chat.entries[index]) }
    return (chat, reading)
  }

  /// A message of several lines is quoted, with doubled quotation marks inside.
  private static func finishQuote(_ chat: inout Chat) {
    guard let text = chat.entries.last?.text, text.count > 1, text.first == "\"", text.last == "\"" else { return }
    chat.entries[chat.entries.count - 1].text = String(text.dropFirst().dropLast()).replacing(
      "\"\"", with: "\"")
  }

  /// Empty lines before the next day don't belong to a message.
  private static func trimEnds(_ chat: inout Chat) {
    for index in chat.entries.indices {
      while chat.entries[index].text.last == "\n" { chat.entries[index].text.removeLast() }
    }
  }

  // MARK: Lines

  private static func isHeader(_ line: Substring) -> Bool {
    let plain = withoutMark(line)
    return plain.hasPrefix("[LINE]") || plain.hasPrefix("Chat history with ") || plain.hasPrefix("Chat history in ")
  }

  private static func withoutMark(_ line: Substring) -> Substring { line.drop { $0 == "\u{FEFF}" } }

  /// The chat's name from the header: `[LINE] Chat history with Emi`, `[LINE] Emiとのトーク履歴`.
  private static func title(_ line: Substring) -> String? {
    var text = String(withoutMark(line))
    if text.hasPrefix("[LINE]") { text = String(text.dropFirst(6)) }
    text = text.trimmed
    for (prefix, suffix) in titles where text.hasPrefix(prefix) && text.hasSuffix(suffix) {
      let name = text.dropFirst(prefix.count).dropLast(suffix.count)
      if !name.isEmpty { return String(name).trimmed }
    }
    return text.isEmpty ? nil : text
  }

  private static let titles = [
    ("Chat history with ", ""), ("Chat history in ", ""), ("", "とのトーク履歴"), ("", "のトーク履歴"), ("與", "的聊天記錄"),
    ("与", "的聊天记录"), ("", "的聊天記錄"), ("", "的聊天记录"), ("ประวัติการสนทนากับ", ""), ("ประวัติการแชทกับ", ""),
    ("ประวัติการแชทใน", ""), ("", "님과의 대화"), ("", "님과 대화"), ("Riwayat obrolan dengan ", ""),
  ]

  /// `2024/05/18(Sat)`, `2024.05.18 Saturday`, `Sat, 05/18/2024`.
  ///
  /// - Returns: Days since 1970; nil for any other line.
  private static func day(_ line: Substring, _ order: ChatDateOrder?) -> Int? {
    guard !line.contains("\t"), line.count <= 40 else { return nil }
    var reader = HeadReader(line)
    reader.skipBlanks()
    if reader.digit == nil {
      guard let comma = line.firstIndex(of: ",") else { return nil }
      reader = HeadReader(line[line.index(after: comma)...])
      reader.skipBlanks()
    }
    guard let numbers = reader.day()?.numbers else { return nil }
    let rest = reader.rest
    guard rest.allSatisfy({ $0.isLetter || $0.isWhitespace || "()（）.,週".contains($0) }) else { return nil }
    let values = numbers.map(\.value)
    if numbers[0].digits > 2 {
      return CivilDate(year: values[0], month: values[1], day: values[2])?.dayNumber
    }
    guard numbers[2].digits > 2 else { return nil }
    let american = CivilDate(year: values[2], month: values[0], day: values[1])
    let other = CivilDate(year: values[2], month: values[1], day: values[0])
    return (order == .dmy ? other ?? american : american ?? other)?.dayNumber
  }

  /// `10:00<tab>Emi<tab>text`; an event has no name.
  private static func message(_ line: Substring) -> (seconds: Int, author: String?, text: String)? {
    guard let tab = line.firstIndex(of: "\t") else { return nil }
    var reader = HeadReader(withoutMark(line[..<tab]))
    guard let clock = reader.clock(isLast: true), reader.rest.allSatisfy(\.isWhitespace) else { return nil }
    let fields = line[line.index(after: tab)...].split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard fields.count == 2 else { return (clock.seconds, nil, String(fields.first ?? "")) }
    return (clock.seconds, fields[0].isEmpty ? nil : String(fields[0]), String(fields[1]))
  }

  /// `10:00 Emi good morning`: the time, and what follows it.
  private static func spaced(_ line: Substring) -> (seconds: Int, words: Substring)? {
    let words = withoutMark(line).split(separator: " ", maxSplits: 2)
    // A half of the day may stand before the time.
    for count in 1...2 where words.count > count {
      let head = words.prefix(count).joined(separator: " ")
      var reader = HeadReader(head[...])
      guard let clock = reader.clock(isLast: true), reader.rest.allSatisfy(\.isWhitespace) else { continue }
      return (clock.seconds, line[words[count].startIndex...])
    }
    return nil
  }

  // MARK: Content

  private static func read(_ entry: inout ChatEntry) {
    guard entry.author != nil else {
      entry.kind = .service(.named("system"), action: "system")
      return
    }
    if entry.text.hasPrefix("☎") {
      entry.kind = .service(.named("call"), action: "call")
    } else if entry.text.first == "[", entry.text.last == "]",
      let kind = kinds[entry.text.dropFirst().dropLast().lowercased()]
    {
      (entry.media, entry.text) = ([ChatMedium(kind)], "")
    }
  }

  /// The words in brackets in place of an attachment.
  private static let kinds: [String: ChatMedium.Kind] = {
    let names: [(ChatMedium.Kind, String)] = [
      (.photo, "photo photos image 写真 画像 照片 图片 圖片 ภาพ รูป รูปภาพ 사진 foto"),
      (.video, "video 動画 影片 视频 วิดีโอ 동영상"),
      (.sticker, "sticker スタンプ 貼圖 贴图 สติกเกอร์ 스티커 stiker"),
      (.voice, "voice ボイスメッセージ 語音訊息 语音信息 语音讯息 ข้อความเสียง"),
      (.file, "file ファイル 檔案 文件 ไฟล์ 파일"),
      (.contact, "contact 連絡先 聯絡資訊 联系人信息 รายชื่อติดต่อ 연락처 kontak"),
      (.location, "location 位置情報 位置訊息 位置信息 ตำแหน่งที่ตั้ง 위치정보 lokasi"),
      (.album, "album albums アルバム 相簿 相册 อัลบั้ม 앨범"), (.note, "note notes ノート 記事本 记事本 โน้ต 노트"),
      (.poll, "poll 投票 โพล 투표"),
    ]
    var kinds: [String: ChatMedium.Kind] = ["voice message": .voice, "음성 메시지": .voice, "contact info": .contact]
    for (kind, words) in names { for word in words.split(separator: " ") { kinds[String(word)] = kind } }
    return kinds
  }()
}

extension ChatFormat {
  static let line = ChatFormat(
    service: .line, source: "LINE's text", isDocument: { $0.hasPrefix("[line]") && $0.hasSuffix(".txt") },
    isOpening: { LINEChatReader.recognises(DocumentText($0).string) },
    read: { export in
      let dateOrder = export.dateOrder
      export.readTexts(LINEChatReader.recognises) { LINEChatReader.read($0, file: $1.name, dateOrder: dateOrder) }
    })
}

extension ChatService {
  package static let line = ChatService(rawValue: "line", name: "LINE", countsEntries: true, hidesOwner: true)
}
