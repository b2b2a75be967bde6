import Basics
import DataFormats
import Diagnostics

/// Reads the posts in the exports of Facebook, Instagram and Threads ("Download your information", as JSON).
///
/// Nothing in these documents names the account. Texts are encoded twice (`DoubleEncodedText`).
struct MetaPostsReader {
  private var reading: PageReaderContext
  private let service: Service
  private let owner: Author

  private init(_ service: Service, file: String, owner: Author?) {
    reading =
      service.format.map { PageReaderContext($0, file: file) }
      ?? PageReaderContext(service, idPrefix: service.rawValue, file: file)
    self.service = service
    self.owner = owner ?? Author(id: "0", name: "", state: .unknown, fallbackName: service.name)
  }

  // MARK: Instagram and Threads

  /// The lists of an Instagram export by their keys, and whether others see them.
  private static let instagramLists: [(key: String, isPublished: Bool)] = [
    ("ig_reels_media", true), ("ig_igtv_media", true), ("ig_stories", true), ("ig_other_media", true),
    ("ig_archived_post_media", false), ("ig_profile_picture", true),
  ]
  /// Lists that are counted only.
  private static let deleted = "ig_recently_deleted_media"
  /// The lists of 2018 to 2020: `media.json`.
  private static let oldLists = ["photos", "videos", "stories", "profile"]
  private static let threads = "text_post_app_text_posts"

  static func isInstagram(_ root: JSONNode, _ samples: [JSONNode]) -> Bool {
    if (instagramLists.map(\.key) + [deleted]).contains(where: { root.child($0)?.value.array != nil }) { return true }
    if oldLists.contains(where: { root.child($0)?.listed(atMost: 2).contains(where: isOldMedium) ?? false }) {
      return true
    }
    return root.value.array != nil
      && samples.contains { item in
        let media = item.child("media")?.listed(atMost: 1) ?? []
        return media.contains { $0.member("uri") != nil && $0.child("creation_timestamp") != nil }
      }
  }

  private static func isOldMedium(_ item: JSONNode) -> Bool {
    item.child("taken_at") != nil && item.child("path") != nil
  }

  static func isThreads(_ root: JSONNode, _ samples: [JSONNode]) -> Bool { root.child(threads)?.value.array != nil }

  static func instagram(_ source: FeedFormat.Source) -> FeedPage {
    var reader = MetaPostsReader(.instagram, file: source.file, owner: source.context.owner)
    let root = source.root
    if root.value.array != nil {
      for item in root.listed() { reader.addMediaPost(item) }
    } else {
      for list in instagramLists {
        for item in root.child(list.key)?.listed() ?? [] { reader.addMediaPost(item, isPublished: list.isPublished) }
      }
      if let list = root.child(deleted) {
        reader.reading.leaveOut(
          ContentName("deleted post", "deleted posts", of: Service.instagram.name), list.listed().count, at: list)
      }
      for key in oldLists {
        for item in root.child(key)?.listed() ?? [] where isOldMedium(item) { reader.addOldMedium(item) }
      }
    }
    return reader.reading.page()
  }

  static func threads(_ source: FeedFormat.Source) -> FeedPage {
    var reader = MetaPostsReader(.metaThreads, file: source.file, owner: source.context.owner)
    for item in source.root.child(threads)?.listed() ?? [] { reader.addMediaPost(item) }
    return reader.reading.page()
  }

  /// `{"media": [{"uri", "title", "creation_timestamp"}], "title", "creation_timestamp"}`: a post with a single file has
  /// the text and the date in it. Stories and profile pictures are the file itself.
  private mutating func addMediaPost(_ item: JSONNode, isPublished: Bool = true) {
    guard reading.isObject(item) else { return }
    let own = item.child("media")?.listed() ?? []
    let media = own.isEmpty && item.member("uri") != nil ? [item] : own
    guard !media.isEmpty || item.text("title") != nil else { return reading.report(.item(.nothingKnown), at: item) }
    var post = Post(id: "", author: owner)
    post.date =
      reading.date(item, "creation_timestamp")
      ?? media.lazy.compactMap { $0.int("creation_timestamp") }.first.flatMap { DateParser.seconds(String($0)) }
    if !isPublished { post.flags.insert(.unpublished) }
    var texts = [words(item, "title")]
    for file in media {
      guard reading.isObject(file, FeedIssue.attachment) else { continue }
      let caption = words(file, "title")
      // The caption of the only file is the post's text.
      if media.count == 1 || words(item, "title") == nil { texts.append(caption) }
      if let attachment = attachment(file, caption: media.count == 1 ? nil : caption) {
        post.attachments.append(attachment)
      }
    }
    texts.append(words(item, "text"))
    read(texts, into: &post)
    reading.add(post, ownID: nil, at: item)
  }

  /// `{"caption", "taken_at", "path", "location"}`
  private mutating func addOldMedium(_ item: JSONNode) {
    var post = Post(id: "", author: owner)
    post.date = reading.date(item, "taken_at")
    read([words(item, "caption")], into: &post)
    if let path = words(item, "path") { post.attachments = [Self.file(at: path, description: nil)] }
    post.place = words(item, "location").map { GeoPlace(title: CleanText.line($0)) }
    reading.add(post, ownID: nil, at: item)
  }

  // MARK: Facebook

  /// Documents whose list of posts is under a key.
  private static let facebookLists = ["group_posts_v2", "status_updates", "posts_v2", "event_posts_v2"]
  private static let facebookMedia = ["videos_v2", "other_photos_v2", "photos_v2"]
  private static let comments = ["comments_v2"]

  static func isFacebook(_ root: JSONNode, _ samples: [JSONNode]) -> Bool {
    if isAlbum(root) { return true }
    let lists = facebookLists + facebookMedia + comments
    if lists.contains(where: { root.child($0)?.value.array != nil && root.members.count < 4 }) { return true }
    return root.value.array != nil && samples.contains(where: isFacebookPost)
  }

  private static func isFacebookPost(_ item: JSONNode) -> Bool {
    guard item.int("timestamp") != nil else { return false }
    let data = item.child("data")?.listed(atMost: 4) ?? []
    return data.contains { $0.member("post") != nil || $0.child("update_timestamp") != nil }
      || item.child("attachments")?.listed(atMost: 2).contains { $0.child("data")?.value.array != nil } ?? false
  }

  private static func isAlbum(_ root: JSONNode) -> Bool {
    root.child("photos")?.listed(atMost: 1).contains { $0.child("uri") != nil && $0.child("creation_timestamp") != nil }
      ?? false
  }

  static func facebook(_ source: FeedFormat.Source) -> FeedPage {
    var reader = MetaPostsReader(.facebook, file: source.file, owner: source.context.owner)
    let root = source.root
    if root.value.array != nil {
      for item in root.listed() { reader.addFacebookPost(item) }
    } else if isAlbum(root) {
      reader.addAlbum(root)
    } else {
      for key in facebookLists { for item in root.child(key)?.listed() ?? [] { reader.addFacebookPost(item) } }
      for key in facebookMedia { for item in root.child(key)?.listed() ?? [] { reader.addMediaPost(item) } }
      for key in comments {
        guard let list = root.child(key) else { continue }
        reader.reading.leaveOut(
          ContentName("comment", "comments", of: Service.facebook.name), list.listed().count, at: list)
      }
    }
    if !reader.reading.entries.isEmpty { reader.reading.report(.audienceUnknown(.facebook), at: root) }
    return reader.reading.page()
  }

  /// `{"timestamp", "title", "data": [{"post"}], "attachments": [{"data": [{"media"}, {"external_context"}, …]}], "tags"}`
  private mutating func addFacebookPost(_ item: JSONNode) {
    guard reading.isObject(item) else { return }
    guard item.child("timestamp") ?? item.child("data") ?? item.child("attachments") != nil else {
      return reading.report(.item(.nothingKnown), at: item)
    }
    let title = words(item, "title").map { CleanText.line($0) }
    var post = Post(id: "", author: Self.author(inTitle: title) ?? owner)
    post.date = reading.date(item, "timestamp")
    let data = item.child("data")?.listed() ?? []
    var texts = data.compactMap { words($0, "post") }
    if data.contains(where: { $0.child("update_timestamp") != nil }) { post.flags.insert(.edited) }
    for part in (item.child("attachments")?.listed() ?? []).flatMap({ $0.child("data")?.listed() ?? [] }) {
      readPart(part, into: &post, texts: &texts)
    }
    let people = (item.child("tags")?.listed() ?? []).compactMap {
      words($0, "name") ?? $0.value.text.map(DoubleEncodedText.repaired)
    }
    if !people.isEmpty { texts.append(people.map { CleanText.line($0) }.joined(separator: ", ")) }
    if let title, !Self.saysOnlyPosted(title) { post.title = title }
    read(texts, into: &post)
    reading.add(post, ownID: nil, at: item)
  }

  private mutating func readPart(_ part: JSONNode, into post: inout Post, texts: inout [String]) {
    if let media = part.object("media") {
      let description = words(media, "description")
      // A post's text is repeated at its only picture.
      let isText = description.map { texts.contains($0) } ?? true
      if let attachment = attachment(media, caption: isText ? words(media, "title") : description) {
        post.attachments.append(attachment)
      }
      if let description, !isText { texts.append(description) }
    } else if let link = part.object("external_context") {
      let url = link.text("url").flatMap { WebAddress(written: $0) }
      let source = words(link, "source")
      guard url != nil || source != nil else { return }
      post.attachments.append(
        .item(
          AttachmentItem(
            type: "link", content: .link(url: url), title: CleanText.line(words(link, "name") ?? ""),
            caption: source.map { CleanText.line($0) }, url: url)))
    } else if let place = part.object("place") {
      let coordinate = place.object("coordinate")
      post.place = GeoPlace(
        named: words(place, "name").map { CleanText.line($0) }, latitude: coordinate?.double("latitude"),
        longitude: coordinate?.double("longitude"))
    } else if let poll = part.object("poll") {
      let answers = (poll.child("options")?.listed() ?? []).map { option in
        AttachmentItem.Poll.Answer(
          text: CleanText.line(words(option, "option") ?? ""), isChosen: option.isTrue("voted"))
      }
      post.attachments.append(
        .item(
          AttachmentItem(
            type: "poll", content: .poll(.init(answers: answers)), title: CleanText.line(words(poll, "question") ?? ""))
        ))
    } else if let event = part.object("event") {
      let start = event.int("start_timestamp").flatMap { DateParser.seconds(String($0)) }
      post.attachments.append(
        .item(
          AttachmentItem(
            type: "event", content: .page, title: CleanText.line(words(event, "name") ?? ""),
            caption: start.map { _ in words(event.object("place") ?? event, "address") ?? "" })))
    } else if let text = words(part, "text") ?? words(part, "name") {
      texts.append(text)
    } else if let item = part.object("for_sale_item", "life_event", "fundraiser") {
      if let title = words(item, "title") ?? words(item, "name") { texts.append(title) }
      if let text = words(item, "description") { texts.append(text) }
    } else if let type = part.members.first?.key {
      reading.leaveOut(
        ContentName("attachment of type \(type)", "attachments of type \(type)", of: service.name), at: part)
    }
  }

  /// An album: its photos are one post.
  private mutating func addAlbum(_ root: JSONNode) {
    var post = Post(id: "", author: owner)
    post.date = reading.date(root, "last_modified_timestamp")
    post.title = words(root, "name").map { CleanText.line($0) }
    var texts = [words(root, "description")].compactMap { $0 }
    for photo in root.child("photos")?.listed() ?? [] {
      if let attachment = attachment(photo, caption: words(photo, "description")) {
        post.attachments.append(attachment)
      }
      if let text = words(photo, "description"), !texts.contains(text) { texts.append(text) }
    }
    read(texts, into: &post)
    reading.add(post, ownID: nil, at: root)
  }

  /// The words after the name in titles of an export in English.
  private static let verbs = [
    " posted", " shared", " updated", " added", " wrote", " was ", " is ", " went live", " checked in", " created",
    " published", " uploaded",
  ]

  /// The account's name at the beginning of a title: "Kit Moor shared a link."
  private static func author(inTitle title: String?) -> Author? {
    guard let title else { return nil }
    let ends = verbs.compactMap { title.firstRange(of: $0)?.lowerBound }
    guard let end = ends.min(), end > title.startIndex else { return nil }
    let name = String(title[..<end])
    return Author(id: name, name: name)
  }

  private static func saysOnlyPosted(_ title: String) -> Bool {
    guard let author = author(inTitle: title) else { return false }
    let rest = title.dropFirst(author.name.count).trimmed
    return ["posted", "updated his status", "updated her status", "updated their status"].contains(
      rest.hasSuffix(".") ? String(rest.dropLast()) : rest)
  }

  // MARK: Parts

  /// A text with its encoding repaired; nil if it is blank.
  private func words(_ node: JSONNode, _ key: String) -> String? {
    node.text(key).map { DoubleEncodedText.repaired($0).trimmed }
  }

  private func read(_ texts: [String?], into post: inout Post) {
    var paragraphs: [String] = []
    for text in texts.compactMap({ $0 }) where !paragraphs.contains(text) { paragraphs.append(text) }
    let text = FacetedText(scanning: paragraphs.joined(separator: "\n\n")).titled(post.title)
    (post.text, post.facets) = (text.string, text.facets)
  }

  /// Nil for a text that Threads wraps like a file.
  private mutating func attachment(_ node: JSONNode, caption: String?) -> Attachment? {
    guard let path = words(node, "uri") else { return nil }
    return Self.file(at: path, description: caption)
  }

  private static func file(at path: String, description: String?) -> Attachment {
    let kind = MediaKind(fileName: path)
    if kind == .photo { return .photo(Photo(sources: [.init(url: path)], description: description)) }
    var item = AttachmentItem(
      type: kind == .video ? "video" : kind == .audio ? "audio" : "file", content: .unknown,
      title: CleanText.line(description ?? ""), url: WebAddress(written: path))
    item.file = .init(url: path)
    switch kind {
    case .video: item.content = .video(duration: nil, isLive: false)
    case .audio: item.content = .audio(artist: nil, duration: nil)
    default:
      item.content = .document(size: nil, fileExtension: FileAddress.fileExtension(path))
      if item.title.isEmpty { item.title = FileAddress.fileName(path) ?? "" }
    }
    return .item(item)
  }
}

extension FeedFormat {
  private static let metaHints = Hints(ownerMissing: "Meta's export names the account in other documents")
  private static let metaAsides: Set = ["media_metadata", "cross_post_source", "software", "ip_address", "upload_ip"]

  static let instagram = FeedFormat(
    service: .instagram, idPrefix: "instagram", recognises: MetaPostsReader.isInstagram, hints: metaHints,
    asides: metaAsides,
    plain: DoubleEncodedText.repaired,
    archive: ArchiveLayout(
      feed: "posts_1.json", mediaWithDocuments: ["your_instagram_activity/media"]),
    read: MetaPostsReader.instagram)

  static let metaThreads = FeedFormat(
    service: .metaThreads, idPrefix: "threads", recognises: MetaPostsReader.isThreads, hints: metaHints,
    asides: metaAsides,
    plain: DoubleEncodedText.repaired,
    read: MetaPostsReader.threads)

  static let facebook = FeedFormat(
    service: .facebook, idPrefix: "facebook", recognises: MetaPostsReader.isFacebook, hints: metaHints,
    asides: metaAsides,
    plain: DoubleEncodedText.repaired,
    archive: ArchiveLayout(feed: "your_posts__check_ins__photos_and_videos_1.json"),
    read: MetaPostsReader.facebook)
}

extension Service {
  package static let instagram = Service("instagram", name: "Instagram")
  package static let metaThreads = Service("threads", name: "Threads")
  package static let facebook = Service("facebook", name: "Facebook")
}
