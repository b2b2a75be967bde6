import DataFormats

extension ActivityPageReader {
  /// The collection that stands for everyone (ActivityPub, 5.6).
  private static let everyone: Set = ["https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public"]

  /// Whom an object is addressed to, by its own recipients or by those of the activity that brought it.
  static func audience(of node: JSONNode, in activity: JSONNode) -> Post.Flags {
    let keys = ["to", "cc", "bto", "bcc", "audience"]
    let object = activity.several("object").first { $0.value.object != nil }
    let holders = [node, object, activity].compactMap { $0 }.map { holder in
      keys.flatMap { holder.several($0).compactMap(\.activityAddress) }
    }
    // A document without recipients says nothing about who may see it.
    guard let recipients = holders.first(where: { !$0.isEmpty }), everyone.isDisjoint(with: recipients) else {
      return []
    }
    let isForFollowers = recipients.contains { address in
      let last = address.split(separator: "/").last.map(String.init) ?? ""
      return ["followers", "followers_collection"].contains(last)
    }
    return isForFollowers ? .followersOnly : .direct
  }
}
