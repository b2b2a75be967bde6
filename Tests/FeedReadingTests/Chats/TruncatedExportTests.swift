import FeedReading
import Testing

@Suite("Exports that end in the middle")
struct TruncatedExportTests {
  private static let message =
    #"{"id":1,"type":"message","date_unixtime":"5","from":"B","text":["a",{"type":"bold","text":"b"}]}"#

  @Test(
    "The messages before the break are read, and the break is reported",
    arguments: [
      (#"{"name":"A","type":"personal_chat","id":1,"messages":[\#(message),\#(message),{"id":3,"text":["wor"#, 2),
      (#"{"name":"A","type":"personal_chat","id":1,"messages":[\#(message),{"id":3"#, 1),
      (#"{"name":"A","type":"personal_chat","id":1,"messages":[\#(message),\#(message)"#, 2),
      (#"{"name":"A","type":"personal_chat","id":1,"messages":[\#(message),\#(message)],"#, 2),
      (#"{"chats":{"list":[{"name":"A","type":"personal_chat","id":1,"messages":[\#(message),{"id":2,"#, 1),
    ])
  func messages(_ text: String, _ count: Int) {
    let export = ChatExportTests.export(("result.json", text))
    #expect(export.chats.first?.entries.count == count)
    #expect(export.diagnostics.diagnostics.map(\.code).filter { $0 == "chat.not-json" }.count == 1)
    #expect(export.diagnostics.diagnostics.contains { $0.severity == .error && $0.message.contains("truncated") })
  }

  @Test("A truncated document of no chat is reported as before", arguments: [#"{"a":[1,2"#, "{", #"{"a":"b"#, "["])
  func others(_ text: String) {
    let export = ChatExportTests.export(("a.json", text))
    #expect(export.chats.isEmpty && export.diagnostics.diagnostics.map(\.code) == ["chat.not-json"])
  }
}
