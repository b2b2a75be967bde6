import FeedReading
import Testing

@Suite("Heads of WhatsApp's messages")
struct WhatsAppHeadTests {
  static func entries(_ text: String, title: String? = nil, order: ChatDateOrder? = nil) -> [ChatEntry] {
    ChatExport([ChatDocument(name: "_chat.txt", bytes: Array(text.utf8), title: title)], dateOrder: order)
      .chats.flatMap(\.entries)
  }

  @Test(
    "Heads in the digits, marks and half-days of all languages are read",
    arguments: [
      "4.03.24 г., 15:04 - ", "04/03/2024 à 15:04 - ", "4.3.2024 klo 15.04 - ", "04.03.2024 kl. 15.04 - ",
      "4/3/2567 15:04 - ", "13/3/67, 15:04 - ", "15:04, 04/03/2024 - ", "15:04 04/03/2024 - ",
      "\u{200F}۲۰۲۴/۳/۴،\u{200F} ۱۵:۰۴ - ", "۱۴۰۲/۱۲/۱۴، ۱۵:۰۴ - ", "\u{200F}٤\u{200F}/٣\u{200F}/٢٠٢٤، ٣:٠٤ م - ",
      "०४/०३/२०२४, ३:०४ pm - ", "24. 3. 4. 오후 3:04 - ", "2024년 3월 4일 오후 3:04 - ", "2024/3/4 下午3:04 - ",
      "4/3/2024, 3:04 μ.μ. - ", "2024. 03. 04. 15:04 - ", "04. 03. 2024. 15:04 - ", "04-03-2024 15:04 - ",
      "04/03/2024, 3:04 PTG - ", "4/3/24 3:04 p.\u{A0}m. - ", "4/3/24, 3:04 p.\u{202F}m. - ", "2024-03-04, 15:04 – ",
      "[2024/03/04 午後3:04:05] ", "[4.3.2024, 3:04:05 אחה״צ] ", "\u{200F}[٤\u{200F}/٣\u{200F}/٢٠٢٤، ٣:٠٤:٠٥ م] ",
      "[4/3/2567 BE 15:04:05] ", "2024-03-04, 3:04:05 PM: ", "\u{FEFF}[04.03.24, 15:04:05] ",
    ])
  func heads(_ head: String) throws {
    let entries = Self.entries("\(head)Anna: hi\nmore: of it\n\(head)Boris Bo: bye\n")
    #expect(entries.map { $0.author?.name } == ["Anna", "Boris Bo"])
    #expect(entries.map(\.text) == ["hi\nmore: of it", "bye"])
    let day = head.hasPrefix("13/") ? "2024-03-13T15:04" : "2024-03-04T15:04"
    #expect(entries.first?.date?.description.hasPrefix(day) == true, "\(entries.first?.date?.description ?? "nil")")
  }

  @Test(
    "Noon and midnight keep their hours",
    arguments: [
      ("12/31/23, 12:15 AM - A: x", "00:15"), ("12/31/23, 12:15 PM - A: x", "12:15"),
      ("2024/3/4 中午12:04 - A: x", "12:04"), ("2024/3/4 中午11:04 - A: x", "11:04"), ("2024/3/4 凌晨12:04 - A: x", "00:04"),
      ("2024/3/4 晚上11:04 - A: x", "23:04"),
    ])
  func halves(_ line: String, _ time: String) {
    #expect(Self.entries(line).first?.date?.description.contains("T\(time)") == true)
  }

  @Test("Heads that people paste into a message stay text")
  func pasted() {
    let text = """
      13/04/2024, 10:00 - Ines: look
      [15:04, 04/03/2024] Bob: pasted
      [04/03/24, 15:04:05] Carl: pasted too
      13/04/2024, 10:01 - Karl: ok
      """
    #expect(Self.entries(text).map { $0.author?.name } == ["Ines", "Karl"])
    #expect(Self.entries(text).first?.text.contains("Carl: pasted too") == true)
  }

  @Test("Where CR LF ends messages and LF the lines inside, a line inside is no message")
  func lineEnds() {
    let head = "[13/04/2024, 10:00:00] "
    let text = "\(head)Ines: one\nmore\n\(head)Zed: pasted\r\n\(head)Karl: two\r\n\(head)Ines: three\r\n"
    #expect(Self.entries(text).map { $0.author?.name } == ["Ines", "Karl", "Ines"])
  }

  @Test("A text that is no chat is reported with its first line")
  func unread() throws {
    let export = ChatExportTests.export(("WhatsApp Chat with A.txt", "\nShopping list\nmilk: 2\n"))
    let told = try #require(export.diagnostics.diagnostics.first)
    #expect(told.code == "chat.unread-text" && told.message.contains("\"Shopping list\""))
    #expect(told.place?.description == "WhatsApp Chat with A.txt:2")
  }

  @Test("A log is no chat", arguments: ["2024-05-18 10:00:00: INFO: started\n2024-05-18 10:00:01: INFO: done\n"])
  func log(_ text: String) {
    #expect(Self.entries(text).isEmpty)
  }
}

@Suite("The order of day and month in WhatsApp's dates")
struct WhatsAppDateOrderTests {
  private static func days(_ heads: [String], order: ChatDateOrder? = nil) -> (days: [String], codes: [String]) {
    let text = heads.map { "\($0)A: x\n" }.joined()
    let export = ChatExport([ChatDocument(name: "_chat.txt", bytes: Array(text.utf8))], dateOrder: order)
    let days = export.chats.flatMap(\.entries).map { String($0.date?.description.prefix(10) ?? "nil") }
    return (days, export.diagnostics.diagnostics.map(\.code))
  }

  @Test("Full stops, dashes, full years, and words of other languages put the day first")
  func conventions() {
    let heads = [
      "03.04.24, 15:04 - ", "03-04-24, 15:04 - ", "03/04/2024, 15:04 - ", "3/4/24, 3:04 p. m. - ", "03/04/24, 15:04 - ",
    ]
    for head in heads {
      let (days, codes) = Self.days([head])
      #expect(days == ["2024-04-03"] && codes.isEmpty, "\(head)")
    }
  }

  @Test("An export is in order of time")
  func chronological() {
    let british = ["05/01/2024, 15:04 - ", "12/01/2024, 15:06 - ", "02/02/2024, 08:10 - ", "01/03/2024, 19:30 - "]
    #expect(Self.days(british).days == ["2024-01-05", "2024-01-12", "2024-02-02", "2024-03-01"])
    let american = ["[1/5/24, 3:04:05 PM] ", "[1/9/24, 8:10:00 AM] ", "[2/3/24, 9:00:12 AM] ", "[3/1/24, 7:41:33 PM] "]
    #expect(Self.days(american).days == ["2024-01-05", "2024-01-09", "2024-02-03", "2024-03-01"])
    #expect(Self.days(american).codes.isEmpty)
  }

  @Test("The day in a file's name decides")
  func fileNames() {
    let text = "1/5/24, 15:04 - A: IMG-20240501-WA0001.jpg (file attached)\n1/6/24, 15:04 - B: y\n"
    let export = ChatExportTests.export(("_chat.txt", text))
    #expect(
      export.chats.first?.entries.map { String($0.date?.description.prefix(10) ?? "") } == ["2024-05-01", "2024-06-01"])
    #expect(export.diagnostics.isEmpty)
  }

  @Test("Two digits of the year come first where they stay and the last number changes")
  func yearFirst() {
    let heads = ["24/3/14, 13:59:59: ", "24/3/15, 14:03:10: ", "24/3/16, 14:03:10: "]
    #expect(Self.days(heads).days == ["2024-03-14", "2024-03-15", "2024-03-16"])
  }

  @Test("A guess is reported, and the user's order settles it")
  func guess() throws {
    let heads = ["3/4/24, 3:04 PM - "]
    #expect(Self.days(heads).days == ["2024-03-04"] && Self.days(heads).codes == ["chat.date-order"])
    #expect(Self.days(heads, order: .dmy).days == ["2024-04-03"])
    #expect(Self.days(heads, order: .dmy).codes.isEmpty && Self.days(heads, order: .mdy).codes.isEmpty)
    #expect(Self.days(["3/3/24, 3:04 PM - "]).codes.isEmpty)
  }
}
