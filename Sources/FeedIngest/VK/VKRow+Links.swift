import JSONTree

/// Rows for what leads elsewhere.
extension VKRow {
  static func link(_ node: JSONNode) -> AttachmentItem {
    let url = node.text("url") ?? ""
    let caption = node.text("caption") ?? host(url)
    let isArticle = node.text("target") == "article" || path(url).hasPrefix("@")
    return make(
      isArticle ? .article : .link(url: url), title: node.text("title", "name") ?? caption ?? url, caption: caption,
      url: url, preview: linkPreview(node))
  }

  private static func linkPreview(_ node: JSONNode) -> Photo? {
    if let photo = node.object("photo", "preview_photo") {
      var preview = VKPhoto.read(photo)
      preview.description = nil
      return preview
    }
    // Before 5.25: two addresses of unknown size, the second the larger.
    let sources = [node.text("image_src"), node.text("image_big")].compactMap { $0.map { Photo.Source(url: $0) } }
    return sources.isEmpty ? nil : Photo(sources: sources)
  }

  static func article(_ node: JSONNode) -> AttachmentItem {
    make(
      .article, title: node.text("title"), caption: node.text("subtitle", "owner_name"),
      url: node.text("view_url", "url"), preview: node.object("photo").map(VKPhoto.read))
  }

  static func app(_ node: JSONNode) -> AttachmentItem {
    let app = node.object("app") ?? node
    let url = app.text("webview_url", "url") ?? app.int("id", "app_id").map { "https://vk.com/app\($0)" } ?? ""
    return make(
      .link(url: url), title: node.text("title") ?? app.text("name", "app_name", "title"),
      caption: node.text("description") ?? app.text("description"), url: url,
      preview: VKPhoto.images(app.list("images")) ?? VKPhoto.read(app))
  }

  static func event(_ node: JSONNode, _ directory: VKDirectory) -> AttachmentItem {
    let id = node.int("id").flatMap { $0 == .min ? nil : abs($0) }
    let group = id.flatMap { directory[-$0] }
    let url = id.map { "https://vk.com/event\($0)" } ?? ""
    return make(
      .link(url: url), title: group?.name ?? node.text("text"), caption: node.text("address", "text"), url: url,
      preview: group?.avatar)
  }

  /// A carousel of goods in an ad: the row shows its first card.
  static func prettyCards(_ node: JSONNode) -> AttachmentItem {
    let cards = node.list("cards")
    let first = cards.first
    let url = first?.text("link_url", "link_url_target") ?? ""
    return make(
      .link(url: url), title: first?.text("title"), caption: first?.text("price"), url: url,
      preview: first.flatMap { VKPhoto.images($0.list("images")) ?? VKPhoto.read($0) })
  }

  static func wall(_ node: JSONNode, _ directory: VKDirectory) -> AttachmentItem {
    let author = node.int("from_id", "owner_id", "to_id")
    let url = node.int("owner_id", "to_id", "from_id").flatMap { owner in
      node.int("id", "post_id").map { "https://vk.com/wall\(owner)_\($0)" }
    }
    return make(
      .link(url: url ?? ""), title: author.flatMap { (directory[$0] ?? VKDirectory.unknown($0)).shownName },
      caption: node.text("text").map { firstLine($0) }, url: url)
  }

  static func market(_ node: JSONNode) -> AttachmentItem {
    let price = node.object("price")?.text("text").map(DecodedText.line)
    let pictures = [node.text("thumb_photo", "thumb")].compactMap { $0.map { Photo.Source(url: $0) } }
    let photo = node.list("photos").first.map(VKPhoto.read) ?? VKPhoto.images(node.list("thumb"))
    return make(
      .market(price: price), title: node.text("title"), caption: price,
      url: address("product", node), preview: photo ?? (pictures.isEmpty ? nil : Photo(sources: pictures)))
  }

  static func marketAlbum(_ node: JSONNode) -> AttachmentItem {
    make(.market(price: nil), title: node.text("title"), preview: node.object("photo").map(VKPhoto.read))
  }

  static func poll(_ node: JSONNode) -> AttachmentItem {
    // Several from 5.82 on, one before; 0 stands for none.
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
      .note, title: node.text("title"), caption: node.text("text").map { firstLine($0) },
      url: node.text("view_url") ?? address("note", node))
  }

  static func page(_ node: JSONNode) -> AttachmentItem {
    make(.page, title: node.text("title"), url: node.text("view_url"))
  }

  /// A type that is not known: whatever it has for a title and a picture.
  static func other(_ node: JSONNode) -> AttachmentItem {
    let picture = node.object("photo", "cover", "thumb", "preview").map(VKPhoto.read)
    return make(
      .unknown, title: node.text("title", "name", "text").map { firstLine($0) },
      caption: node.text("subtitle", "description", "artist").map { firstLine($0) }, url: node.text("url", "view_url"),
      preview: picture ?? VKPhoto.read(node))
  }

  // MARK: Parts of an address

  /// The host of a URL, without `www.`; nil where there is none.
  static func host(_ url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@").last.map { $0.split(separator: ":").first ?? $0 } ?? ""
    return host.isEmpty ? nil : String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
  }

  private static func path(_ url: String) -> Substring {
    guard let scheme = url.firstRange(of: "://"), let host = host(url), host == "vk.com" || host == "m.vk.com" else {
      return ""
    }
    return url[scheme.upperBound...].drop { $0 != "/" }.dropFirst()
  }
}
