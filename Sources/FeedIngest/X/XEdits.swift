import JSONTree

/// Edits of X's: each version of a post is a post with an id of its own, and every one of them names all that there were
/// when it was asked for, the first one first.
package enum XEdits {
  /// Ids of the versions before this one, of both API versions and of archives.
  package static func earlier(than id: String, in post: JSONNode) -> [String] {
    let info = post.object("edit_info", "edit_controls")
    let edit = info?.object("edit")
    let controls = edit?.object("editControlInitial", "edit_control_initial") ?? info?.object("initial") ?? info
    let history =
      post.child("edit_history_tweet_ids")?.listed() ?? controls?.child("editTweetIds")?.listed()
      ?? controls?.child("edit_tweet_ids")?.listed() ?? []
    let versions = history.compactMap(\.value.text).prefix { $0 != id }
    guard versions.isEmpty, let first = edit?.text("initialTweetId", "initial_tweet_id"), first != id else {
      return Array(versions)
    }
    return [first]
  }
}
