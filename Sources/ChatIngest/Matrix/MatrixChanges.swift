import FeedIngest
import JSONTree

/// What a room's events change of others: the last edit by the same sender, reactions, redactions.
struct MatrixChanges {
  private var edits: [String: (sender: String?, event: JSONNode)] = [:]
  private var reactions: [String: [ChatEntry.Reaction]] = [:]
  private var redacted: Set<String> = []

  /// Whether the event is no entry of its own.
  static func isChange(_ event: JSONNode) -> Bool {
    let type = event.text("type")
    if type == "m.reaction" || type == "m.room.redaction" { return true }
    return relation(event)?.text("rel_type") == "m.replace"
  }

  private static func relation(_ event: JSONNode) -> JSONNode? { event.object("content")?.object("m.relates_to") }

  init(_ events: [JSONNode]) {
    var senders: [String: String] = [:]
    for event in events { if let id = event.text("event_id") { senders[id] = event.text("sender") } }
    for event in events {
      let relation = Self.relation(event)
      switch event.text("type") {
      case "m.reaction":
        guard let id = relation?.text("event_id") else { continue }
        add(relation?.text("key") ?? "?", 1, to: id)
      case "m.room.redaction":
        if let id = event.text("redacts") ?? event.object("content")?.text("redacts") { redacted.insert(id) }
      default:
        guard relation?.text("rel_type") == "m.replace", let id = relation?.text("event_id") else { continue }
        let sender = event.text("sender")
        guard senders[id] == nil || senders[id] == sender else { continue }
        if let known = edits[id], Self.time(known.event) > Self.time(event) { continue }
        edits[id] = (sender, event)
      }
    }
  }

  private static func time(_ event: JSONNode) -> Int { event.int("origin_server_ts") ?? .min }

  private mutating func add(_ symbol: String, _ count: Int, to id: String) {
    if let index = reactions[id]?.firstIndex(where: { $0.symbol == symbol }) {
      reactions[id]?[index].count += count
    } else {
      reactions[id, default: []].append(.init(symbol, count))
    }
  }

  struct Edit {
    /// What took the event's content; nil where the server replaced it already.
    let content: JSONNode?
  }

  func edit(of event: JSONNode) -> Edit? {
    if let id = event.text("event_id"), let edit = edits[id] {
      return Edit(content: edit.event.object("content")?.object("m.new_content"))
    }
    guard let edit = event.object("unsigned")?.object("m.relations")?.object("m.replace") else { return nil }
    return Edit(content: edit.object("content")?.object("m.new_content"))
  }

  /// Those of events, else what the server summed up.
  func reactions(of event: JSONNode) -> [ChatEntry.Reaction] {
    if let id = event.text("event_id"), let own = reactions[id] { return own }
    let chunk = event.object("unsigned")?.object("m.relations")?.object("m.annotation")?.child("chunk")?.listed() ?? []
    return chunk.compactMap { each in each.int("count").map { .init(each.text("key") ?? "?", max(0, $0)) } }
  }

  func isRedacted(_ event: JSONNode) -> Bool {
    event.object("unsigned")?.child("redacted_because") != nil || event.text("event_id").map(redacted.contains) ?? false
  }
}
