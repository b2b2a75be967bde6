import Support
import Testing

@testable import FeedReading

@Suite("Chats of services' own archives")
struct ArchiveChatTests {
  private static func export(_ documents: [(String, String)]) -> ChatExport {
    ChatExport(documents.map { ChatDocument(name: $0.0, bytes: Array($0.1.utf8)) })
  }

  // MARK: Discord

  private static let package = [
    ("package/account/user.json", #"{"id":"1","username":"kit","global_name":"Kit"}"#),
    ("package/messages/index.json", #"{"77":"Direct Message with vale#0","78":"general in Kitchen"}"#),
    ("package/messages/c77/channel.json", #"{"id":"77","type":"DM","recipients":["1","2"]}"#),
    (
      "package/messages/c77/messages.json",
      #"[{"ID":10,"Timestamp":"2018-07-19 23:10:04","Contents":"second","Attachments":"https://cdn.example/1/a.png?x=1"},"#
        + #"{"ID":9,"Timestamp":"2018-07-19 23:09:04","Contents":"**first**","Attachments":""}]"#
    ),
  ]

  @Test("Discord's data package is a chat for each channel, with the user's own messages in the order of time")
  func discordPackage() throws {
    let export = Self.export(Self.package)
    let chat = try #require(export.chats.first)
    #expect(export.chats.count == 1 && chat.name == "vale" && chat.owner == "1" && chat.id == "77")
    #expect(chat.entries.map(\.text) == ["**first**", "second"])
    #expect(chat.entries.map { $0.drawn?.string } == ["first", "second"])
    #expect(chat.entries.map { $0.author?.name } == ["Kit", "Kit"])
    #expect(chat.entries.last?.media.map(\.title) == ["a.png"])
    #expect(chat.entries.first?.date?.description == "2018-07-19T23:09:04Z")
    #expect(export.diagnostics.diagnostics.map(\.code) == ["chat.own-messages"])
  }

  @Test("older data packages have tables of comma-separated values")
  func discordTable() throws {
    let table =
      "ID,Timestamp,Contents,Attachments\r\n9,2018-07-19 23:09:04.123000+00:00,\"one, \"\"two\"\"\nthree\",\r\n"
    let export = Self.export(Self.package.dropLast() + [("package/messages/c77/messages.csv", table)])
    let entry = try #require(export.chats.first?.entries.first)
    #expect(entry.text == "one, \"two\"\nthree" && entry.id == "9")
    #expect(entry.date?.description == "2018-07-19T23:09:04.123Z")
  }

  // MARK: X

  @Test("direct messages of X have the names, addresses and order that the archive knows")
  func directMessages() throws {
    let messages =
      #"{"messageCreate":{"id":"2","senderId":"1","text":"hello https://t.co/pic","mediaUrls":["https://ton.twitter.com/dm/2/1/AbC.jpg"],"urls":[],"createdAt":"2022-11-10T10:30:00.000Z"}},"#
      + #"{"messageCreate":{"id":"1","senderId":"22","text":"look &amp; see https://t.co/q","mediaUrls":[],"urls":[{"url":"https://t.co/q","expanded":"https://a.example/garden","display":"a.example/garden"}],"createdAt":"2022-11-10T10:20:00.000Z"}}"#
    let script =
      #"window.YTD.direct_messages.part0 = [{"dmConversation":{"conversationId":"1-22","messages":[\#(messages)]}}]"#
    let export = ChatExport(
      [ChatDocument(name: "data/direct-messages.js", bytes: Array(script.utf8))], people: ["22": "Vale (@vale_x)"])
    let chat = try #require(export.chats.first)
    #expect(chat.entries.map(\.id) == ["1", "2"])
    #expect(chat.entries.map { $0.author?.name } == ["Vale (@vale_x)", "1"])
    #expect(chat.entries.map { $0.drawn?.string } == ["look & see a.example/garden", "hello "])
    #expect(chat.entries.first?.drawn?.facets.map(\.url) == ["https://a.example/garden"])
  }

  @Test("the people of X's archive are named by the mentions in its posts")
  func mentions() {
    let posts = ChatDocument(
      name: "data/tweets.js",
      bytes: Array(
        #"window.YTD.tweets.part0 = [{"tweet":{"id_str":"5","full_text":"@vale_x hi","entities":{"user_mentions":[{"name":"Vale","screen_name":"vale_x","id_str":"22"}]}}}]"#
          .utf8))
    #expect(posts.root.map(XPeople.named) == ["22": "Vale (@vale_x)"])
  }

  // MARK: Google

  @Test(
    "Google Chat's dates are read in the account's language",
    arguments: [
      "Thursday, November 3, 2016 at 11:59:50 AM UTC", "Thursday, November 3, 2016 at 11:59:50\u{202F}AM UTC",
      "Donnerstag, 3. November 2016 um 11:59:50 UTC", "jeudi 3 novembre 2016 à 11:59:50 UTC",
      "jueves, 3 de noviembre de 2016, 11:59:50 UTC", "четверг, 3 ноября 2016 г. в 11:59:50 UTC",
      "четвер, 3 листопада 2016 р. о 11:59:50 UTC", "czwartek, 3 listopada 2016 11:59:50 UTC",
      "quinta-feira, 3 de novembro de 2016 às 11:59:50 UTC", "giovedì 3 novembre 2016 alle ore 11:59:50 UTC",
      "donderdag 3 november 2016 om 11:59:50 UTC", "2016年11月3日木曜日 11:59:50 UTC", "2016年11月3日星期四 UTC 上午11:59:50",
      "2016년 11월 3일 목요일 오전 11시 59분 50초 UTC", "3 Kasım 2016 Perşembe 11:59:50 UTC",
      "Thứ Năm, 3 tháng 11, 2016 lúc 11:59:50 UTC", "Thursday, November 3, 2016 at 2:59:50 PM UTC+3",
    ])
  func localizedDates(text: String) {
    #expect(GoogleChatReader.date(text)?.description == "2016-11-03T11:59:50Z")
  }

  @Test(
    "noon and midnight are different hours", arguments: [("12:05:00 AM", 0), ("12:05:00 PM", 12), ("1:05:00 PM", 13)])
  func noon(clock: String, hour: Int) {
    let date = GoogleChatReader.date("Thursday, November 3, 2016 at \(clock) UTC")
    #expect(date.map { $0.milliseconds / 3_600_000 % 24 } == hour)
  }

  @Test(
    "a text without a date or a time is no date",
    arguments: ["", "soon", "Thursday", "November 2016", "11:59:50", "32 May 2016 at 11:00"])
  func noDate(text: String) {
    #expect(GoogleChatReader.date(text) == nil)
  }
}
