import Basics
import DataFormats
import Diagnostics

/// Reads notes of Misskey and its kin (Firefish, Iceshrimp, Sharkey): the export of an account's notes, favorites and
/// clips, and answers of the API.
///
/// The export names neither the account nor its server.
struct MisskeyPageReader: SectionReader {
  var reading: PageReaderContext
  private var items: UnreadItems
  /// The host of the account's files, shown if the notes name no author; nil if unknown.
  private let host: String?
  /// The number of notes that are searched for it.
  private static let hostSamples = 500

  static func page(from root: JSONNode, file: String) -> FeedPage {
    let items = root.value.array == nil ? UnreadItems(notes(of: root)) : UnreadItems(of: root)
    let samples = root.value.array == nil ? notes(of: root) : root.listed(atMost: hostSamples)
    let host = samples.lazy.flatMap { note(in: $0).child("files")?.listed() ?? [] }
      .compactMap { $0.address("url")?.host }.first
    return MisskeyPageReader(reading: PageReaderContext(.misskey, file: file), items: items, host: host)
      .firstSection()
  }

  var hasItems: Bool { !items.isEmpty }

  mutating func readItems(_ count: Int) {
    for item in items.next(count) { addEntry(item) }
  }

  func sectionPage() -> FeedPage { reading.page() }

  private static let visibilities: Set = ["public", "home", "followers", "specified"]

  /// Whether the item is a note, or wraps one as favorites and clips do.
  static func isItem(_ item: JSONNode) -> Bool {
    let note = note(in: item)
    guard note.child("createdAt") != nil, let visibility = note.text("visibility"), visibilities.contains(visibility)
    else { return false }
    return ["fileIds", "renoteId", "replyId", "localOnly", "cw"].count { note.member($0) != nil } > 1
  }

  private static func note(in item: JSONNode) -> JSONNode {
    item.member("text") == nil ? item.object("note") ?? item : item
  }

  /// A single note, or a clip with its notes.
  private static func notes(of root: JSONNode) -> [JSONNode] {
    let clip = root.child("clipNotes")?.listed() ?? []
    return clip.isEmpty ? [root] : clip
  }

  static func recognises(_ root: JSONNode, _ samples: [JSONNode]) -> Bool {
    samples.contains(where: isItem) || root.child("clipNotes")?.listed(atMost: 4).contains(where: isItem) ?? false
  }

  /// Counts, and values that depend on the viewer.
  private static let changing: Set = [
    "renoteCount", "repliesCount", "reactions", "reactionCount", "myReaction", "reactionEmojis", "emojis", "user",
    "clippedCount", "poll",
  ]

  private mutating func addEntry(_ item: JSONNode) {
    guard reading.isObject(item) else { return }
    let clip = item.child("clipNotes")?.listed() ?? []
    guard clip.isEmpty else {
      for item in clip { addEntry(item) }
      return
    }
    let note = Self.note(in: item)
    guard note.member("text") != nil || note.child("createdAt") != nil else {
      return reading.report(.item(.nothingKnown), at: item)
    }
    reading.add(post(note, depth: 0), ownID: note.text("id"), at: note, in: item, ignoring: Self.changing)
  }

  /// The maximum depth of nested renotes; servers send one.
  private static let depthLimit = 4

  private mutating func post(_ note: JSONNode, depth: Int) -> Post {
    var post = Post(id: reading.innerID(note.text("id"), at: note), author: author(note))
    post.date = reading.date(note, "createdAt")
    post.permalink = note.address("url", "uri") ?? page(of: note)
    if note.text("updatedAt") != nil { post.flags.insert(.edited) }
    switch note.text("visibility") {
    case "specified": post.flags.insert(.direct)
    case "followers": post.flags.insert(.followersOnly)
    default: break
    }
    readText(note, into: &post)
    readFiles(note, into: &post)
    readPoll(note, into: &post)
    post.counters = Self.counters(note)
    post.reactions = reactions(note)
    if let id = note.text("replyId") {
      let parent = note.object("reply").map { author($0) }
      post.reply = ReplyTarget(id: id, name: parent?.shownName, url: note.object("reply")?.address("url", "uri"))
    }
    readRenote(note, into: &post, depth: depth)
    return post
  }

  /// A renote without words of its own only passes the note on; with words, it quotes it.
  private mutating func readRenote(_ note: JSONNode, into post: inout Post, depth: Int) {
    guard let id = note.text("renoteId") ?? note.object("renote")?.text("id") else { return }
    let inner = depth < Self.depthLimit ? note.object("renote") : nil
    let isPlain = post.text.isEmpty && post.attachments.isEmpty && post.contentWarning == nil
    if isPlain {
      post.flags.insert(.boost)
      var renoted = inner.map { self.post($0, depth: depth + 1) }
      if renoted == nil {
        reading.report(.onlyAddress(id), at: note)
        renoted = Post(id: reading.innerID(id, at: note), author: Author(id: "0", name: "", state: .unknown))
      }
      post.reposts = [renoted].compactMap { $0 }
    } else {
      post.quote = inner.map { .post(self.post($0, depth: depth + 1)) } ?? .unavailable(.notIncluded, url: nil)
    }
  }

  // MARK: People

  private mutating func author(_ note: JSONNode) -> Author {
    guard let user = note.object("user") else {
      reading.noteMissingAuthor("0", at: note)
      return Author(id: note.text("userId") ?? "0", name: "", state: .unknown, fallbackName: host)
    }
    let username = user.text("username").map(DecodedText.line)
    let server = user.text("host").map(DecodedText.line)
    let name = emoji(user).marked(FacetedText(CleanText.line(user.text("name") ?? "")))
    return Author(
      id: user.text("id") ?? username ?? "0", name: name.string,
      handle: username.map { name in server.map { "\(name)@\($0)" } ?? name },
      avatar: user.text("avatarUrl").map { Photo(sources: [.init(url: $0)]) },
      state: user.isTrue("isSuspended") ? .banned : .active, page: user.address("url", "uri"),
      fallbackName: server ?? host, nameEmoji: name.facets)
  }

  private func page(of note: JSONNode) -> WebAddress? {
    guard let id = note.text("id"), let host = note.object("user")?.text("host") else { return nil }
    return WebAddress("https://\(host)/notes/\(WebAddress.percentEncoded(id.utf8))")
  }

  // MARK: Text

  private mutating func readText(_ note: JSONNode, into post: inout Post) {
    let emoji = emoji(note)
    let text = emoji.marked(MisskeyMarkup.text(note.value["text"]?.text ?? ""))
    (post.text, post.facets) = (text.string, text.facets)
    guard let warning = note.text("cw").map({ CleanText.line($0) }), !warning.isEmpty else { return }
    post.contentWarning = warning
    post.warningEmoji = emoji.marked(FacetedText(warning)).facets
  }

  /// `{"blobcat": "https://…"}`, before version 13 `[{"name": "blobcat", "url": …}]`.
  private func emoji(_ node: JSONNode) -> CustomEmoji {
    var addresses: [String: String] = [:]
    for emoji in node.child("emojis")?.listed() ?? [] {
      if let name = emoji.text("name"), let url = emoji.text("url") { addresses[name] = url }
    }
    for emoji in node.object("emojis")?.members ?? [] {
      if let name = emoji.key, let url = emoji.value.text { addresses[name] = url }
    }
    return CustomEmoji(addresses: addresses)
  }

  // MARK: Parts

  private mutating func readFiles(_ note: JSONNode, into post: inout Post) {
    let files = note.child("files")?.listed() ?? []
    for file in files {
      guard reading.isObject(file, FeedIssue.attachment) else { continue }
      guard let url = file.text("url", "uri") else {
        reading.report(.attachment(.withoutContent("url")), at: file)
        continue
      }
      if file.isTrue("isSensitive") { post.flags.insert(.sensitive) }
      post.attachments.append(Self.attachment(file, at: url))
    }
    let missing = (note.child("fileIds")?.listed().count ?? 0) - files.count
    reading.leaveOut(ContentName("file", "files", of: "Misskey"), missing, at: note)
  }

  private static func attachment(_ file: JSONNode, at url: String) -> Attachment {
    let properties = file.object("properties")
    let (width, height) = (properties?.pixels("width"), properties?.pixels("height"))
    let description = file.text("comment").map(\.trimmed)
    let preview = file.text("thumbnailUrl").map { Photo(sources: [.init(url: $0)], description: description) }
    let family = FileAddress.family(mediaType: file.text("type")?.trimmed, address: url)
    var item = AttachmentItem(
      type: family ?? "file", content: .unknown, title: "", url: WebAddress(written: url), preview: preview)
    item.file = .init(url: url, width: width, height: height, description: description)
    switch family {
    case "image":
      let sources =
        [file.text("thumbnailUrl").map { Photo.Source(url: $0) }].compactMap { $0 }
        + [Photo.Source(url: url, width: width, height: height)]
      return .photo(Photo(sources: sources, width: width, height: height, description: description))
    case "video": item.content = .video(duration: nil, isLive: false)
    case "audio":
      item.content = .audio(artist: nil, duration: nil)
      item.title = description ?? file.text("name").map(DecodedText.line) ?? ""
    default:
      item.content = .document(size: file.count("size"), fileExtension: FileAddress.fileExtension(url))
      item.title = file.text("name").map(DecodedText.line) ?? FileAddress.fileName(url) ?? ""
    }
    return .item(item)
  }

  /// The export lists the choices and their votes separately, the API together.
  private mutating func readPoll(_ note: JSONNode, into post: inout Post) {
    guard let poll = note.object("poll") else { return }
    let votes = poll.child("votes")?.listed().map(\.value.int) ?? []
    let answers = (poll.child("choices")?.listed() ?? []).enumerated().map { index, choice in
      let count = choice.count("votes") ?? (votes.indices.contains(index) ? votes[index] : nil)
      return AttachmentItem.Poll.Answer(
        text: CleanText.line(choice.value.text ?? choice.text("text") ?? ""), votes: count.map { max(0, $0) },
        isChosen: choice.isTrue("isVoted"))
    }
    guard !answers.isEmpty else { return }
    let counted = answers.compactMap(\.votes)
    let sum = counted.reduce(into: Int?(0)) { sum, votes in
      guard let known = sum else { return }
      let (next, isTooMuch) = known.addingReportingOverflow(votes)
      sum = isTooMuch ? nil : next
    }
    post.attachments.append(
      .item(
        AttachmentItem(
          type: "poll",
          content: .poll(
            .init(
              answers: answers, votes: counted.isEmpty ? nil : sum, allowsSeveral: poll.isTrue("multiple"),
              closesAt: reading.date(poll, "expiresAt"))))))
  }

  private static func counters(_ note: JSONNode) -> [Post.Counter] {
    [
      Post.Counter(.replies, note.count("repliesCount")), Post.Counter(.reposts, note.count("renoteCount")),
      Post.Counter(
        .reactions,
        note.count("reactionCount")
          ?? note.object("reactions").map { reactions in
            reactions.members.reduce(0) { sum, member in
              let (next, isTooMuch) = sum.addingReportingOverflow(max(0, member.value.int ?? 0))
              return isTooMuch ? .max : next
            }
          }),
    ]
  }

  /// `{"❤": 3, ":blobcat@.:": 1}`
  private func reactions(_ note: JSONNode) -> [ChatEntry.Reaction] {
    (note.object("reactions")?.members ?? []).compactMap { member in
      guard let symbol = member.key, let count = member.value.int, count > 0 else { return nil }
      return ChatEntry.Reaction(CleanText.line(symbol), count)
    }
  }
}

extension FeedFormat {
  static let misskey = FeedFormat(
    service: .misskey, idPrefix: "misskey", recognises: MisskeyPageReader.recognises,
    isItem: MisskeyPageReader.isItem,
    hints: Hints(ownerMissing: "Misskey's export does not contain the account's name"),
    asides: ["reactionAcceptance", "name", "properties", "folder"], plain: { MisskeyMarkup.text($0).string },
    read: { MisskeyPageReader.page(from: $0.root, file: $0.file) })
}

extension Service {
  package static let misskey = Service("misskey", name: "Misskey")
}
