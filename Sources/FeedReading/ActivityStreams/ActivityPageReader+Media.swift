import Basics
import DataFormats

/// Files, links and polls of an object.
extension ActivityPageReader {
  mutating func readMedia(_ node: JSONNode, into post: inout Post) {
    let cover = Self.photo(node.several("image"))
    if node.isOf(["Video", "Audio", "Image", "Document"]), node.child("url") != nil,
      let file = media(node, isPost: true)
    {
      post.attachments.append(file)
    }
    var links = 0
    for attachment in node.several("attachment") {
      // Fields of a profile.
      if attachment.isOf(["PropertyValue"]) { continue }
      guard attachment.value.object != nil || attachment.activityAddress != nil else {
        reading.report(.attachment(.notAnObject(attachment.value.kindInWords)), at: attachment)
        continue
      }
      if var read = media(attachment, isPost: false) {
        if case .item(var item) = read, case .link = item.content {
          links += 1
          // If a page is a link, its image is given separately.
          if links == 1, item.preview == nil, let cover, node.isOf(["Page"]) {
            item.preview = cover
            read = .item(item)
          }
        }
        post.attachments.append(read)
      } else {
        reading.report(.attachment(.withoutContent("url")), at: attachment)
      }
    }
    let isShown = post.attachments.contains { $0.photo != nil || ($0.item?.preview) != nil }
    if let cover, !isShown { post.attachments.insert(.photo(cover), at: 0) }
  }

  /// - Parameter isPost: Whether the file is the post itself, and has its own poster and title.
  private func media(_ node: JSONNode, isPost: Bool) -> Attachment? {
    let links = ActivityLink.all(of: node)
    let name = node.title("name")
    let description = node.naturalText("name").map { DecodedText.decode($0.text) } ?? (isPost ? nil : warning(node))
    let family = Self.family(node, links)
    let files = links.filter { $0.family == family }
    guard let first = files.first ?? links.first else { return nil }
    let preview = Self.photo(
      node.several("icon") + node.several("preview") + (isPost ? node.several("image") : []))
    var item = AttachmentItem(
      type: family ?? node.activityTypes.first ?? "Document", content: .unknown, url: WebAddress(written: first.url),
      preview: preview)
    item.file = .init(
      url: first.url, width: first.width, height: first.height, description: isPost ? nil : description)
    let duration = node.child("duration").flatMap(ActivityDuration.seconds)
    switch family {
    case "image":
      let focus = node.several("focalPoint").compactMap(\.value.double)
      return .photo(
        Photo(
          sources: files.map(\.source), description: description,
          focus: focus.count == 2 ? Photo.Focus(x: focus[0], y: focus[1]) : nil))
    case "video":
      item.content = .video(duration: duration, isLive: node.isTrue("isLiveBroadcast"))
      if isPost { item.title = name ?? "" }
    case "audio":
      item.content = .audio(artist: nil, duration: duration)
      item.title = isPost ? "" : name ?? ""
    case "link":
      guard let url = item.url else { return nil }
      return Self.link(url, title: name, caption: warning(node), preview: preview)
    default:
      item.content = .document(size: node.int("size"), fileExtension: FileAddress.fileExtension(first.url))
      item.title = name ?? FileAddress.fileName(first.url) ?? ""
    }
    return .item(item)
  }

  private static func family(_ node: JSONNode, _ links: [ActivityLink]) -> String? {
    if node.isOf(["Image"]) { return "image" }
    if node.isOf(["Video"]) { return "video" }
    if node.isOf(["Audio"]) { return "audio" }
    let known = links.lazy.compactMap(\.family).first { ["image", "video", "audio"].contains($0) }
    if let known { return known }
    let isLink = node.value.object == nil || node.isOf(["Link", "Page", "Note", "Article"])
    return isLink || links.first?.mediaType == "text/html" ? "link" : nil
  }

  private static func photo(_ nodes: [JSONNode]) -> Photo? {
    let sources = nodes.flatMap { ActivityLink.all(of: $0) }.map(\.source)
    return sources.isEmpty ? nil : Photo(sources: sources)
  }

  // MARK: Polls

  /// `oneOf` or `anyOf`: notes, whose `replies` give the number of votes for each.
  func poll(_ node: JSONNode) -> AttachmentItem? {
    let (one, several) = (node.several("oneOf"), node.several("anyOf"))
    let options = one.isEmpty ? several : one
    guard !options.isEmpty else { return nil }
    let voters = one.isEmpty ? node.int("votersCount", "toot:votersCount") : nil
    let emoji = CustomEmoji(tags: node.several("tag"))
    let answers = options.map { option in
      let votes = option.object("replies")?.count("totalItems")
      let title = emoji.marked(FacetedText(option.title("name") ?? option.title("content") ?? ""))
      return AttachmentItem.Poll.Answer(
        text: title.string, votes: votes, rate: AttachmentItem.Poll.Answer.rate(votes, of: voters), emoji: title.facets)
    }
    let counted = answers.compactMap(\.votes)
    let sum = counted.reduce(into: Int?(0)) { sum, votes in
      guard let known = sum else { return }
      let (next, isTooMuch) = known.addingReportingOverflow(votes)
      sum = isTooMuch ? nil : next
    }
    let isClosed = node.child("closed").map { $0.value.content != .bool(false) } ?? false
    return AttachmentItem(
      type: "poll",
      content: .poll(.init(answers: answers, votes: counted.isEmpty ? nil : sum, isClosed: isClosed)))
  }
}

extension Attachment {
  fileprivate var item: AttachmentItem? { if case .item(let item) = self { item } else { nil } }
}

/// An address and what its document says about the file.
struct ActivityLink {
  var url: String
  /// Such as `image/jpeg`, in lowercase; nil if not given.
  var mediaType: String?
  /// Pixels; nil if not given.
  var width: Int?
  var height: Int?

  /// - Parameter address: The address as written; paths into an archive are resolved.
  init(_ address: String) { url = Self.pathInArchive(address) ?? address }

  var source: Photo.Source { Photo.Source(url: url, width: width, height: height) }

  /// `image`, `video` …; nil if unknown.
  var family: String? { FileAddress.family(mediaType: mediaType, address: url) }

  /// Returns all addresses of a file object (`url`: one or several, plain or `Link`s), or of a `Link` itself. The
  /// object's properties apply if the link has none.
  static func all(of node: JSONNode, depth: Int = 0) -> [ActivityLink] {
    guard node.value.object != nil else {
      return node.activityAddress.map { [ActivityLink($0)] } ?? []
    }
    let own = node.text("href").map(ActivityLink.init)
    // A playlist's link lists the links of its files as tags.
    let within = node.several("url") + (own == nil ? [] : node.several("tag"))
    let inner = depth < 3 ? within.flatMap { all(of: $0, depth: depth + 1) } : []
    let isFile = node.child("url") != nil || own != nil
    guard isFile else { return [] }
    let mediaType = node.text("mediaType").map { $0.trimmed.lowercased() }
    return ((own.map { [$0] } ?? []) + inner).map { link in
      var link = link
      link.mediaType = link.mediaType ?? mediaType
      link.width = link.width ?? node.pixels("width")
      link.height = link.height ?? node.pixels("height")
      return link
    }
  }

  /// Returns the path in an archive, or nil for anything else. Mastodon's archive keeps the path of an account's file
  /// without the server, so that a bucket may come first: `/bucket/media_attachments/files/1.png` is the archive's
  /// `media_attachments/files/1.png`.
  private static func pathInArchive(_ address: String) -> String? {
    guard address.hasPrefix("/"), !address.hasPrefix("//") else { return nil }
    let inside = address.split(separator: "/").drop { $0 != "media_attachments" }
    return inside.count > 1 ? inside.joined(separator: "/") : nil
  }
}
