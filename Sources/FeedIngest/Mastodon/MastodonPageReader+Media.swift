import JSONTree

/// What a status carries beside its text: files, a poll, a link's card.
extension MastodonPageReader {
  mutating func readMedia(_ node: JSONNode, into post: inout Post) {
    for attachment in node.list("media_attachments") {
      guard attachment.value.object != nil else {
        reading.report(.attachment(.notAnObject(attachment.value.kindInWords)), at: attachment)
        continue
      }
      post.attachments.append(media(attachment))
    }
    if let poll = node.object("poll") {
      // A poll names its emoji itself; those of its status count as well.
      let emoji = CustomEmoji(node.list("emojis") + poll.list("emojis"))
      post.attachments.append(.item(self.poll(poll, emoji)))
    }
    if let card = node.object("card"), let item = Self.card(card) { post.attachments.append(.item(item)) }
  }

  private mutating func media(_ node: JSONNode) -> Attachment {
    // What the server could not fetch, or keeps no more, is where it came from.
    let address = Self.address(node)
    let description = node.text("description").map { DecodedText.decode($0) }
    let original = node.object("meta")?.object("original")
    let duration = (original?.double("duration") ?? node.object("meta")?.double("duration"))
      .flatMap { $0.isFinite && 0...1_000_000_000 ~= $0 ? Int($0.rounded()) : nil }
    let preview = preview(node, description)
    var item = AttachmentItem(type: node.text("type") ?? "unknown", content: .unknown, url: address, preview: preview)
    item.file = address.map {
      .init(
        url: $0, width: Self.pixels(original, "width"), height: Self.pixels(original, "height"),
        description: description)
    }
    switch node.text("type") {
    case "image":
      let photo = photo(node, description)
      if photo.sources.isEmpty { reading.report(.photoWithoutSizes(.mastodon), at: node) }
      return .photo(photo)
    case "video": item.content = .video(duration: duration, isLive: false)
    case "gifv": item.content = .animation(duration: duration)
    case "audio":
      item.content = .audio(artist: nil, duration: duration)
      item.title = description.map(DecodedText.line) ?? ""
    default:
      item.content = .document(size: nil, fileExtension: address.flatMap(FileAddress.fileExtension))
      item.title = description.map(DecodedText.line) ?? address.flatMap(FileAddress.fileName) ?? ""
    }
    return .item(item)
  }

  private static func address(_ node: JSONNode) -> String? { node.text("url", "remote_url", "text_url") }

  private func photo(_ node: JSONNode, _ description: String?) -> Photo {
    let meta = node.object("meta")
    var sources: [Photo.Source] = []
    for (key, size) in [("preview_url", "small"), ("url", "original")] {
      guard let url = key == "url" ? Self.address(node) : Self.preview(node) else { continue }
      let size = meta?.object(size)
      let source = Photo.Source(url: url, width: Self.pixels(size, "width"), height: Self.pixels(size, "height"))
      // A preview that is the same file says less of it.
      sources.removeAll { $0.url == url }
      sources.append(source)
    }
    return Photo(
      sources: sources, width: Self.pixels(meta?.object("original"), "width"),
      height: Self.pixels(meta?.object("original"), "height"), description: description,
      focus: Self.focus(meta?.object("focus")))
  }

  private func preview(_ node: JSONNode, _ description: String?) -> Photo? {
    guard let url = Self.preview(node), url != node.text("url") else { return nil }
    let size = node.object("meta")?.object("small")
    let source = Photo.Source(url: url, width: Self.pixels(size, "width"), height: Self.pixels(size, "height"))
    return Photo(sources: [source], description: description, focus: Self.focus(node.object("meta")?.object("focus")))
  }

  /// Pixelfed has a picture for those that it makes none for.
  private static func preview(_ node: JSONNode) -> String? {
    node.text("preview_url", "preview_remote_url").flatMap { $0.hasSuffix("/no-preview.png") ? nil : $0 }
  }

  private static func focus(_ node: JSONNode?) -> Photo.Focus? {
    guard let x = node?.double("x"), let y = node?.double("y") else { return nil }
    return Photo.Focus(x: x, y: y)
  }

  private static func pixels(_ node: JSONNode?, _ key: String) -> Int? {
    node?.int(key).flatMap { 1...1_000_000 ~= $0 ? $0 : nil }
  }

  private mutating func poll(_ node: JSONNode, _ emoji: CustomEmoji) -> AttachmentItem {
    let chosen = Set((node.child("own_votes")?.listed() ?? []).compactMap(\.value.int))
    // Of several answers a voter may choose, voters are what a share is of.
    let voters = node.isTrue("multiple") ? node.int("voters_count") : nil
    let answers = node.list("options").enumerated().map { index, option in
      let votes = option.int("votes_count").flatMap { $0 < 0 ? nil : $0 }
      let title = emoji.marked(FacetedText(DecodedText.line(option.text("title") ?? "")))
      return AttachmentItem.Poll.Answer(
        text: title.string, votes: votes, rate: AttachmentItem.Poll.Answer.rate(votes, of: voters),
        isChosen: chosen.contains(index), emoji: title.facets)
    }
    // A poll's question is the status's text.
    return AttachmentItem(
      type: "poll",
      content: .poll(
        .init(
          answers: answers, votes: node.int("votes_count").flatMap { $0 < 0 ? nil : $0 },
          isClosed: node.isTrue("expired"), voters: node.int("voters_count").flatMap { $0 < 0 ? nil : $0 },
          allowsSeveral: node.isTrue("multiple"), closesAt: reading.date(node, "expires_at"))))
  }

  static func card(_ node: JSONNode) -> AttachmentItem? {
    guard let url = node.text("url").flatMap(LinkTarget.url) else { return nil }
    let preview = node.text("image").map { address in
      Photo(
        sources: [.init(url: address, width: pixels(node, "width"), height: pixels(node, "height"))],
        description: node.text("image_description").map { DecodedText.decode($0) })
    }
    return AttachmentItem(
      type: "link", content: .link(url: url), title: DecodedText.line(node.text("title") ?? ""),
      caption: node.text("description").map(DecodedText.line), url: url, preview: preview)
  }
}
