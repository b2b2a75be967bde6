import Diagnostics
import FeedReading
import Foundation
import Support
import Testing

/// Documents with renamed, removed and unknown members: each of their texts is shown or counted.
@Suite("Texts of mutated messages")
struct MutatedMessagesTests {
  /// A document with one message, whose texts each contain a word of their own.
  private struct Sample: Sendable {
    let service: String
    let name: String
    /// The document around the message.
    let document: @Sendable (String) -> String
    let message: String
    /// Members of the message itself that make it one.
    let fixed: Set<String>
  }

  private static let samples: [Sample] = [
    Sample(
      service: "Telegram", name: "result.json",
      document: { #"{"name":"A","type":"personal_chat","id":1,"messages":[\#($0)]}"# },
      message: #"""
        {"id":1,"type":"message","date_unixtime":"5","from":"B","text":["Worda one",{"type":"bold","text":"wordb two"}],
        "poll":{"question":"wordc three","closed":false,"answers":[{"text":"wordd four","voters":1}]},
        "inline_bot_buttons":[[{"type":"url","text":"worde five","data":"https://a.example"}]],
        "contact_information":{"first_name":"Wordf six","phone_number":"+49"},
        "todo_list":{"title":"wordg seven","answers":[{"text":"wordh eight","id":1}]}}
        """#, fixed: ["id", "type", "date_unixtime", "text"]),
    Sample(
      service: "Discord", name: "a.json", document: { #"{"channel":{"id":"7"},"messages":[\#($0)]}"# },
      message: #"""
        {"id":"1","type":"Default","timestamp":"2024-05-18T10:00:00+00:00","content":"worda one",
        "author":{"id":"2","name":"B"},"attachments":[{"id":"3","url":"https://a.example/x.bin","fileName":"wordb two.bin"}],
        "embeds":[{"title":"wordc three","description":"wordd four","author":{"name":"worde five"},
        "fields":[{"name":"wordf six","value":"wordg seven"}],"footer":{"text":"wordh eight"}}],
        "forwardedMessage":{"content":"wordi nine"},"stickers":[{"id":"4","name":"wordj ten","format":"Png"}]}
        """#, fixed: ["id", "type", "timestamp"]),
    Sample(
      service: "Slack", name: "general/1.json", document: { "[\($0)]" },
      message: #"""
        {"type":"message","ts":"1.1","user":"U1","text":"worda one",
        "attachments":[{"pretext":"wordb two","title":"wordc three","text":"wordd four","footer":"worde five",
        "fields":[{"title":"wordf six","value":"wordg seven"}],"actions":[{"type":"button","text":"wordh eight"}]}],
        "blocks":[{"type":"section","text":{"type":"mrkdwn","text":"wordi nine"}},
        {"type":"context","elements":[{"type":"plain_text","text":"wordj ten"}]}],
        "files":[{"id":"F1","name":"wordk eleven.txt","title":"wordl twelve","initial_comment":{"comment":"wordm more"}}]}
        """#, fixed: ["type", "ts"]),
    Sample(
      service: "Matrix", name: "export.json",
      document: {
        #"{"room_name":"R","messages":[{"type":"m.room.message","sender":"@a:x","origin_server_ts":1,"event_id":"$1","content":\#($0)}]}"#
      },
      message: #"""
        {"msgtype":"m.text","body":"worda one","com.beeper.linkpreviews":[{"og:title":"wordb two","og:description":"wordc three"}]}
        """#, fixed: ["msgtype", "body"]),
    Sample(
      service: "Meta", name: "message_1.json",
      document: { #"{"participants":[{"name":"B"}],"title":"A","thread_path":"a","messages":[\#($0)]}"# },
      message: #"""
        {"sender_name":"B","timestamp_ms":1716000000000,"content":"worda one",
        "share":{"link":"https://a.example","share_text":"wordb two","original_content_owner":"wordc three"}}
        """#, fixed: ["sender_name", "timestamp_ms"]),
    Sample(
      service: "Google Chat", name: "messages.json", document: { #"{"messages":[\#($0)]}"# },
      message: #"""
        {"creator":{"name":"B"},"created_date":"Thursday, November 3, 2016 at 11:59:50 AM UTC","topic_id":"1",
        "text":"worda one","annotations":[{"url_metadata":{"title":"wordb two","snippet":"wordc three"}}],
        "attached_files":[{"original_name":"wordd four.pdf","export_name":"x.pdf"}]}
        """#, fixed: ["created_date", "topic_id", "creator"]),
    Sample(
      service: "VK", name: "a.json", document: { #"{"response":{"count":1,"items":[\#($0)]}}"# },
      message: #"""
        {"id":1,"date":1716000000,"from_id":1,"peer_id":2,"out":0,"text":"worda one",
        "attachments":[{"type":"link","link":{"url":"https://a.example","title":"wordb two"}},
        {"type":"wall","wall":{"id":1,"owner_id":1,"from_id":1,"text":"wordd four"}}],
        "fwd_messages":[{"from_id":1,"date":1,"text":"worde five"}],
        "keyboard":{"buttons":[[{"action":{"type":"text","label":"wordf six"}}]]}}
        """#, fixed: ["id", "date", "from_id", "peer_id", "out", "text"]),
    Sample(
      service: "Signal", name: "Runa.json",
      document: { #"{"id":"c1","type":"private","name":"Runa","messages":[\#($0)]}"# },
      message: #"""
        {"id":"m1","conversationId":"c1","type":"incoming","sent_at":1716000000000,"body":"worda one",
        "quote":{"text":"wordb two"},"preview":[{"url":"https://a.example","title":"wordc three","description":"wordd four"}],
        "contact":[{"name":{"displayName":"Worde five"}}],"attachments":[{"contentType":"text/plain","fileName":"wordf six.txt"}]}
        """#, fixed: ["id", "conversationId", "type", "sent_at", "body"]),
    Sample(
      service: "Google Hangouts", name: "Hangouts.json",
      document: {
        #"{"conversations":[{"conversation":{"conversation":{"participant_data":[{"id":{"gaia_id":"1"},"fallback_name":"B"}]}},"events":[\#($0)]}]}"#
      },
      message: #"""
        {"sender_id":{"gaia_id":"1"},"timestamp":"1400000000000000","event_id":"e","event_type":"REGULAR_CHAT_MESSAGE",
        "chat_message":{"message_content":{"segment":[{"type":"TEXT","text":"worda one"}],
        "attachment":[{"embed_item":{"type":["PLACE_V2"],"place_v2":{"name":"wordb two","url":"https://a.example"}}}]}}}
        """#, fixed: ["timestamp", "event_id"]),
  ]

  // MARK: Mutations

  /// Objects that readers know by their position; a member inside names a person or another message.
  private static let apart: Set = ["author", "creator", "sender_id", "quote"]

  /// Renames, removes or adds members at random, in the order of their names.
  private static func mutated(_ value: Any, fixed: Set<String>, _ random: inout SplitMix64) -> Any {
    if let list = value as? [Any] { return list.map { mutated($0, fixed: [], &random) } }
    guard let object = value as? [String: Any] else { return value }
    var result: [String: Any] = [:]
    for (key, inner) in object.sorted(by: { $0.key < $1.key }) {
      if apart.contains(key) {
        result[key] = inner
        continue
      }
      let own = mutated(inner, fixed: [], &random)
      switch fixed.contains(key) ? 9 : Int.random(in: 0..<10, using: &random) {
      case 0: result["zz_\(key)"] = own
      case 1: break
      default: result[key] = own
      }
    }
    if Int.random(in: 0..<6, using: &random) == 0 { result["zz_new"] = "wordz unknown" }
    return result
  }

  /// The texts in a value, each with the names of the members around it.
  private static func texts(of value: Any, in names: [String], _ texts: inout [(names: [String], text: String)]) {
    if let list = value as? [Any] { for element in list { Self.texts(of: element, in: names, &texts) } }
    if let object = value as? [String: Any] {
      for (name, inner) in object.sorted(by: { $0.key < $1.key }) { Self.texts(of: inner, in: names + [name], &texts) }
    }
    if let text = value as? String, text.contains("word") || text.contains("Word") { texts.append((names, text)) }
  }

  private static func shown(_ export: ChatExport) -> String {
    var shown = ""
    for post in export.chats.flatMap({ ChatPosts($0).posts }) {
      shown += "\n\(post.text)"
      for attachment in post.attachments {
        guard case .item(let item) = attachment else { continue }
        shown += "\n\(item.title)\n\(item.caption ?? "")"
        if case .poll(let poll) = item.content { shown += poll.answers.map(\.text).joined(separator: "\n") }
      }
      if case .message(let message) = post.kind { shown += "\n\(message.detail ?? "")\n\(message.reactions)" }
    }
    return shown
  }

  @Test("each text is shown, or counted under the name of its member", arguments: 0..<9)
  func texts(_ number: Int) throws {
    let sample = Self.samples[number]
    var random = SplitMix64(seed: UInt64(number))
    let whole = try JSONSerialization.jsonObject(with: Data(sample.message.utf8))
    for round in 0..<80 {
      let message = round == 0 ? whole : Self.mutated(whole, fixed: sample.fixed, &random)
      let written = String(
        decoding: try JSONSerialization.data(withJSONObject: message, options: [.sortedKeys, .withoutEscapingSlashes]),
        as: UTF8.self)
      var documents = [(sample.name, sample.document(written))]
      if sample.service == "Slack" { documents.append(("channels.json", #"[{"id":"C1","name":"general"}]"#)) }
      let export = ChatExport(documents.map { ChatDocument(name: $0.0, bytes: Array($0.1.utf8)) })
      let (shown, told) = (Self.shown(export), export.diagnostics.diagnostics.map(\.message).joined(separator: "\n"))
      var texts: [(names: [String], text: String)] = []
      Self.texts(of: message, in: [], &texts)
      #expect(export.chats.count == 1, "\(sample.service): \(told)")
      for (names, text) in texts {
        let isShown = text.split(separator: " ").allSatisfy { shown.contains($0) }
        let isTold = names.contains { told.contains("“\($0)”") || told.contains(".\($0)”") }
        #expect(isShown || isTold, "\(sample.service) \(round): “\(text)” of \(written)\n\(told)")
      }
      // Nothing is counted in a message that is understood.
      if round == 0 { #expect(!told.contains("not shown"), "\(sample.service): \(told)") }
    }
  }
}
