import JSONTree

/// What a post carries: photos by themselves, everything else as a row.
extension VKPageReader {
  mutating func attachments(of node: JSONNode) -> [Attachment] {
    guard let list = node.child("attachments"), list.value.object?["type"] == nil, !list.elements.isEmpty else {
      // 3.x repeats the first of `attachments` as `attachment`: it counts only by itself.
      let single = node.object("attachments") ?? node.object("attachment")
      return single.flatMap { $0.child("type") == nil ? nil : [attachment($0)] } ?? []
    }
    return list.elements.map { attachment($0) }
  }

  /// `{"type": "photo", "photo": {…}}`.
  private mutating func attachment(_ node: JSONNode) -> Attachment {
    guard let object = node.value.object else {
      return unreadable(.notAnObject(node.value.kindInWords), type: "unknown", at: node)
    }
    // Without a type the only object in it tells.
    let named = object.members.filter { $0.value.object != nil }.map(\.key)
    guard let type = node.text("type")?.trimmed ?? (named.count == 1 ? named.first : nil) else {
      return unreadable(.withoutType, type: "unknown", at: node)
    }
    guard let content = node.child(type) ?? (type == "photos_list" ? node : nil) else {
      return unreadable(.withoutContent(type), type: type, at: node)
    }
    return attachment(content, type: type)
  }

  /// - Parameter content: what stands under the type's name.
  mutating func attachment(_ content: JSONNode, type: String) -> Attachment {
    let isReadable = content.value.object != nil || (type == "photos_list" && content.value.array != nil)
    guard isReadable else { return unreadable(.notAnObject(content.value.kindInWords), type: type, at: content) }
    guard type == "photo" else { return .item(row(content, type: type)) }
    let photo = VKPhoto.read(content)
    if photo.sources.isEmpty {
      report(.photoWithoutSizes(.vk), at: content)
    } else if photo.aspect == nil {
      report(.photoWithoutDimensions, at: content)
    }
    return .photo(photo)
  }

  private mutating func unreadable(_ fault: FeedIssue.Fault, type: String, at node: JSONNode) -> Attachment {
    report(.attachment(fault), at: node)
    return .item(AttachmentItem(type: type, content: .unknown))
  }

  private func row(_ node: JSONNode, type: String) -> AttachmentItem {
    var item =
      switch type {
      case "video", "clip": VKRow.video(node)
      case "audio": VKRow.audio(node)
      case "podcast": VKRow.podcast(node)
      case "doc": VKRow.document(node)
      case "link": VKRow.link(node)
      case "article": VKRow.article(node)
      case "poll": VKRow.poll(node)
      case "market": VKRow.market(node)
      case "market_album": VKRow.marketAlbum(node)
      case "album": VKRow.album(node)
      case "photos_list": VKRow.photosList(node)
      case "posted_photo": VKRow.postedPhoto(node)
      case "sticker": VKRow.sticker(node)
      case "graffiti": VKRow.graffiti(node)
      case "note": VKRow.note(node)
      case "page": VKRow.page(node)
      case "app", "mini_app": VKRow.app(node)
      case "event": VKRow.event(node, directory)
      case "pretty_cards": VKRow.prettyCards(node)
      case "wall", "wall_reply": VKRow.wall(node, directory)
      default: VKRow.other(node)
      }
    item.type = type
    if item.preview?.sources.isEmpty == true { item.preview = nil }
    return item
  }
}
