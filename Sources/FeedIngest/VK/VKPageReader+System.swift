import JSONTree

/// Items that are not posts: whom and what they tell of.
extension VKPageReader {
  mutating func readSystemItem(_ item: JSONNode, type: String, into post: inout Post) {
    post.people = people(item)
    if post.text.isEmpty, let words = item.text("title", "description") { post.read(text: words) }
    if let link = item.text("link_url", "url"), type == "ads" {
      let content = AttachmentItem.Content.link(url: link)
      post.attachments.append(.item(AttachmentItem(type: "link", content: content, title: post.text, url: link)))
    }
    for (key, attachmentType) in Self.lists {
      guard let list = item.child(key), list.value.array != nil || list.value.object != nil else { continue }
      if attachmentType == "photo" {
        post.attachments += photoList(list)
      } else {
        for element in list.elements { post.attachments.append(attachment(element, type: attachmentType)) }
      }
    }
  }

  /// The lists that items of each kind have, and what stands in them.
  private static let lists = [
    ("photos", "photo"), ("photo_tags", "photo"), ("notes", "note"), ("audio", "audio"), ("video", "video"),
    ("videos", "video"), ("clips", "video"), ("topics", "topic"), ("playlists", "audio_playlist"),
  ]

  /// `friends`: `[count, {"uid": 1}]`, `{"count": …, "items": [{"user_id": 1}]}`, or bare ids.
  private mutating func people(_ item: JSONNode) -> [Author] {
    var people: [Author] = []
    for friend in item.list("friends") {
      if let id = friend.value.int ?? friend.int("user_id", "uid", "id"), id != 0 {
        people.append(author(id, at: friend))
      } else {
        report(.item(.notAnObject(friend.value.kindInWords)), at: friend)
      }
    }
    return people
  }

  mutating func photoList(_ list: JSONNode?) -> [Attachment] {
    guard let list else { return [] }
    return list.elements.map { attachment($0, type: "photo") }
  }
}
