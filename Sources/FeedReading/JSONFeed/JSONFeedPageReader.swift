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
    let title = feed.text("title").map(DecodedText.line)
    var page = reading.page(startFrom: feed.text("feed_url"), nextFrom: feed.text("next_url"), title: title)
    // Ids are only unique within this feed: other blogs may use the same ones.
    let space = feed.text("home_page_url", "title", "feed_url") ?? ""
    (page.idSpace, page.parts) = (space, [.init(id: space, title: title)])
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
    post.permalink = item.text("url").flatMap { MarkupAddress.url($0, base: base) }
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
    let icon = photo(feed.text("icon") ?? feed.text("favicon"))
    let host = [feed.text("home_page_url"), feed.text("feed_url"), item.text("url"), ownID]
      .lazy.compactMap { $0.flatMap(WebAddress.init(written:))?.host }.first
    guard let first = named.first else {
      let title = DecodedText.line(feed.text("title") ?? "")
      return Author(
        id: feed.text("home_page_url", "feed_url") ?? title, name: title, avatar: icon,
        page: feed.address("home_page_url"), fallbackName: host)
    }
    let names = named.compactMap { ($0.value.text ?? $0.text("name")).map(DecodedText.line) }.filter { !$0.isEmpty }
    let page = first.address("url")
    return Author(
      id: page?.text ?? names.first ?? host ?? "0", name: names.joined(separator: ", "),
      avatar: named.lazy.compactMap { photo($0.text("avatar")) }.first ?? icon, page: page,
      fallbackName: page?.host ?? host)
  }

  /// Publishers also write one author instead of a list, and a name instead of an object.
  private func people(of node: JSONNode) -> [JSONNode] {
    func listed(_ key: String) -> [JSONNode] {
      guard let child = node.child(key) else { return [] }
      return (child.value.array == nil ? [child] : child.listed()).filter { author in
        author.value.text.map { !$0.trimmed.isEmpty }
          ?? ["name", "url", "avatar"].contains { author.text($0) != nil }
      }
    }
    let authors = listed("authors")
    return authors.isEmpty ? listed("author") : authors
  }

  /// The base of relative addresses outside of texts.
  private var base: WebAddress? { feed.address("home_page_url") ?? feed.address("feed_url") }

  private func photo(_ address: String?) -> Photo? {
    address.flatMap { MarkupAddress.source($0, base: base) }.map { Photo(sources: [.init(url: $0)]) }
  }

  // MARK: Text

  /// - Returns: The images in the text.
  private mutating func readText(_ item: JSONNode, into post: inout Post) -> [Attachment] {
    var text = FacetedText("")
    var photos: [Attachment] = []
    if let content = item.child("content_html"), let html = content.value.text, !html.trimmed.isEmpty {
      let read = reading.markup(html, at: content, base: post.permalink ?? base)
      (text, photos) = (read.text, read.attachments)
    }
    if text.string.isEmpty, photos.isEmpty, let plain = item.text("content_text") ?? item.text("summary") {
      text = FacetedText(scanning: plain.trimmed)
    }
    post.title = item.text("title").map(DecodedText.line)
    text = text.titled(post.title)
      .tagged(
        Self.tags(of: item).compactMap { tag in
          let name = DecodedText.line(tag)
          return name.isEmpty ? nil : (name, nil)
        })
    (post.text, post.facets) = (text.string, text.facets)
    return photos
  }

  /// Publishers also write the tags as one text: `a, b`.
  private static func tags(of item: JSONNode) -> [String] {
    guard let tags = item.child("tags") else { return [] }
    guard let text = tags.value.text else { return tags.listed().compactMap(\.value.text) }
    return text.split(separator: ",").map(\.trimmed)
  }

  // MARK: Media

  private mutating func readMedia(_ item: JSONNode, into post: inout Post, after photos: [Attachment]) {
    var seen: Set<String> = []
    let own = [item.text("image"), item.text("banner_image")].compactMap { address in
      photo(address).map(Attachment.photo)
    }
    for medium in own + photos {
      // The item's image is often also the first one in its text.
      let url = medium.photo?.sources.first?.url ?? medium.address
      guard let url, seen.insert(url).inserted else { continue }
      post.attachments.append(medium)
    }
    for attachment in item.child("attachments")?.listed() ?? [] {
      guard reading.isObject(attachment, FeedIssue.attachment) else { continue }
      guard let file = file(attachment) else {
        reading.report(.attachment(.withoutContent("url")), at: attachment)
        continue
      }
      if let url = file.photo?.sources.first?.url ?? file.address, !seen.insert(url).inserted { continue }
      post.attachments.append(file)
    }
    if let url = item.address("external_url"), url != post.permalink {
      post.attachments.append(.item(AttachmentItem(type: "link", content: .link(url: url), url: url)))
    }
  }

  private func file(_ node: JSONNode) -> Attachment? {
    guard let written = node.text("url"), let url = MarkupAddress.source(written, base: base) else { return nil }
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

extension Attachment {
  /// The address of an attachment that is not a photo.
  fileprivate var address: String? {
    if case .item(let item) = self { item.file?.url ?? item.url?.text } else { nil }
  }
}

extension FeedFormat {
  static let jsonFeed = FeedFormat(
    service: .jsonFeed, idPrefix: "item", face: "blog", recognises: { root, _ in JSONFeedPageReader.recognises(root) },
    // A summary stands for the content, and is read if there is none.
    asides: ["summary"], read: { JSONFeedPageReader.page(from: $0.root, file: $0.file) })
}

extension Service {
  package static let jsonFeed = Service("json-feed", name: "JSON Feed")
}
