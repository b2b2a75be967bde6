import FeedIngest
import JSONTree

/// A workspace's export: lists of people and channels, and a folder of days for each channel.
struct SlackExport {
  struct Channel {
    let id: String
    /// Of direct messages the id.
    let folder: String
    let name: String
  }

  static let lists = ["channels.json", "groups.json", "mpims.json", "dms.json"]

  private(set) var channels: [Channel] = []
  private var users: [String: String] = [:]

  /// - Parameter document: By its name in the export's own folder.
  init(_ document: (String) -> JSONNode?) {
    for user in document("users.json")?.listed() ?? [] {
      guard let id = user.text("id") else { continue }
      let profile = user.object("profile")
      users[id] =
        profile?.text("display_name") ?? user.text("real_name") ?? profile?.text("real_name") ?? user.text("name") ?? id
    }
    for list in Self.lists {
      for node in document(list)?.listed() ?? [] {
        guard let id = node.text("id") else { continue }
        let name = node.text("name")
        channels.append(
          Channel(id: id, folder: list == "dms.json" ? id : name ?? id, name: name ?? directName(node, id)))
      }
    }
  }

  /// Of people who write to each other directly.
  private func directName(_ node: JSONNode, _ id: String) -> String {
    let names = node.list("members").compactMap { member in member.value.text.map { users[$0] ?? $0 } }
    return names.isEmpty ? id : names.joined(separator: ", ")
  }

  var text: SlackText {
    SlackText(
      users: users, channels: Dictionary(channels.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The entries of a channel's days by their `ts` as numbers.
  static func ordered(_ entries: [ChatEntry]) -> [ChatEntry] {
    func parts(_ id: String) -> (Int, Int) {
      let parts = id.split(separator: ".")
      let fraction = parts.count > 1 ? (parts[1] + "000000000").prefix(9) : "0"
      return (parts.first.flatMap { Int($0) } ?? 0, Int(fraction) ?? 0)
    }
    let keys = entries.map { parts($0.id) }
    return entries.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }.map { entries[$0] }
  }
}
