import Basics
import DataFormats
import Diagnostics

/// A post's attachments: photos are separate, everything else becomes a row.
extension VKPageReader {
  mutating func attachments(of node: JSONNode) -> [Attachment] {
    guard let list = node.child("attachments"), list.value.object?["type"] == nil, !list.elements.isEmpty else {
      // 3.x repeats the first of `attachments` as `attachment`, so it is only used on its own.
      let single = node.object("attachments") ?? node.object("attachment")
      return single.flatMap { $0.child("type") == nil ? nil : attachmentsOfOne($0) } ?? []
    }
    return list.elements.flatMap { attachmentsOfOne($0) }
  }

  /// A carousel of products is one attachment with a row for each.
  private mutating func attachmentsOfOne(_ node: JSONNode) -> [Attachment] {
    let cards = node.object("pretty_cards").map { $0.list("cards").filter { $0.value.object != nil } } ?? []
    guard !cards.isEmpty else { return [attachment(node)] }
    return cards.map { card in
      var item = VKRow.prettyCard(card)
      item.type = "pretty_cards"
      if item.preview?.sources.isEmpty == true { item.preview = nil }
      return .item(item)
    }
  }

  /// `{"type": "photo", "photo": {…}}`.
  private mutating func attachment(_ node: JSONNode) -> Attachment {
    guard let object = node.value.object else {
      return unreadable(.notAnObject(node.value.kindInWords), type: "unknown", at: node)
    }
    // Without a type, the name of the only object in it is used.
    let named = object.members.filter { $0.value.object != nil }.map(\.key)
    guard let type = node.text("type")?.trimmed ?? (named.count == 1 ? named.first : nil) else {
      return unreadable(.withoutType, type: "unknown", at: node)
    }
    guard let content = node.child(type) ?? (type == "photos_list" ? node : nil) else {
      return unreadable(.withoutContent(type), type: type, at: node)
    }
    return attachment(content, type: type)
  }

  /// - Parameter content: The value under the type's name.
  mutating func attachment(_ content: JSONNode, type: String) -> Attachment {
    let isReadable = content.value.object != nil || (type == "photos_list" && content.value.array != nil)
    guard isReadable else { return unreadable(.notAnObject(content.value.kindInWords), type: type, at: content) }
    guard type == "photo" else { return .item(row(content, type: type)) }
    let photo = VKPhoto.read(content)
    if photo.sources.isEmpty {
      reading.report(.photoWithoutSizes(.vk), at: content)
    } else if photo.aspect == nil {
      reading.report(.photoWithoutDimensions, at: content)
    }
    return .photo(photo)
  }

  private mutating func unreadable(_ fault: FeedIssue.Fault, type: String, at node: JSONNode) -> Attachment {
    reading.report(.attachment(fault), at: node)
    var item = AttachmentItem(type: type, content: .unknown)
    item.isWebApp = Self.webApps.contains(type)
    return .item(item)
  }

  private static let webApps = ["app", "mini_app", "app_action"]

  private mutating func row(_ node: JSONNode, type: String) -> AttachmentItem {
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
      case "audio_playlist", "playlist": VKRow.playlist(node)
      case "artist", "curator": VKRow.artist(node)
      case "story", "narrative": VKRow.story(node)
      case "donut_link": VKRow.donut(node)
      case "wall", "wall_reply": VKRow.wall(node, directory)
      default: VKRow.other(node)
      }
    item.type = type
    if case .unknown = item.content { reading.report(.unknownPart(type, .vk), at: node) }
    item.isWebApp = Self.webApps.contains(type)
    if item.preview?.sources.isEmpty == true { item.preview = nil }
    if case .unknown = item.content, item.title.isEmpty, item.preview == nil, item.url == nil {
      reading.leaveOut(ContentName("attachment of type \(type)", "attachments of type \(type)", of: "VK"), at: node)
    }
    return item
  }
}

/// Rows for media to watch, listen to, view or read. The caller fills in `type`.
enum VKRow {
  static func make(
    _ content: AttachmentItem.Content, title: String?, caption: String? = nil, url: WebAddress? = nil,
    preview: Photo? = nil
  ) -> AttachmentItem {
    let caption = caption.map(DecodedText.line)
    var item = AttachmentItem(
      type: "", content: content, title: DecodedText.line(title ?? ""),
      caption: caption?.isEmpty == true ? nil : caption, url: url, preview: preview)
    item.isCompact = true
    return item
  }

  /// Several texts on one line, each once; nil if there are none.
  ///
  /// - Parameter title: A text that is shown above the line.
  static func line(_ texts: [String?], below title: String? = nil) -> String? {
    let title = title.map(DecodedText.line)
    var parts: [String] = []
    for text in texts.compactMap({ $0.map(DecodedText.line) })
    where !text.isEmpty && text != title && !parts.contains(text) {
      parts.append(text)
    }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// VK's address of an object: `https://vk.com/video-1_2`.
  static func address(_ kind: String, _ node: JSONNode) -> WebAddress? {
    guard let owner = node.int("owner_id", "group_id"), let id = node.int("id", "vid", "did", "pid", "nid", "aid")
    else { return nil }
    return VKAddress.page("\(kind)\(owner)_\(id)")
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
      caption: node.text("description"), url: address("video", node), preview: preview)
  }

  /// Frames named after their width (`photo_320`), of unknown height.
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
      caption: line([node.text("artist"), info?.text("description") ?? node.text("description")]),
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
      .document(size: size, fileExtension: fileExtension), title: node.text("title"), url: node.address("url"),
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
      .album(count: count), title: node.text("title"), caption: node.text("description"),
      url: address("album", node), preview: node.object("thumb").map(VKPhoto.read))
  }

  /// An album that names its photos without showing them.
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

/// Rows for links.
extension VKRow {
  static func link(_ node: JSONNode) -> AttachmentItem {
    let url = node.address("url")
    let caption = node.text("caption") ?? url?.host
    let isArticle = node.text("target") == "article" || path(url).hasPrefix("@")
    return make(
      isArticle ? .article : .link(url: url), title: node.text("title", "name") ?? caption ?? node.text("url"),
      caption: line(
        [caption, node.text("description"), node.object("button")?.text("title")], below: node.text("title", "name")),
      url: url, preview: linkPreview(node))
  }

  private static func linkPreview(_ node: JSONNode) -> Photo? {
    if let photo = node.object("photo", "preview_photo") {
      var preview = VKPhoto.read(photo)
      preview.description = nil
      return preview
    }
    // Before 5.25: two addresses of unknown size, the second one larger.
    let sources = [node.text("image_src"), node.text("image_big")].compactMap { $0.map { Photo.Source(url: $0) } }
    return sources.isEmpty ? nil : Photo(sources: sources)
  }

  static func article(_ node: JSONNode) -> AttachmentItem {
    make(
      .article, title: node.text("title"), caption: line([node.text("subtitle"), node.text("owner_name")]),
      url: node.address("view_url", "url"), preview: node.object("photo").map(VKPhoto.read))
  }

  static func app(_ node: JSONNode) -> AttachmentItem {
    let app = node.object("app") ?? node
    let url = app.address("webview_url", "url") ?? app.int("id", "app_id").flatMap { VKAddress.page("app\($0)") }
    let name = app.text("name", "app_name", "title")
    let title = node.text("title") ?? name
    let description = node.text("description") ?? app.text("description")
    return make(
      .link(url: url), title: title, caption: line([name, description, node.text("button_text")], below: title),
      url: url,
      preview: VKPhoto.images(app.list("images")) ?? VKPhoto.read(app))
  }

  static func event(_ node: JSONNode, _ directory: VKDirectory) -> AttachmentItem {
    let id = node.int("id").flatMap { $0 == .min ? nil : abs($0) }
    let group = id.flatMap { directory[-$0] }
    let url = id.flatMap { VKAddress.page("event\($0)") }
    let title = group?.name ?? node.text("text")
    return make(
      .link(url: url), title: title, caption: line([node.text("address"), node.text("text")], below: title), url: url,
      preview: group?.avatar)
  }

  /// A product of a carousel, with its price and the label of its button.
  static func prettyCard(_ card: JSONNode) -> AttachmentItem {
    let url = card.address("link_url", "link_url_target")
    return make(
      .link(url: url), title: card.text("title"),
      caption: line([
        card.text("price"), card.text("price_old"), card.text("text", "description"),
        card.object("button")?.text("title"),
      ]),
      url: url, preview: VKPhoto.images(card.list("images")) ?? VKPhoto.read(card))
  }

  static func playlist(_ node: JSONNode) -> AttachmentItem {
    let artists = node.list("main_artists").compactMap { $0.text("name") }
    let names = artists.isEmpty ? node.text("artist", "subtitle") : artists.joined(separator: ", ")
    return make(
      .plain(.playlist), title: node.text("title"), caption: line([names, node.text("description")]),
      url: address("audio_playlist", node),
      preview: node.object("photo", "cover", "thumb").map(VKPhoto.read) ?? node.list("thumbs").first.map(VKPhoto.read))
  }

  /// A musician, or an account that recommends music.
  static func artist(_ node: JSONNode) -> AttachmentItem {
    let url = node.address("url") ?? node.text("domain").flatMap { VKAddress.page("artist/\($0)") }
    return make(
      .plain(.artist), title: node.text("name", "title"), caption: node.text("description"), url: url,
      preview: VKPhoto.images(node.list("photo").isEmpty ? node.list("photos") : node.list("photo")))
  }

  static func story(_ node: JSONNode) -> AttachmentItem {
    let link = node.object("link")
    return make(
      .plain(.story), title: node.text("title", "text"), caption: link?.text("text"), url: address("story", node),
      preview: (node.object("photo", "cover") ?? node.object("video")?.object("photo")).map(VKPhoto.read))
  }

  /// A button under a post that asks for donations.
  static func donut(_ node: JSONNode) -> AttachmentItem {
    let button = node.object("button", "action")
    let url = button?.object("action")?.address("url") ?? button?.address("url") ?? node.address("url")
    let title = node.text("title") ?? node.text("text")
    return make(
      .link(url: url), title: title, caption: line([node.text("text"), button?.text("title")], below: title), url: url)
  }

  static func wall(_ node: JSONNode, _ directory: VKDirectory) -> AttachmentItem {
    let author = node.int("from_id", "owner_id", "to_id")
    let url = node.int("owner_id", "to_id", "from_id").flatMap { owner in
      node.int("id", "post_id").flatMap { VKAddress.page("wall\(owner)_\($0)") }
    }
    return make(
      .link(url: url), title: author.flatMap { (directory[$0] ?? VKDirectory.unknown($0)).shownName },
      caption: node.text("text"), url: url)
  }

  static func market(_ node: JSONNode) -> AttachmentItem {
    let price = node.object("price")?.text("text").map(DecodedText.line)
    let pictures = [node.text("thumb_photo", "thumb")].compactMap { $0.map { Photo.Source(url: $0) } }
    let photo = node.list("photos").first.map(VKPhoto.read) ?? VKPhoto.images(node.list("thumb"))
    return make(
      .market(price: price), title: node.text("title"), caption: line([price, node.text("description")]),
      url: address("product", node), preview: photo ?? (pictures.isEmpty ? nil : Photo(sources: pictures)))
  }

  static func marketAlbum(_ node: JSONNode) -> AttachmentItem {
    make(
      .market(price: nil), title: node.text("title"), caption: node.text("description"),
      preview: node.object("photo").map(VKPhoto.read))
  }

  static func poll(_ node: JSONNode) -> AttachmentItem {
    // Several since 5.82, a single one before; 0 means none.
    let chosen = Set(
      (node.child("answer_ids")?.listed() ?? []).compactMap { $0.value.int } + [node.int("answer_id") ?? 0])
    let answers = node.list("answers").filter { $0.value.object != nil }.map { answer in
      AttachmentItem.Poll.Answer(
        text: DecodedText.line(answer.text("text") ?? ""), votes: answer.int("votes").map { max(0, $0) },
        rate: answer.double("rate").flatMap { 0...100 ~= $0 ? $0 : nil },
        isChosen: answer.int("id").map { $0 != 0 && chosen.contains($0) } ?? false)
    }
    let poll = AttachmentItem.Poll(
      answers: answers, votes: node.int("votes").map { max(0, $0) }, isAnonymous: node.isTrue("anonymous"),
      isClosed: node.isTrue("closed"))
    return make(.poll(poll), title: node.text("question"), url: address("poll", node))
  }

  static func note(_ node: JSONNode) -> AttachmentItem {
    make(
      .note, title: node.text("title"), caption: node.text("text"),
      url: node.address("view_url") ?? address("note", node))
  }

  static func page(_ node: JSONNode) -> AttachmentItem {
    make(.page, title: node.text("title"), url: node.address("view_url"))
  }

  /// An unknown type: its title, its words, its address and its image, wherever they are in it.
  static func other(_ node: JSONNode) -> AttachmentItem {
    let nodes = [node] + node.members.filter { $0.value.object != nil }
    func first(_ keys: String...) -> String? {
      nodes.lazy.compactMap { node in keys.lazy.compactMap { node.text($0) }.first }.first
    }
    let title = first("title", "name", "question", "header", "text")
    let lists = node.members.compactMap { member -> String? in
      let words = member.listed(atMost: EntryLimits.rows).compactMap { element -> String? in
        if case .string(let word) = element.value.content { word } else { nil }
      }
      return words.isEmpty ? nil : words.joined(separator: ", ")
    }
    let texts = ["subtitle", "description", "artist", "caption", "text"].map { first($0) } + lists
    let picture = node.object("photo", "cover", "thumb", "preview", "image").map(VKPhoto.read)
    return make(
      .unknown, title: title, caption: line(texts, below: title),
      url: nodes.lazy.compactMap { $0.address("url", "view_url", "link_url", "webview_url") }.first,
      preview: picture ?? VKPhoto.images(node.list("images")) ?? VKPhoto.read(node))
  }

  /// The path of a VK page, after the host.
  private static func path(_ url: WebAddress?) -> Substring {
    guard let url, ["vk.com", "m.vk.com"].contains(url.host), let scheme = url.text.firstRange(of: "://") else {
      return ""
    }
    return url.text[scheme.upperBound...].drop { $0 != "/" }.dropFirst()
  }
}
