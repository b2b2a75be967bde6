import Basics
import Diagnostics

/// Reads the texts that KakaoTalk saves of a chat, on phones and on computers, in Korean and English.
///
/// The structure is that of public readers of the format; English dates are those of the app's own headers.
struct KakaoTalkChatReader {
  static func recognises(_ text: String) -> Bool {
    let lines = ChatLines(text, most: 12).lines.map(\.text)
    let hasTitle = lines.prefix(3).contains { title($0) != nil }
    return lines.contains { phoneHead($0)?.author != nil } && (hasTitle || lines.contains { phoneHead($0) != nil })
      || (hasTitle || lines.contains { dayLine($0) != nil }) && lines.contains { deskHead($0) != nil }
  }

  static func read(_ text: String, file: String) -> (chat: Chat, reading: ChatReaderContext) {
    var reading = ChatReaderContext(file: file)
    var chat = Chat(service: .kakaoTalk, name: nil)
    var day: Int?
    func add(_ author: String?, _ seconds: Int?, _ text: String) {
      let date = seconds.flatMap { ChatDate(seconds: $0, isUTC: false) }
      chat.entries.append(
        ChatEntry(
          id: String(chat.entries.count + 1), author: author.map { .init(name: $0) }, date: date, text: text))
    }
    for line in ChatLines(text).lines {
      let content = line.text
      if chat.entries.isEmpty, let title = title(content) {
        chat.name = title
      } else if let next = dayLine(content) {
        day = next
      } else if let head = phoneHead(content) {
        // A date alone only separates days.
        if let text = head.text { add(head.author, head.seconds, text) }
      } else if let head = deskHead(content) {
        if day == nil { reading.report(.badDate(String(content.prefix(40))), atLine: line.number) }
        add(head.author, day.map { $0 * 86_400 + head.seconds }, head.text)
      } else if isEvent(content), day != nil {
        add(nil, nil, String(content))
      } else if !chat.entries.isEmpty {
        chat.entries[chat.entries.count - 1].text += "\n" + content
      }
    }
    for index in chat.entries.indices { finish(&chat.entries[index]) }
    return (chat, reading)
  }

  // MARK: Lines

  /// `지호 님과 카카오톡 대화`, `KakaoTalk Chats with Jiho`.
  private static func title(_ line: Substring) -> String? {
    let text = String(line.drop { $0 == "\u{FEFF}" }).trimmed
    for (prefix, suffix) in [
      ("", "님과 카카오톡 대화"), ("", "카카오톡 대화"), ("KakaoTalk Chats with ", ""), ("KakaoTalk Chat with ", ""),
    ] where text.hasPrefix(prefix) && text.hasSuffix(suffix) {
      let name = String(text.dropFirst(prefix.count).dropLast(suffix.count)).trimmed
      if !name.isEmpty { return name }
    }
    return nil
  }

  /// `2024년 5월 18일 오전 10:00, 지호 : 안녕`, `2024. 5. 18. 오전 10:00, 지호 : 안녕`,
  /// `May 18, 2024 at 10:00 AM, Jiho : hi`; without a comma, the line is a day's.
  private static func phoneHead(_ line: Substring) -> (seconds: Int, author: String?, text: String?)? {
    let plain = line.drop { $0 == "\u{FEFF}" }
    var reader = HeadReader(plain)
    guard let day = date(&reader) else { return nil }
    reader.skipLink(takesAnyWord: false)
    let rest = reader.rest
    let end = rest.firstIndex(of: ",") ?? rest.endIndex
    guard let seconds = clock(rest[..<end]) else { return nil }
    let moment = day * 86_400 + seconds
    guard end < rest.endIndex else { return (moment, nil, nil) }
    var text = rest[rest.index(after: end)...]
    if text.first == " " { text.removeFirst() }
    guard let colon = text.firstRange(of: " : ") else {
      if text.hasSuffix(" :") { return (moment, String(text.dropLast(2)), "") }
      return (moment, nil, String(text))
    }
    return (moment, String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
  }

  /// `[지호] [오전 10:00] 안녕`.
  private static func deskHead(_ line: Substring) -> (author: String, seconds: Int, text: String)? {
    guard line.first == "[", let middle = line.firstRange(of: "] ["),
      let end = line[middle.upperBound...].firstIndex(of: "]"),
      let seconds = clock(line[middle.upperBound..<end])
    else { return nil }
    var text = line[line.index(after: end)...]
    if text.first == " " { text.removeFirst() }
    return (String(line[..<middle.lowerBound].dropFirst()), seconds, String(text))
  }

  /// `--------------- 2024년 5월 18일 토요일 ---------------`.
  private static func dayLine(_ line: Substring) -> Int? {
    guard line.hasPrefix("-----"), line.hasSuffix("-----") else { return nil }
    var text = line.drop { $0 == "-" || $0 == " " }
    while let last = text.last, last == "-" || last == " " { text.removeLast() }
    var reader = HeadReader(text)
    if let day = date(&reader) { return day }
    guard let comma = text.firstIndex(of: ",") else { return nil }
    reader = HeadReader(text[text.index(after: comma)...])
    return date(&reader)
  }

  private static func clock(_ text: Substring) -> Int? {
    var reader = HeadReader(text)
    guard let clock = reader.clock(isLast: true), reader.rest.allSatisfy(\.isWhitespace) else { return nil }
    return clock.seconds
  }

  /// `2024년 5월 18일`, `2024. 5. 18.`, `May 18, 2024`.
  private static func date(_ reader: inout HeadReader) -> Int? {
    reader.skipBlanks()
    let start = reader
    if let numbers = reader.day()?.numbers, numbers[0].digits == 4 {
      return CivilDate(year: numbers[0].value, month: numbers[1].value, day: numbers[2].value)?.dayNumber
    }
    reader = start
    let words = reader.rest.prefix(24).split(separator: " ", maxSplits: 3)
    guard words.count >= 3, words[1].last == ",", let day = Int(words[1].dropLast()),
      let year = Int(words[2].prefix { $0.isNumber }), words[2].drop(while: \.isNumber).allSatisfy({ $0 == "," }),
      let month = months.firstIndex(where: { words[0].count >= 3 && $0.hasPrefix(words[0].lowercased()) })
    else { return nil }
    for _ in 0..<(words[0].count + words[1].count + words[2].prefix { $0.isNumber }.count + 2) { reader.advance() }
    return CivilDate(year: year, month: month + 1, day: day)?.dayNumber
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// Events of the computer's text have neither a time nor an author.
  private static func isEvent(_ line: Substring) -> Bool {
    [
      "님이 들어왔습니다.", "님이 나갔습니다.", "님을 초대했습니다.", "님을 초대하였습니다.", "님을 내보냈습니다.", "joined this chatroom.",
      "left this chatroom.",
      "메시지를 가렸습니다.",
    ].contains(where: line.hasSuffix)
  }

  // MARK: Content

  private static func finish(_ entry: inout ChatEntry) {
    // Empty lines before the next day don't belong to a message.
    while entry.text.last == "\n" { entry.text.removeLast() }
    guard entry.author != nil else {
      entry.kind = .service(.named("system"), action: "system")
      return
    }
    switch entry.text {
    case "사진", "Photo": entry.media = [ChatMedium(.photo)]
    case "동영상", "Video": entry.media = [ChatMedium(.video)]
    case "이모티콘", "Emoticons", "Emoticon": entry.media = [ChatMedium(.sticker)]
    case "음성메시지", "Voice Message": entry.media = [ChatMedium(.voice)]
    case "삭제된 메시지입니다.", "This message was deleted.": entry.isDeleted = true
    case let text where text.hasPrefix("파일: ") || text.hasPrefix("File: "):
      let name = String(text.drop { $0 != " " }).trimmed
      entry.media = [ChatMedium(.init(fileName: name), address: name, title: name)]
    case let text where text.hasPrefix("사진 ") && text.hasSuffix("장"):
      let count = Int(text.dropFirst(3).dropLast()) ?? 0
      entry.media = Array(repeating: ChatMedium(.photo), count: min(max(count, 0), 30))
    default: break
    }
    if !entry.media.isEmpty || entry.isDeleted { entry.text = "" }
  }
}

extension ChatFormat {
  static let kakaoTalk = ChatFormat(
    service: .kakaoTalk, source: "KakaoTalk's text",
    isDocument: { $0.hasPrefix("kakaotalk") && $0.hasSuffix(".txt") },
    isOpening: { KakaoTalkChatReader.recognises(DocumentText($0).string) },
    read: { export in
      export.readTexts(KakaoTalkChatReader.recognises) { KakaoTalkChatReader.read($0, file: $1.name) }
    })
}

extension ChatService {
  package static let kakaoTalk = ChatService(
    rawValue: "kakaotalk", name: "KakaoTalk", countsEntries: true, hidesOwner: true)
}
