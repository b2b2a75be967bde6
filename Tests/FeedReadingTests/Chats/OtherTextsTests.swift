import FeedReading
import Testing

@Suite("Exports of LINE, KakaoTalk and Signal")
struct OtherTextsTests {
  private static func chats(_ name: String, _ text: String) -> [Chat] { ChatExportTests.export((name, text)).chats }

  @Test("LINE's text has days, tabs, quoted lines and words for attachments")
  func line() throws {
    let text = """
      [LINE] Chat history with Emi
      Saved on: 2024/05/18 10:30

      2024/05/18(Sat)
      10:00\tEmi\tgood morning
      10:01\tKit\t[Photo]
      10:02\tEmi\t"two
      lines ""quoted"\"\"
      10:03\tEmi unsent a message.
      午後1:05\tKit\t[スタンプ]

      2024/05/19(Sun)
      9:00\tEmi\t☎ Call time 0:12
      """
    let chat = try #require(Self.chats("[LINE] Chat with Emi.txt", text).first)
    #expect(chat.service == .line && chat.name == "Emi")
    #expect(
      chat.entries.map { $0.author?.name } == ["Emi", "Kit", "Emi", nil, "Kit", "Emi"])
    #expect(chat.entries[0].date?.description == "2024-05-18T10:00:00")
    #expect(chat.entries[1].media.map(\.kind) == [.photo] && chat.entries[4].media.map(\.kind) == [.sticker])
    #expect(chat.entries[2].text == "two\nlines \"quoted\"")
    #expect(chat.entries[4].date?.description == "2024-05-18T13:05:00")
    #expect(chat.entries[5].date?.description == "2024-05-19T09:00:00" && chat.entries[5].kind != .message)
  }

  @Test("KakaoTalk's text of a phone has a date on each line, and the computer's a line for each day")
  func kakaoTalk() throws {
    let phone = """
      지호 님과 카카오톡 대화
      저장한 날짜 : 2024년 5월 18일 오전 10:30

      2024년 5월 18일 오전 10:00
      2024년 5월 18일 오전 10:00, 지호 : 안녕
      둘째 줄
      2024년 5월 18일 오후 1:01, 민서 : 사진
      2024년 5월 18일 오후 1:02, 지호님이 나갔습니다.
      """
    let desk = """
      지호 님과 카카오톡 대화
      저장한 날짜 : 2024-05-18 10:30:00

      --------------- 2024년 5월 18일 토요일 ---------------
      [지호] [오전 10:00] 안녕
      둘째 줄
      [민서] [오후 1:01] 사진
      지호님이 나갔습니다.
      """
    for text in [phone, desk] {
      let chat = try #require(Self.chats("KakaoTalkChats.txt", text).first)
      #expect(chat.service == .kakaoTalk && chat.name == "지호")
      #expect(chat.entries.map { $0.author?.name } == ["지호", "민서", nil])
      #expect(chat.entries[0].text == "안녕\n둘째 줄" && chat.entries[1].media.map(\.kind) == [.photo])
      #expect(chat.entries[1].date?.description == "2024-05-18T13:01:00")
      #expect(chat.entries[2].kind != .message)
    }
  }

  @Test("Signal's own export has people, chats and messages on lines")
  func signal() throws {
    let text = """
      {"version":"1","backupTimeMs":"1778000000000"}
      {"account":{"givenName":"Kit","familyName":""}}
      {"recipient":{"id":"1","self":{}}}
      {"recipient":{"id":"2","contact":{"profileGivenName":"Vale","profileFamilyName":"Ro"}}}
      {"chat":{"id":"1","recipientId":"2"}}
      {"chatItem":{"chatId":"1","authorId":"2","dateSent":"1778000001000","incoming":{},"standardMessage":{"text":{"body":"are you there?","bodyRanges":[{"start":0,"length":3,"style":"BOLD"}]},"attachments":[{"pointer":{"contentType":"image/png","fileName":"a.png"}}],"reactions":[{"emoji":"👍","authorId":"1"}]}}}
      {"chatItem":{"chatId":"1","authorId":"1","dateSent":"1778000003000","outgoing":{},"standardMessage":{"quote":{"targetSentTimestamp":"1778000001000"},"text":{"body":"yes"}}}}
      {"chatItem":{"chatId":"1","authorId":"2","dateSent":"1778000004000","incoming":{},"remoteDeletedMessage":{}}}
      {"chatItem":{"chatId":"1","authorId":"2","dateSent":"1778000005000","directionless":{},"updateMessage":{"individualCall":{}}}}
      """
    let chat = try #require(Self.chats("main.jsonl", text).first)
    #expect(chat.service == .signal && chat.name == "Vale Ro" && chat.owner == "1")
    #expect(chat.entries.map { $0.author?.name } == ["Vale Ro", "Kit", "Vale Ro", "Vale Ro"])
    #expect(chat.entries[0].drawn?.facets.map(\.kind) == [.bold] && chat.entries[0].reactions == [.init("👍", 1)])
    #expect(chat.entries[0].media.map(\.kind) == [.photo] && chat.entries[1].replyTo == chat.entries[0].id)
    #expect(chat.entries[2].isDeleted && chat.entries[3].kind != .message)
    #expect(ChatPosts(chat).owner?.name == "Kit")
  }

  @Test("The version of Signal's export is no chat, and a quoted message that the chat lacks is drawn")
  func signalQuote() throws {
    let lines = """
      {"version":"1","backupTimeMs":"1778000000000"}
      {"account":{"givenName":"Kit"}}
      {"recipient":{"id":"1","self":{}}}
      {"chat":{"id":"1","recipientId":"1"}}
      {"chatItem":{"chatId":"1","authorId":"1","dateSent":"1778000001000","standardMessage":{"text":{"body":"one"}}}}
      {"chatItem":{"chatId":"1","authorId":"1","dateSent":"1778000002000","standardMessage":{"text":{"body":"two"},"quote":{"targetSentTimestamp":"1778000001000","text":{"body":"one"}}}}}
      {"chatItem":{"chatId":"1","authorId":"1","dateSent":"1778000003000","standardMessage":{"text":{"body":"three"},"quote":{"targetSentTimestamp":"5","text":{"body":"long ago"}}}}}
      """
    let export = ChatExportTests.export(("s/main.jsonl", lines), ("s/metadata.json", #"{"version":1}"#))
    #expect(export.diagnostics.isEmpty)
    let chat = try #require(export.chats.first)
    #expect(ChatPosts(chat).posts.map(\.text).filter { !$0.isEmpty } == ["one", "two", "three\n\nlong ago"])
  }

  @Test("The exports of sigtop and signal-export are chats of Signal")
  func signalTools() throws {
    let sigtop =
      #"{"id":"c1","type":"private","name":"Runa","messages":[{"id":"m1","conversationId":"c1","type":"incoming","sent_at":1716000000000,"body":"hello","source":"+49151"},{"id":"m2","conversationId":"c1","type":"outgoing","sent_at":1716000060000,"body":"hi"}]}"#
    let lines = """
      {"date":"2024-05-18 10:00:00","sender":"Runa","body":"hello","quote":"","sticker":"","reactions":[["Me","👍"]],"attachments":[]}
      {"date":"2024-05-18 10:01:00","sender":"Me","body":"hi","quote":"> hello","sticker":"","reactions":[],"attachments":[{"name":"a.jpg","path":"media/a.jpg"}]}
      """
    for (name, text) in [("Runa.json", sigtop), ("Runa/data.json", lines)] {
      let chat = try #require(Self.chats(name, text).first)
      #expect(chat.service == .signal && chat.name == "Runa")
      #expect(chat.entries.map(\.text) == ["hello", "hi"] && chat.entries.map { $0.author?.name } == ["Runa", "Me"])
      #expect(ChatPosts(chat).owner?.name == "Me")
    }
  }

  @Test("LINE's text of the desktop app has blanks between names and texts")
  func lineWithBlanks() throws {
    let text = """
      2024.05.18 Saturday
      10:00 Emi Sato good morning
      10:01 Kit good
      two lines
      10:02 Emi Sato [Photo]
      10:03 Emi Sato where are you?
      2024.05.19 Sunday
      午後1:05 Emi Sato 寝坊した
      """
    let chat = try #require(Self.chats("chat.txt", text).first)
    #expect(chat.service == .line)
    #expect(chat.entries.map { $0.author?.name } == ["Emi Sato", "Kit", "Emi Sato", "Emi Sato", "Emi Sato"])
    #expect(chat.entries.map(\.text) == ["good morning", "good\ntwo lines", "", "where are you?", "寝坊した"])
    #expect(chat.entries[2].media.map(\.kind) == [.photo])
    #expect(chat.entries.last?.date?.description == "2024-05-19T13:05:00")
  }

  @Test("A chat's title is one of the names of LINE's desktop text")
  func lineTitle() throws {
    let text =
      "[LINE] Chat history with Emi Sato\nSaved on: 2024/05/18\n2024.05.18 Saturday\n10:00 Emi Sato hi\n"
      + "10:01 Kit hi\n"
    let chat = try #require(Self.chats("chat.txt", text).first)
    #expect(chat.entries.map { $0.author?.name } == ["Emi Sato", "Kit"])
    #expect(chat.entries.map(\.text) == ["hi", "hi"])
  }

  @Test(
    "Exports of known programs that are not read are named, each in one line",
    arguments: [
      ("messages.json", #"{"userId":"8:live:kit","conversations":[{"id":"1","MessageList":[]}]}"#, "Skype"),
      ("messages.json", #"{"userId":"8:orgid:kit","conversations":[{"id":"1","MessageList":[]}]}"#, "Microsoft Teams"),
      ("C1.json", #"{"name":"general","channel_id":"C1","messages":[]}"#, "slackdump"),
      ("chat.json", #"[{"replayChatItemAction":{"actions":[]}}]"#, "YouTube's live chat"),
      ("chat_history.json", #"{"runa":[{"From":"runa","Media Type":"TEXT"}]}"#, "Snapchat"),
      ("export.jsonl", "{\"type\":\"version\",\"version\":1}\n{\"type\":\"post\"}\n", "Mattermost"),
      ("messages.csv", "CONVERSATION ID,CONVERSATION TITLE,FROM\n1,,Runa\n", "LinkedIn"),
      ("Runa.csv", "Date,Time,Sender Name,Sender Phone,Message\n", "Viber"),
      ("sms.xml", "<?xml version=\"1.0\"?>\n<smses count=\"1\"></smses>\n", "SMS Backup & Restore"),
      ("chat.txt", "2024-05-18 10:00:00 小林\n你好\n", "WeChat"),
      ("message_1.html", "<html><div class=\"_a6-g\"><div class=\"_a6-p\">hej</div></div></html>", "Messenger"),
    ])
  func unread(_ name: String, _ text: String, _ program: String) throws {
    let export = ChatExportTests.export((name, text))
    #expect(export.chats.isEmpty && export.diagnostics.diagnostics.map(\.code) == ["input.unread-export"])
    #expect(export.diagnostics.diagnostics.first?.message.contains(program) == true)
  }
}
