import Basics
import DataFormats

/// Reads the messages of a Slack channel: the day files of its folder.
struct SlackChatReader {
  private(set) var reading: ChatReaderContext
  private let text: SlackText

  init(text: SlackText, file: String) {
    self.text = text
    reading = ChatReaderContext(file: file)
  }

  /// Whether the document is a day file of a channel, in a folder that no list names.
  static func recognises(_ root: JSONNode) -> Bool {
    root.samples.contains { $0.value["ts"]?.text != nil && $0.value["type"]?.text == "message" }
  }

  mutating func entries(_ root: JSONNode) -> [ChatEntry] { reading.objects(root.listed()).map { entry($0) } }

  private static let services: Set = [
    "bot_add", "bot_remove", "pinned_item", "unpinned_item", "reminder_add", "huddle_thread", "tombstone",
    "sh_room_created", "mpim_join", "mpim_leave",
  ]

  private static func isService(_ subtype: String) -> Bool {
    if services.contains(subtype) { return true }
    guard subtype.hasPrefix("channel_") || subtype.hasPrefix("group_") else { return false }
    return [
      "_join", "_leave", "_topic", "_purpose", "_name", "_archive", "_unarchive", "_convert_to_private",
      "_convert_to_public", "_posting_permissions", "_canvas_updated",
    ].contains {
      subtype.hasSuffix($0)
    }
  }

  /// Joins and departures are worded in the card's language; topics and names keep the export's words.
  private static func event(_ subtype: String) -> SystemKind {
    if subtype.hasSuffix("_join") { return .memberJoined }
    return subtype.hasSuffix("_leave") ? .memberLeft : .named(subtype)
  }

  private mutating func entry(_ node: JSONNode) -> ChatEntry {
    let ts = node.value["ts"]?.text ?? ""
    var entry = ChatEntry(id: ts, author: author(node), date: reading.date(node, "ts", Self.date))
    (entry.text, entry.facets) = text.read(node.value["text"]?.text ?? "")
    let blocks = SlackBlocks(text: text)
    let drawn = blocks.words(of: node, text: text.drawn(node.value["text"]?.text ?? ""))
    entry.drawn = node.text("subtype") == "me_message" ? drawn.acting(entry.author?.name) : drawn
    let subtype = node.text("subtype") ?? ""
    if Self.isService(subtype) {
      entry.kind = .service(Self.event(subtype), action: subtype)
      entry.isDeleted = subtype == "tombstone"
    } else if let thread = node.value["thread_ts"]?.text, thread != ts {
      entry.replyTo = thread
    }
    entry.isEdited = node.child("edited") != nil
    let files = node.list("files")
    entry.media = (files.isEmpty ? [node.object("file")].compactMap { $0 } : files).map(Self.file)
    for file in node.list("files") {
      switch file.text("mode") {
      case "tombstone": reading.omit("deleted file", "deleted files")
      case "hidden_by_limit": reading.omit("file hidden by Slack's limit", "files hidden by Slack's limit")
      default: break
      }
    }
    for attachment in node.list("attachments") {
      let passage = blocks.passage(of: attachment)
      let title = attachment.text("title")
      var medium = ChatMedium(
        .embed, address: attachment.text("title_link", "from_url"),
        title: (title ?? (passage.string.isEmpty ? attachment.text("fallback") : nil)).map { text.drawn($0).string })
      medium.caption = attachment.text("service_name")
      // Pictures that the export doesn't contain are not loaded later either.
      if attachment.text("image_url") != nil { reading.omit("picture of an attachment", "pictures of attachments") }
      entry.media.append(medium)
      if !passage.string.isEmpty { entry.passages.append(passage) }
      for file in attachment.list("files") { entry.media.append(Self.file(file)) }
    }
    entry.reactions = node.list("reactions").compactMap { reaction in
      let name = reaction.text("name") ?? "?"
      return reaction.int("count").map { .init(SlackEmoji.symbol(name) ?? ":\(name):", max(0, $0)) }
    }
    for file in files {
      // The beginning of a snippet, a post or a mail.
      guard let words = file.text("plain_text") ?? file.text("preview") else { continue }
      let passage = FacetedText(words.withLineFeeds)
      entry.passages.append(file.text("mode") == "snippet" ? passage.marked(.code) : passage)
    }
    for file in files {
      if let comment = file.object("initial_comment")?.text("comment") { entry.passages.append(text.drawn(comment)) }
    }
    reading.account(for: node, in: entry, knowing: Self.members, apart: Self.apart, silent: Self.silent)
    return entry
  }

  /// Members that name people, and other messages.
  private static let apart: Set = [
    "user_profile", "bot_profile", "icons", "reactions", "edited", "replies", "root", "saved", "reply_users",
  ]

  /// Members at any depth that repeat a text in another form, or that contain nothing for a reader.
  private static let silent: Set = [
    "mrkdwn_in", "fallback", "author_icon", "footer_icon", "service_icon", "ts", "style", "mimetype", "filetype",
    "pretty_type", "mode", "permalink", "permalink_public", "preview_highlight", "video_html", "channel_name",
    "simplified_html", "access", "file_access", "media_display_type", "preview",
  ]

  /// The members of a message that are read, or that contain nothing for a reader.
  private static let members: Set = [
    "text", "ts", "type", "subtype", "user", "username", "user_profile", "bot_profile", "bot_id", "app_id", "team",
    "user_team", "source_team", "client_msg_id", "thread_ts", "parent_user_id", "reply_count", "reply_users",
    "reply_users_count", "latest_reply", "replies", "subscribed", "last_read", "is_locked", "is_starred", "edited",
    "files", "file", "upload", "display_as_bot", "x_files", "attachments", "blocks", "message_blocks", "reactions",
    "icons", "icon_url", "hidden", "permalink", "permalink_public", "channel", "event_ts", "inviter", "topic",
    "purpose", "old_name", "name", "members", "item", "item_type", "root", "metadata", "pinned_to", "pinned_info",
    "no_notifications", "bot_link", "new_broadcast", "unread_count", "room", "saved", "language",
    "assistant_app_thread",
    "comment", "mrkdwn", "parse", "link_names", "unfurl_links", "unfurl_media", "deleted_ts", "channel_type",
    "trigger_id",
    "is_ephemeral", "real_name", "canvas_id", "is_intro", "thread_not_found", "huddle", "call_id",
  ]

  private func author(_ node: JSONNode) -> ChatEntry.Author? {
    let (user, bot) = (node.text("user"), node.text("bot_id"))
    let profile = node.object("user_profile")
    let name =
      user.flatMap { text.users[$0] } ?? profile?.text("display_name", "real_name", "name") ?? node.text("username")
      ?? node.object("bot_profile")?.text("name") ?? user ?? bot
    return name.map { .init(id: user ?? bot, name: $0) }
  }

  /// `1727734080.001000`: seconds and a fraction, truncated to milliseconds.
  static func date(_ ts: String) -> ChatDate? {
    let parts = ts.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let seconds = Int(parts[0]) else { return nil }
    let digits = parts.count == 2 ? (parts[1] + "000").prefix(3) : "0"
    return Int(digits).flatMap { ChatDate(seconds: seconds, milliseconds: $0) }
  }

  private static func file(_ node: JSONNode) -> ChatMedium {
    var medium = ChatMedium(
      node.text("mimetype").flatMap { ChatMedium.Kind(mediaType: $0) } ?? .file, address: node.text("url_private"),
      title: node.text("title", "name"))
    if let name = node.text("name"), name != medium.title { medium.caption = name }
    (medium.width, medium.height) = (node.positive("original_w"), node.positive("original_h"))
    medium.size = node.positive("size")
    medium.duration = node.positive("duration_ms").map { $0 / 1000 }
    medium.thumbnail = node.text("thumb_360")
    return medium
  }
}

/// A workspace's export: lists of people and channels, and a folder of day files for each channel.
struct SlackExport {
  struct Channel {
    /// Nil for a folder that no list names.
    let id: String?
    /// For direct messages, the id.
    let folder: String
    let name: String
  }

  static let lists = ["channels.json", "groups.json", "mpims.json", "dms.json"]
  static let people = "users.json"

  private(set) var channels: [Channel] = []
  private(set) var reading: [ChatReaderContext] = []
  private var users: [String: String] = [:]
  private var names: [String: String] = [:]

  /// - Parameter document: Finds a document by its name in the export's root folder.
  init(_ document: (String) -> ChatDocument?) {
    for user in document(Self.people)?.root?.listed() ?? [] {
      guard let id = user.text("id") else { continue }
      let profile = user.object("profile")
      users[id] =
        profile?.text("display_name") ?? user.text("real_name") ?? profile?.text("real_name") ?? user.text("name") ?? id
    }
    for list in Self.lists {
      guard let document = document(list), let root = document.root else { continue }
      var reading = ChatReaderContext(file: document.name)
      if root.value.array == nil {
        reading.report(.entry("it must be a list, not \(root.value.kindInWords)"), at: root)
      }
      for node in reading.objects(root.listed()) {
        let (id, named) = (node.text("id"), node.text("name"))
        guard let own = named ?? id else {
          reading.report(.entry("it has neither a name nor an id"), at: node)
          continue
        }
        let name = named ?? directName(node, own)
        reading.account(forChat: node, named: name, apart: ["members", "creator", "name", "pins"])
        channels.append(Channel(id: id, folder: list == "dms.json" ? id ?? own : own, name: name))
        if let id, names[id] == nil { names[id] = name }
      }
      self.reading.append(reading)
    }
  }

  /// The name of a direct conversation: its members.
  private func directName(_ node: JSONNode, _ id: String) -> String {
    let names = node.list("members").compactMap { member in member.value.text.map { users[$0] ?? $0 } }
    return names.isEmpty ? id : names.joined(separator: ", ")
  }

  var text: SlackText { SlackText(users: users, channels: names) }

  /// A channel's entries, sorted by `ts` as a number.
  static func ordered(_ entries: [ChatEntry]) -> [ChatEntry] {
    func parts(_ id: String) -> (Int, Int) {
      let parts = id.split(separator: ".")
      let fraction = parts.count > 1 ? (parts[1] + "000000000").prefix(9) : "0"
      return (parts.first.flatMap { Int($0) } ?? 0, Int(fraction) ?? 0)
    }
    let keys = entries.map { parts($0.id) }
    return entries.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }.map { entries[$0] }
  }
}

/// Slack's markup: text between `<` and `>` refers to people, channels and links; marks such as `*bold*` are kept.
struct SlackText {
  let users: [String: String]
  let channels: [String: String]

  /// Replaces references by their labels or names and links by their labels, and decodes `&lt; &gt; &amp;` once.
  func read(_ text: String) -> (String, [Facet]) {
    var (result, facets) = ("", [Facet]())
    var rest = text.withLineFeeds[...]
    while let start = rest.firstIndex(of: "<") {
      result += Self.decoded(rest[..<start])
      guard let end = rest[start...].firstIndex(of: ">") else {
        rest = rest[start...]
        break
      }
      let (words, kind, url) = reference(rest[rest.index(after: start)..<end])
      let from = result.utf8.count
      result += words
      if let kind, !words.isEmpty, kind != .link || url != nil {
        facets.append(Facet(range: from..<result.utf8.count, kind: kind, url: url))
      }
      rest = rest[rest.index(after: end)...]
    }
    return (result + Self.decoded(rest), facets)
  }

  /// The text without its marks, as Slack draws it.
  func drawn(_ text: String) -> FacetedText { markup.read(text) }

  private var markup: ChatMarkup {
    ChatMarkup(
      marks: [
        .init(written: "*", kind: .bold, isAtWords: true), .init(written: "_", kind: .italic, isAtWords: true),
        .init(written: "~", kind: .struck, isAtWords: true),
      ],
      // By Character because this reads input: a mark that it misses is shown.
      quote: "&gt;", longQuote: "&gt;&gt;&gt;", hasEntities: true,
      reference: { written in
        let (words, kind, url) = reference(written[...])
        return .init(words: words, kind: kind, url: url)
      },
      emoji: SlackEmoji.symbol)
  }

  private func reference(_ text: Substring) -> (String, Facet.Kind?, WebAddress?) {
    let bar = text.firstIndex(of: "|")
    let name = bar.map { text[..<$0] } ?? text
    let label = bar.map { Self.decoded(text[text.index(after: $0)...]) }
    let id = String(name.dropFirst())
    switch name.first {
    case "@": return ("@" + (label ?? users[id] ?? id), .mention, nil)
    case "#": return ("#" + (label.flatMap { $0.isEmpty ? nil : $0 } ?? channels[id] ?? id), .hashtag, nil)
    case "!": return (special(id, label), .mention, nil)
    default:
      let address = Self.decoded(name)
      let plain = ["mailto:", "tel:"].first { address.hasPrefix($0) }.map { String(address.dropFirst($0.count)) }
      return (label ?? plain ?? address, .link, WebAddress(written: address))
    }
  }

  /// `here`, `channel`, `subteam^S1`, `date^…`.
  private func special(_ name: String, _ label: String?) -> String {
    let kind = name.prefix { $0 != "^" }
    switch kind {
    case "date": return label ?? ""
    case "subteam": return label ?? "@" + name.dropFirst(kind.count + 1)
    default: return label.map { $0.hasPrefix("@") ? $0 : "@" + $0 } ?? "@" + kind
    }
  }

  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    // Decode the ampersand last, so that `&amp;lt;` is decoded once.
    // By Character because this decodes: an entity that it misses is shown undecoded.
    return String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}

extension ChatFormat {
  static let slack = ChatFormat(service: .slack, source: "Slack's exports") { export in
    let isList = { (document: ChatDocument) in document.root != nil && SlackExport.lists.contains(document.ownName) }
    while let first = export.documents.first(where: isList) { read(&export, of: first) }
  }

  /// - Parameter list: One of the workspace's lists; its day files are in folders next to it.
  private static func read(_ export: inout ChatExport, of list: ChatDocument) {
    let base = list.beside("")
    var lists: [String: ChatDocument] = [:]
    // Grouped by folder, in order of the names: a workspace may have years of day files.
    var days: [String: [ChatDocument]] = [:]
    var folders: [String] = []
    var others: [String] = []
    let own = export.take { isOwn($0, base) }
    for document in own {
      let path = document.name.dropFirst(base.count).split(separator: "/", omittingEmptySubsequences: false)
      if path.count == 2 {
        if days[String(path[0])] == nil { folders.append(String(path[0])) }
        days[String(path[0]), default: []].append(document)
      } else {
        lists[document.ownName] = document
        if !(SlackExport.lists + [SlackExport.people]).contains(document.ownName) { others.append(document.ownName) }
      }
    }
    let workspace = SlackExport { lists[$0] }
    workspace.reading.forEach { export.add($0) }
    var missing: [String] = []
    for channel in workspace.channels {
      if let found = days.removeValue(forKey: channel.folder) {
        export.add(channel, days: found, workspace.text, of: own)
      } else {
        missing.append(channel.name)
      }
    }
    for folder in folders {
      guard let found = days[folder] else { continue }
      if found.contains(where: { $0.root.map(SlackChatReader.recognises) ?? false }) {
        export.report(.unlisted, in: base + folder)
        export.add(SlackExport.Channel(id: nil, folder: folder, name: folder), days: found, workspace.text, of: own)
      } else {
        others += found.map { "\(folder)/\($0.ownName)" }
      }
    }
    if !missing.isEmpty { export.report(.withoutDays(missing), in: list.name) }
    if !others.isEmpty { export.report(.leftAlone(others), in: list.name) }
    export.holdsSeveral = true
  }

  /// Whether the document belongs to the workspace: the lists that name channels, and all lists in the folder and its
  /// subfolders.
  private static func isOwn(_ document: ChatDocument, _ base: String) -> Bool {
    guard document.name.hasPrefix(base), let root = document.root?.value else { return false }
    let depth = document.name.utf8.dropFirst(base.utf8.count).count { $0 == UInt8(ascii: "/") }
    return depth == 0 && SlackExport.lists.contains(document.ownName) || depth < 2 && root.array != nil
  }
}

extension ChatExport {
  /// - Parameter workspace: All documents of the workspace, which describe its people.
  fileprivate mutating func add(
    _ channel: SlackExport.Channel, days: [ChatDocument], _ text: SlackText, of workspace: [ChatDocument]
  ) {
    var chat = Chat(service: .slack, name: channel.name)
    chat.id = channel.id
    for day in days {
      guard let root = day.root else { continue }
      var reader = SlackChatReader(text: text, file: day.name)
      chat.entries += reader.entries(root)
      add(reader.reading)
    }
    chat.entries = SlackExport.ordered(chat.entries)
    add(chat, from: workspace)
  }
}

extension ChatService {
  package static let slack = ChatService(rawValue: "slack", name: "Slack")
}
