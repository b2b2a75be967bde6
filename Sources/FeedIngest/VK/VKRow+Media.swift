import JSONTree

/// Rows for what is watched, heard, looked at or read. `type` is filled in by the caller.
enum VKRow {
  static func make(
    _ content: AttachmentItem.Content, title: String?, caption: String? = nil, url: String? = nil,
    preview: Photo? = nil
  ) -> AttachmentItem {
    let caption = caption.map(DecodedText.line)
    var item = AttachmentItem(
      type: "", content: content, title: DecodedText.line(title ?? ""),
      caption: caption?.isEmpty == true ? nil : caption, url: url?.trimmed, preview: preview)
    item.isCompact = true
    return item
  }

  /// VK's address of an object: `https://vk.com/video-1_2`.
  static func address(_ kind: String, _ node: JSONNode) -> String? {
    guard let owner = node.int("owner_id", "group_id"), let id = node.int("id", "vid", "did", "pid", "nid", "aid")
    else { return nil }
    return "https://vk.com/\(kind)\(owner)_\(id)"
  }

  static func seconds(_ node: JSONNode) -> Int? {
    node.int("duration").flatMap { $0 > 0 ? $0 : nil }
  }

  static func video(_ node: JSONNode) -> AttachmentItem {
    let isLive = node.isTrue("live") || node.text("type") == "live"
    let old = [("image_small", 130), ("image", 160), ("image_medium", 320), ("image_xbig", 720)].compactMap {
      key, width in node.value[key]?.text.map { Photo.Source(url: $0, width: width) }
    }
    let sizes = VKPhoto.images(node.list("image")) ?? VKPhoto.images(node.list("first_frame"))
    var preview = sizes ?? bounded(node, "photo_") ?? bounded(node, "first_frame_")
    if preview == nil, !old.isEmpty { preview = Photo(sources: old) }
    return make(
      .video(duration: isLive ? nil : seconds(node), isLive: isLive), title: node.text("title"),
      caption: node.text("description").map { firstLine($0) }, url: address("video", node), preview: preview)
  }

  /// Frames named after their width (`photo_320`); their height is not said.
  private static func bounded(_ node: JSONNode, _ prefix: String) -> Photo? {
    let sources = node.members.compactMap { member -> Photo.Source? in
      guard let key = member.key, key.hasPrefix(prefix), let width = Int(key.dropFirst(prefix.count)),
        1...10_000 ~= width
      else { return nil }
      return member.value.text.map { Photo.Source(url: $0, width: width) }
    }
    return sources.isEmpty ? nil : Photo(sources: sources.sorted { ($0.width ?? 0) < ($1.width ?? 0) })
  }

  static func audio(_ node: JSONNode) -> AttachmentItem {
    let artist = node.text("artist", "performer")
    let cover = node.object("album")?.object("thumb").map(VKPhoto.read)
    return make(
      .audio(artist: artist.map(DecodedText.line), duration: seconds(node)), title: node.text("title"),
      caption: artist, preview: cover)
  }

  static func podcast(_ node: JSONNode) -> AttachmentItem {
    let info = node.object("podcast_info")
    return make(
      .podcast(duration: seconds(node)), title: node.text("title"),
      caption: node.text("artist") ?? info?.text("description").map { firstLine($0) },
      url: node.text("url") == nil ? nil : address("podcast", node), preview: info?.object("cover").map(VKPhoto.read))
  }

  static func document(_ node: JSONNode) -> AttachmentItem {
    let size = node.int("size").flatMap { $0 > 0 ? $0 : nil }
    let fileExtension = node.text("ext").map { DecodedText.line($0).lowercased() }
    let picture = node.object("preview").flatMap { $0.object("photo", "graffiti") }
    var preview = VKPhoto.read(picture ?? node)
    preview.description = nil
    if preview.sources.isEmpty, let url = node.text("thumb", "thumb_s") { preview.sources = [.init(url: url)] }
    return make(
      .document(size: size, fileExtension: fileExtension), title: node.text("title"), url: node.text("url"),
      preview: preview)
  }

  static func sticker(_ node: JSONNode) -> AttachmentItem {
    let images = VKPhoto.images(node.list("images")) ?? VKPhoto.images(node.list("images_with_background"))
    return make(.sticker, title: nil, preview: images ?? VKPhoto.read(node))
  }

  static func graffiti(_ node: JSONNode) -> AttachmentItem {
    var preview = VKPhoto.read(node)
    if preview.sources.isEmpty, let url = node.text("url") {
      preview.sources = [.init(url: url, width: preview.width, height: preview.height)]
    }
    return make(.graffiti, title: nil, preview: preview)
  }

  static func album(_ node: JSONNode) -> AttachmentItem {
    let count = node.int("size", "count").flatMap { $0 < 0 ? nil : $0 }
    return make(
      .album(count: count), title: node.text("title"), caption: node.text("description").map { firstLine($0) },
      url: address("album", node), preview: node.object("thumb").map(VKPhoto.read))
  }

  /// Names the photos without showing them.
  static func photosList(_ node: JSONNode) -> AttachmentItem {
    make(.album(count: (node.value.array == nil ? node.list("photos_list") : node.elements).count), title: nil)
  }

  static func postedPhoto(_ node: JSONNode) -> AttachmentItem {
    make(.album(count: 1), title: node.text("text"), preview: VKPhoto.read(node))
  }

  static func firstLine(_ text: String) -> String {
    let lines = DecodedText.decode(text).split(whereSeparator: \.isNewline).lazy.map(\.trimmed)
    return lines.first { !$0.isEmpty } ?? ""
  }
}
