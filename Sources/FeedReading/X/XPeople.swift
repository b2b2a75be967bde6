import Basics
import DataFormats

/// The people that X's archive names somewhere: its direct messages only contain their numbers.
package enum XPeople {
  /// The names in mentions and replies of posts, by id: `Anna (@anna)`.
  package static func named(in root: JSONNode) -> [String: String] {
    var names: [String: String] = [:]
    for item in root.listed() {
      let tweet = item.object("tweet") ?? item
      for mention in tweet.object("entities")?.list("user_mentions") ?? [] {
        guard let id = mention.text("id_str", "id"), let handle = mention.text("screen_name") else { continue }
        names[id] = name(mention.text("name"), handle)
      }
      if let id = tweet.text("in_reply_to_user_id_str"), let handle = tweet.text("in_reply_to_screen_name"),
        names[id] == nil
      {
        names[id] = name(nil, handle)
      }
    }
    return names
  }

  private static func name(_ name: String?, _ handle: String) -> String {
    let name = name.map { DecodedText.line($0) } ?? ""
    return name.isEmpty || name == handle ? "@\(handle)" : "\(name) (@\(handle))"
  }
}
