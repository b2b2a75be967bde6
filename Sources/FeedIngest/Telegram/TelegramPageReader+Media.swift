import JSONTree

/// What a message carries beside its text. Files are named by their path in the export.
extension TelegramPageReader {
  mutating func readMedia(_ node: JSONNode, into post: inout Post) {
    if node.child("photo") != nil { post.attachments.append(.photo(photo(node))) }
    if node.child("file") != nil || node.text("media_type") != nil { post.attachments.append(file(node)) }
    if let poll = node.object("poll") { post.attachments.append(.item(Self.poll(poll))) }
    if let contact = node.object("contact_information") { post.attachments.append(.item(Self.contact(contact))) }
    if let location = node.object("location_information") {
      let title = node.text("place_name", "address").map { CleanText.line($0) }
      post.place = XPageReader.place(
        title, latitude: location.double("latitude"), longitude: location.double("longitude"))
    }
    if let game = node.text("game_title") {
      let url = node.text("game_link").flatMap(LinkTarget.url)
      post.attachments.append(
        .item(
          AttachmentItem(
            type: "game", content: url.map { .link(url: $0) } ?? .page, title: CleanText.line(game),
            caption: node.text("game_description").map { CleanText.line($0) }, url: url)))
    }
    if let invoice = node.object("invoice_information") { post.attachments.append(.item(Self.invoice(invoice))) }
  }

  /// The path of an exported file; nil where a sentence stands instead, which is reported.
  private mutating func path(_ node: JSONNode, _ key: String, of kind: String) -> String? {
    guard let value = node.child(key) else { return nil }
    guard let path = value.value.text?.trimmed, !path.isEmpty, !Self.isExcuse(path) else {
      reading.report(.fileNotIncluded(kind), at: value)
      return nil
    }
    return path
  }

  /// `(File not included. Change data exporting settings to download.)` and others like it, in any version's words.
  private static func isExcuse(_ path: String) -> Bool { path.hasPrefix("(") && path.hasSuffix(")") }

  private mutating func photo(_ node: JSONNode) -> Photo {
    let (width, height) = (XPageReader.pixels(node, "width"), XPageReader.pixels(node, "height"))
    let path = path(node, "photo", of: "photo")
    return Photo(
      sources: path.map { [.init(url: $0, width: width, height: height)] } ?? [], width: width, height: height)
  }

  private mutating func file(_ node: JSONNode) -> Attachment {
    let type = node.text("media_type") ?? "file"
    let kind = type.replacing("_", with: " ")
    let path = path(node, "file", of: kind)
    let name = node.text("file_name") ?? path?.split(separator: "/").last.map(String.init)
    let duration = node.int("duration_seconds").flatMap { 1...10_000_000 ~= $0 ? $0 : nil }
    let (width, height) = (XPageReader.pixels(node, "width"), XPageReader.pixels(node, "height"))
    let thumbnail = node.text("thumbnail").flatMap { Self.isExcuse($0) ? nil : $0 }
    var item = AttachmentItem(type: kind, content: .unknown, url: path)
    item.preview = thumbnail.map { Photo(sources: [.init(url: $0)], width: width, height: height) }
    item.file = path.map { .init(url: $0, width: width, height: height) }
    switch type {
    case "video_file", "video_message": item.content = .video(duration: duration, isLive: false)
    case "animation": item.content = .animation(duration: duration)
    case "voice_message": item.content = .audio(artist: nil, duration: duration)
    case "audio_file":
      item.content = .audio(artist: node.text("performer").map { CleanText.line($0) }, duration: duration)
      item.title = CleanText.line(node.text("title") ?? name ?? "")
    case "sticker":
      item.content = .sticker
      item.title = CleanText.line(node.text("sticker_emoji") ?? "")
      if let path, FileAddress.fileExtension(path) == "webp" {
        item.preview = Photo(sources: [.init(url: path, width: width, height: height)])
      }
    default:
      // A picture that was sent as a file is looked at all the same.
      if let path, node.text("mime_type")?.hasPrefix("image/") == true, node.text("mime_type") != "image/svg+xml" {
        return .photo(Photo(sources: [.init(url: path, width: width, height: height)], width: width, height: height))
      }
      item.content = .document(
        size: node.int("file_size").flatMap { $0 < 0 ? nil : $0 },
        fileExtension: name.flatMap(FileAddress.fileExtension))
      item.title = CleanText.line(name ?? "")
    }
    return .item(item)
  }

  private static func poll(_ node: JSONNode) -> AttachmentItem {
    let total = node.int("total_voters").flatMap { $0 < 0 ? nil : $0 }
    let answers = (node.child("answers")?.listed() ?? []).map { answer in
      let votes = answer.int("voters").flatMap { $0 < 0 ? nil : $0 }
      let rate = votes.flatMap { votes in total.flatMap { $0 > 0 ? min(100, Double(votes) / Double($0) * 100) : nil } }
      return AttachmentItem.Poll.Answer(
        text: words(answer.child("text")), votes: votes, rate: rate, isChosen: answer.isTrue("chosen"))
    }
    return AttachmentItem(
      type: "poll", content: .poll(.init(answers: answers, votes: total, isClosed: node.isTrue("closed"))),
      title: words(node.child("question")))
  }

  private static func contact(_ node: JSONNode) -> AttachmentItem {
    let names = [node.text("first_name"), node.text("last_name")].compactMap { $0 }
    return AttachmentItem(
      type: "contact", content: .page, title: CleanText.line(names.joined(separator: " ")),
      caption: node.text("phone_number").map { CleanText.line($0) })
  }

  private static func invoice(_ node: JSONNode) -> AttachmentItem {
    // In the smallest unit of the currency, which for most is a hundredth: the bare number would say a wrong price.
    AttachmentItem(
      type: "invoice", content: .market(price: nil), title: CleanText.line(node.text("title") ?? ""),
      caption: node.text("description").map { CleanText.line($0) })
  }
}
