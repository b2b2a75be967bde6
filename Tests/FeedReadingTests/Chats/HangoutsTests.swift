import FeedReading
import Testing

@Suite("Google Hangouts")
struct HangoutsTests {
  private static func event(_ time: Int, _ content: String, sender: String = "1") -> String {
    #"{"sender_id":{"gaia_id":"\#(sender)"},"timestamp":"\#(1_400_000_000 + time)000000","event_id":"e\#(time)",\#(content)}"#
  }

  private static let people =
    #""participant_data":[{"id":{"gaia_id":"1"},"fallback_name":"Kit"},{"id":{"gaia_id":"2"},"fallback_name":"Runa"}]"#

  private static let events = [
    event(
      2,
      #""chat_message":{"message_content":{"segment":[{"type":"TEXT","text":"bold","formatting":{"bold":true}},{"type":"LINE_BREAK"},{"type":"LINK","text":"a.example","link_data":{"link_target":"https://a.example/"}}]}},"event_type":"REGULAR_CHAT_MESSAGE""#
    ),
    event(
      1,
      #""chat_message":{"message_content":{"attachment":[{"embed_item":{"type":["PLUS_PHOTO"],"plus_photo":{"url":"https://lh3.example/x/IMG_1.jpg","media_type":"PHOTO"}}}]}}"#,
      sender: "2"),
    event(3, #""hangout_event":{"event_type":"END_HANGOUT","hangout_duration_secs":"65"}"#),
    event(4, #""membership_change":{"type":"JOIN","participant_id":[{"gaia_id":"2"}]}"#),
    event(5, #""conversation_rename":{"new_name":"Trip","old_name":""}"#),
    event(6, #""event_type":"OTR_MODIFICATION""#, sender: "9"),
  ].joined(separator: ",")

  private static let documents = [
    #"{"conversations":[{"conversation":{"conversation_id":{"id":"c"},"conversation":{"id":{"id":"c"},"type":"GROUP",\#(people),"self_conversation_state":{"self_read_state":{"participant_id":{"gaia_id":"1"}}}}},"events":[\#(events)]}]}"#,
    #"{"conversation_state":[{"conversation_id":{"id":"c"},"conversation_state":{"conversation":{"id":{"id":"c"},"type":"GROUP",\#(people),"self_conversation_state":{"self_read_state":{"participant_id":{"gaia_id":"1"}}}},"event":[\#(events)]}}]}"#,
  ]

  @Test("Messages, pictures and events of both forms are read, in order of time", arguments: 0..<2)
  func conversation(_ form: Int) throws {
    let export = ChatExportTests.export(("Hangouts.json", Self.documents[form]))
    let chat = try #require(export.chats.first)
    #expect(chat.service == .hangouts && chat.name == "Runa" && ChatPosts(chat).owner?.name == "Kit")
    #expect(chat.entries.map(\.id) == ["e1", "e2", "e3", "e4", "e5", "e6"])
    #expect(chat.entries[0].media.map(\.address) == ["https://lh3.example/x/IMG_1.jpg"])
    #expect(chat.entries[0].date?.description == "2014-05-13T16:53:21Z")
    #expect(chat.entries[1].text == "bold\na.example" && chat.entries[1].facets.map(\.kind) == [.bold, .link])
    #expect(chat.entries.map(\.detail) == [nil, nil, "1:05", "Runa", "«Trip»", nil])
    #expect(export.diagnostics.isEmpty)
  }
}
