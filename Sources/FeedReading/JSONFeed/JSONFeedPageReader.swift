import Basics
import DataFormats

/// Reads JSON Feed, versions 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/).
struct JSONFeedPageReader: SectionReader {
  var reading: PageReaderContext
  private let feed: JSONNode
  private var items: UnreadItems

  static func recognises(_ root: JSONNode) -> Bool {
    guard root.value["items"]?.array != nil, let version = root.text("version") else { return false }
    return version.contains("jsonfeed.org/version") || (version.hasPrefix("1") && root.child("title") != nil)
  }

  static func page(from root: JSONNode, file: String) -> FeedPage {
    JSONFeedPageReader(
      reading: PageReaderContext(.jsonFeed, file: file), feed: root, items: UnreadItems(of: root.child("items"))
    ).firstSection()
  }

  var hasItems: Bool { !items.isEmpty }

  mutating func readItems(_ count: Int) {
    for item in items.next(count) { addEntry(item) }
  }

  func sectionPage() -> FeedPage {
    var page = reading.page(
      startFrom: feed.text("feed_url"), nextFrom: feed.text("next_url"), title: feed.text("title"))
    // Ids are only unique within this feed: other blogs may use the same ones.
    let space = feed.text("home_page_url", "title", "feed_url") ?? ""
    (page.idSpace, page.parts) = (space, [.init(id: space, title: feed.text("title"))])
    return page
  }

  private static let known = [
    "id", "url", "external_url", "title", "content_html", "content_text", "summary", "image", "banner_image",
    "attachments",
  ]

  private mutating func addEntry(_ item: JSONNode) {
    guard reading.isObject(item) else { return }
    guard Self.known.contains(where: { item.child($0) != nil }) else {
      return reading.report(.item(.nothingKnown), at: item)
    }
    // Without an id, the item is identified by its address.
    let ownID = item.text("id", "url")
    var post = Post(id: reading.innerID(ownID, at: item), author: author(of: item, ownID: ownID))
    post.permalink = item.address("url")
    readDates(item, into: &post)
    let inText = readText(item, into: &post)
    readMedia(item, into: &post, after: inText)
    reading.add(post, ownID: ownID, at: item, ignoring: ["date_modified"])
  }

  private mutating func readDates(_ item: JSONNode, into post: inout Post) {
    post.date = reading.date(item, "date_published")
    guard let modified = reading.date(item, "date_modified") else { return }
    if let published = post.date {
      if modified > published { post.flags.insert(.edited) }
    } else {
      post.date = modified
    }
  }

  // MARK: People

  /// `authors` in version 1.1, `author` in version 1.0; the item's take precedence over the feed's. If there are none,
  /// the feed's title is used as the author's name.
  private func author(of item: JSONNode, ownID: String?) -> Author {
    let named = [people(of: item), people(of: feed)].first { !$0.isEmpty } ?? []
    let icon = Self.photo(feed.text("icon") ?? feed.text("favicon"))
    let host = [feed.text("home_page_url"), feed.text("feed_url"), item.text("url"), ownID]
      .lazy.compactMap { $0.flatMap(WebAddress.init(written:))?.host }.first
    guard let first = named.first else {
      let title = DecodedText.line(feed.text("title") ?? "")
      return Author(
        id: feed.text("home_page_url", "feed_url") ?? title, name: title, avatar: icon,
        page: feed.address("home_page_url"), fallbackName: host)
    }
    let names = named.compactMap { $0.text("name").map(DecodedText.line) }.filter { !$0.isEmpty }
    let page = first.address("url")
    return Author(
      id: page?.text ?? names.first ?? host ?? "0", name: names.joined(separator: ", "),
      avatar: named.lazy.compactMap { Self.photo($0.text("avatar")) }.first ?? icon, page: page,
      fallbackName: page?.host ?? host)
  }

  private func people(of node: JSONNode) -> [JSONNode] {
    let authors = node.child("authors")?.listed() ?? []
    return (authors.isEmpty ? [node.child("author")].compactMap { $0 } : authors).filter { author in
      ["name", "url", "avatar"].contains { author.text($0) != nil }
    }
  }

  private static func photo(_ address: String?) -> Photo? {
    address.flatMap { $0.trimmed.isEmpty ? nil : Photo(sources: [.init(url: $0.trimmed)]) }
  }

  // MARK: Text

  /// - Returns: The images in the text.
  private mutating func readText(_ item: JSONNode, into post: inout Post) -> [Attachment] {
    var text = FacetedText("")
    var photos: [Attachment] = []
    if let content = item.child("content_html"), let html = content.value.text, !html.trimmed.isEmpty {
      let base = post.permalink ?? feed.address("home_page_url", "feed_url")
      let read = reading.markup(html, at: content, base: base)
      (text, photos) = (read.text, read.photos)
    }
    if text.string.isEmpty, photos.isEmpty, let plain = item.text("content_text") ?? item.text("summary") {
      text = FacetedText(scanning: plain.trimmed)
    }
    post.title = item.text("title").map(DecodedText.line)
    text = text.titled(post.title)
      .tagged(
        (item.child("tags")?.listed() ?? []).compactMap { tag in
          let name = DecodedText.line(tag.value.text ?? "")
          return name.isEmpty ? nil : (name, nil)
        })
    (post.text, post.facets) = (text.string, text.facets)
    return photos
  }

  // MARK: Media

  private mutating func readMedia(_ item: JSONNode, into post: inout Post, after photos: [Attachment]) {
    var seen: Set<String> = []
    let own = [item.text("image"), item.text("banner_image")].compactMap { address in
      Self.photo(address).map(Attachment.photo)
    }
    for photo in own + photos {
      // The item's image is often also the first one in its text.
      guard let url = photo.photo?.sources.first?.url, seen.insert(url).inserted else { continue }
      post.attachments.append(photo)
    }
    for attachment in item.child("attachments")?.listed() ?? [] {
      guard reading.isObject(attachment, FeedIssue.attachment) else { continue }
      guard let file = Self.file(attachment) else {
        reading.report(.attachment(.withoutContent("url")), at: attachment)
        continue
      }
      if let url = file.photo?.sources.first?.url, !seen.insert(url).inserted { continue }
      post.attachments.append(file)
    }
    if let url = item.address("external_url"), url != post.permalink {
      post.attachments.append(.item(AttachmentItem(type: "link", content: .link(url: url), url: url)))
    }
  }

  private static func file(_ node: JSONNode) -> Attachment? {
    guard let url = node.text("url")?.trimmed else { return nil }
    let title = DecodedText.line(node.text("title") ?? "")
    let duration = node.double("duration_in_seconds").flatMap {
      0...1_000_000_000 ~= $0 ? Int($0.rounded()) : nil
    }
    let family = FileAddress.family(mediaType: node.text("mime_type")?.trimmed, address: url)
    var item = AttachmentItem(type: family ?? "file", content: .unknown, title: title, url: WebAddress(written: url))
    item.file = .init(url: url)
    switch family {
    case "image": return .photo(Photo(sources: [.init(url: url)], description: title.isEmpty ? nil : title))
    case "audio": item.content = .audio(artist: nil, duration: duration)
    case "video": item.content = .video(duration: duration, isLive: false)
    default:
      item.type = "file"
      item.content = .document(
        size: node.count("size_in_bytes"), fileExtension: FileAddress.fileExtension(url))
      if item.title.isEmpty { item.title = FileAddress.fileName(url) ?? "" }
    }
    return .item(item)
  }
}

extension FeedFormat {
  static let jsonFeed = FeedFormat(
    service: .jsonFeed, idPrefix: "item", face: "blog", recognises: { root, _ in JSONFeedPageReader.recognises(root) },
    read: { JSONFeedPageReader.page(from: $0.root, file: $0.file) })
}

extension Service {
  package static let jsonFeed = Service("json-feed", name: "JSON Feed")
}
