/// A minimal document of a service around its items.
package struct ServiceSample: Sendable, CustomStringConvertible {
  package let name: String
  /// The path of the items in the document.
  package let path: String
  private let around: (before: String, after: String)
  /// Returns an item by its number, from 1 to 9.
  package let item: @Sendable (Int) -> String

  package var description: String { name }

  package func document(_ items: [String]) -> String { around.before + items.joined(separator: ",") + around.after }

  private init(
    _ name: String, _ before: String, _ path: String, _ after: String, item: @escaping @Sendable (Int) -> String
  ) {
    (self.name, self.path, around, self.item) = (name, path, (before, after), item)
  }

  /// A sample of each supported feed format, with several forms of documents for some.
  package static let all = [
    ServiceSample("Mastodon, a list", "[", "", "]") {
      #"{"id":"\#($0)","created_at":"2024-05-01T00:00:00Z","content":"x","account":{"acct":"a"}}"#
    },
    ServiceSample("Mastodon, a search", #"{"statuses":["#, "statuses", "]}") {
      #"{"id":"\#($0)","created_at":"2024","content":"x","account":{"acct":"a"}}"#
    },
    ServiceSample(
      "ActivityStreams",
      #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":["#,
      "orderedItems", "]}"
    ) { #"{"type":"Note","id":"https://a.example/\#($0)","content":"x"}"# },
    ServiceSample("JSON Feed", #"{"version":"https://jsonfeed.org/version/1.1","items":["#, "items", "]}") {
      #"{"id":"\#($0)","content_text":"x"}"#
    },
    ServiceSample("events", #"{"events":["#, "events", "]}") { #"{"title":"x\#($0)"}"# },
    ServiceSample("Telegram", #"{"type":"public_channel","messages":["#, "messages", "]}") {
      #"{"id":\#($0),"type":"message","date":"2024-05-01T00:00:00","text":"x"}"#
    },
    ServiceSample("Bluesky", #"{"feed":["#, "feed", "]}") {
      #"{"post":{"uri":"at://did:plc:a/app.bsky.feed.post/\#($0)","record":{"text":"x"}}}"#
    },
    ServiceSample("Misskey", "[", "", "]") {
      #"{"id":"\#($0)","createdAt":"2024-05-01T00:00:00.000Z","visibility":"public","text":"x","cw":null,"renoteId":null}"#
    },
    ServiceSample("Threads", #"{"text_post_app_text_posts":["#, "text_post_app_text_posts", "]}") {
      #"{"media":[{"uri":"","creation_timestamp":1714521600,"title":"x\#($0)"}]}"#
    },
    ServiceSample("Instagram", #"{"ig_stories":["#, "ig_stories", "]}") {
      #"{"uri":"\#($0).jpg","creation_timestamp":1714521600,"title":"x\#($0)"}"#
    },
    ServiceSample("Facebook", "[", "", "]") { #"{"timestamp":1714521600,"data":[{"post":"x\#($0)"}]}"# },
    ServiceSample("X, a list", "[", "", "]") { #"{"id_str":"\#($0)","full_text":"x"}"# },
    ServiceSample("X, version 2", #"{"data":["#, "data", #"],"meta":{"result_count":1}}"#) {
      #"{"id":"\#($0)","text":"x"}"#
    },
    ServiceSample("VK", #"{"response":{"count":9,"items":["#, "response.items", "]}}") {
      #"{"id":\#($0),"owner_id":1,"text":"x","date":1}"#
    },
  ]
}
