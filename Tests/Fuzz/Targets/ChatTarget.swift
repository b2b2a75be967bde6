import FeedReading

/// A file of a chat export, read and turned into feed entries.
enum ChatTarget {
  static func run(_ input: [UInt8]) throws {
    let export = ChatExport([ChatDocument(name: "export/_chat.txt", bytes: input)])
    try Violation.unless(!export.chats.isEmpty || !export.diagnostics.isEmpty, "an export is refused without a word")
    for chat in export.chats {
      var ids: Set<String> = []
      for post in ChatPosts(chat).posts {
        try Violation.unless(ids.insert(post.id.lowercased()).inserted, "two entries with the id \(post.id)")
        let bytes = Array(post.text.utf8)
        let ends = post.facets.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
        try Violation.unless(
          ends.allSatisfy { 0...bytes.count ~= $0 && ($0 == bytes.count || bytes[$0] & 0xC0 != 0x80) },
          "a facet that is not on characters of its text")
      }
    }
  }

  /// The building blocks of WhatsApp's texts.
  static let vocabulary: [String] = [
    "[31.12.23, 23:59:58]", "1/31/20, 4:05 PM -", "Anna:", "\u{200E}", "<attached:", "photo.jpg>", "(file attached)",
    "<This message was edited>", "image omitted", "POLL:", "OPTION:", "(2 votes)", "99.99.99", "Location:",
  ]

  static let seeds: [String: [UInt8]] = [
    "whatsapp-ios": """
    [31.12.23, 23:59:58] Anna: \u{200E}Messages are encrypted.
    [31.12.23, 23:59:59] Boris: hi
    more of it
    \u{200E}[01.01.24, 00:00:01] Anna: \u{200E}<attached: photo.jpg>
    [01.01.24, 00:00:02] Anna: \u{200E}POLL:
    Where?
    \u{200E}OPTION: Here (2 votes)
    [01.01.24, 00:00:03] Boris: done \u{200E}<This message was edited>
    """,
    "whatsapp-android": """
    1/31/20, 4:05 PM - Ann: a.pdf (file attached)
    1/31/20, 4:06 PM - Ann joined
    """,
    "telegram":
      #"{"name":"A","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","date":"2024-05-01T00:00:00","from":"B","text":["a",{"type":"link","text":"b.example"}],"reactions":[{"count":2,"emoji":"x"}]}]}"#,
    "discord":
      #"{"channel":{"id":"7","name":"c"},"messages":[{"id":"1","type":"Default","timestamp":"2024-05-01T00:00:00Z","content":"x","author":{"name":"a"},"attachments":[{"fileName":"a.png","url":"b"}]}]}"#,
    "matrix":
      #"{"room_name":"R","messages":[{"event_id":"$1","type":"m.room.message","sender":"@a","origin_server_ts":1,"content":{"body":"x","msgtype":"m.text"}},{"type":"m.reaction","content":{"m.relates_to":{"event_id":"$1","key":"k"}}}]}"#,
    "meta":
      #"{"participants":[],"title":"t","thread_path":"p","messages":[{"sender_name":"A","timestamp_ms":1,"content":"x","photos":[{"uri":"a"}]}]}"#,
    "google-chat":
      #"{"messages":[{"creator":{"name":"A"},"created_date":"Thursday, November 3, 2016 at 11:59:50 AM UTC","text":"x","topic_id":"1"}]}"#,
  ].mapValues { Array($0.utf8) }
}
