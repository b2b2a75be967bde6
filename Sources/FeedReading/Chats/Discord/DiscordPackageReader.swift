import DataFormats

/// Reads the data package that Discord sends to its users: `messages/index.json` names the channels, and each
/// `messages/c<id>` has `channel.json` and the user's own messages as JSON or CSV.
struct DiscordPackageReader {
  private var reading: ChatReaderContext
  private let owner: ChatEntry.Author?

  /// Whether a list contains messages of a data package.
  static func recognises(_ root: JSONNode) -> Bool {
    root.value.array != nil
      && root.samples.contains { $0.child("Timestamp") != nil && $0.child("ID") != nil && $0.child("Contents") != nil }
  }

  init(owner: ChatEntry.Author?, file: String) {
    self.owner = owner
    reading = ChatReaderContext(file: file)
  }

  mutating func entries(_ root: JSONNode) -> ([ChatEntry], ChatReaderContext) {
    let entries = reading.objects(root.listed()).map { node in
      let entry = self.entry(
        id: node.text("ID") ?? "", date: reading.date(node, "Timestamp", Self.date), text: node.words("Contents"),
        files: node.text("Attachments") ?? "")
      reading.account(for: node, in: entry, knowing: ["ID", "Timestamp", "Contents", "Attachments"])
      return entry
    }
    return (entries, reading)
  }

  /// Reads `ID,Timestamp,Contents,Attachments`, with a line of names.
  mutating func entries(csv: String) -> ([ChatEntry], ChatReaderContext) {
    var rows = CommaSeparatedRows.read(csv)[...]
    let names = rows.popFirst() ?? []
    func place(_ name: String) -> Int? { names.firstIndex(of: name) }
    let entries = rows.map { row in
      func value(_ name: String) -> String { place(name).flatMap { $0 < row.count ? row[$0] : nil } ?? "" }
      return entry(
        id: value("ID"), date: Self.date(value("Timestamp")), text: value("Contents").withLineFeeds,
        files: value("Attachments"))
    }
    return (entries, reading)
  }

  private func entry(id: String, date: ChatDate?, text: String, files: String) -> ChatEntry {
    var entry = ChatEntry(id: id, author: owner, date: date, text: text)
    entry.drawn = DiscordMarkup().read(text)
    entry.media = files.split(whereSeparator: \.isWhitespace).map { address in
      let name = address.split(separator: "/").last.map { String($0.prefix { $0 != "?" }) } ?? ""
      return ChatMedium(.init(fileName: name), address: String(address), title: name)
    }
    return entry
  }

  /// `2018-07-19 23:09:04`, `2018-07-19 23:09:04.123000+00:00`: in UTC.
  private static func date(_ text: String) -> ChatDate? {
    let iso = String(text.map { $0 == " " ? "T" : $0 })
    guard let date = ChatDate(iso: iso) else { return nil }
    return ChatDate(milliseconds: date.milliseconds)
  }
}

/// Rows of comma-separated values (RFC 4180).
enum CommaSeparatedRows {
  static func read(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var value: [Unicode.Scalar] = []
    var isQuoted = false
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    func finished() -> String { String(String.UnicodeScalarView(value)) }
    while let scalar = next {
      next = scalars.next()
      switch scalar {
      case "\"" where isQuoted && next == "\"":
        value.append(scalar)
        next = scalars.next()
      case "\"": isQuoted = isQuoted ? false : value.isEmpty
      case "," where !isQuoted:
        row.append(finished())
        value = []
      case "\n" where !isQuoted:
        row.append(finished())
        rows.append(row)
        (row, value) = ([], [])
      case "\r" where !isQuoted: break
      default: value.append(scalar)
      }
    }
    if !value.isEmpty || !row.isEmpty { rows.append(row + [finished()]) }
    return rows
  }
}

extension ChatExport {
  mutating func readDiscordPackage() {
    let isCSV = { (document: ChatDocument) -> Bool in
      guard document.ownName == "messages.csv", case .text(let bytes, _) = document.content else { return false }
      return bytes.starts(with: "ID,Timestamp,Contents".utf8)
        || bytes.dropFirst(3).starts(with: "ID,Timestamp,Contents".utf8)
    }
    let lists = take { $0.root.map(DiscordPackageReader.recognises) ?? false || isCSV($0) }
    guard !lists.isEmpty else { return }
    let bases = Set(lists.map { $0.beside("") })
    let channels = take { $0.ownName == "channel.json" && bases.contains($0.beside("")) && $0.root != nil }
    let folders = Set(bases.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
    let isUser = { (document: ChatDocument) -> Bool in
      document.ownName == "user.json" && document.root?.text("username") != nil
    }
    let user = take(where: isUser).first?.root
    let indices = take { document in
      document.ownName == "index.json" && document.root?.value.object != nil
        && folders.contains(document.name.split(separator: "/").dropLast().joined(separator: "/"))
    }
    let owner = user.flatMap { user in
      user.text("global_name", "username").map { ChatEntry.Author(id: user.text("id"), name: $0) }
    }
    for list in lists {
      let channel = channels.first { $0.beside("") == list.beside("") }?.root
      let folder = list.name.split(separator: "/").dropLast().last.map(String.init) ?? ""
      let id = channel?.text("id") ?? String(folder.drop { $0 == "c" })
      var reader = DiscordPackageReader(owner: owner ?? .init(name: "You"), file: list.name)
      let (entries, reading) =
        list.root.map { reader.entries($0) }
        ?? {
          guard case .text(let bytes, _) = list.content else { return ([], reader.entries(csv: "").1) }
          return reader.entries(csv: String(decoding: bytes, as: UTF8.self))
        }()
      let named = indices.lazy.compactMap { $0.root?.text(id) }.first
      var chat = Chat(
        service: .discord, name: DiscordPackageReader.name(channel, indexed: named), entries: entries.inOrderOfTime)
      chat.id = id.isEmpty ? nil : id
      chat.owner = owner?.id ?? owner?.name
      add(chat, reading, from: [list])
    }
    holdsSeveral = true
    report(
      .ownMessagesOnly(
        "Discord's data package contains the user's own messages only",
        hint: "for whole conversations, export the channels with DiscordChatExporter"), in: lists[0].name)
  }
}

extension DiscordPackageReader {
  /// The channel's name; for direct messages, that of the other person: `Direct Message with anna#0`.
  fileprivate static func name(_ channel: JSONNode?, indexed: String?) -> String? {
    if let name = channel?.text("name") { return name }
    guard let indexed else { return nil }
    let opening = "Direct Message with "
    guard indexed.hasPrefix(opening) else { return indexed }
    let person = indexed.dropFirst(opening.count)
    return String(person.hasSuffix("#0") ? person.dropLast(2) : person)
  }
}

extension [ChatEntry] {
  /// Sorted by time; entries with equal times keep their order, and entries without one come first.
  var inOrderOfTime: [ChatEntry] {
    indices.sorted { left, right in
      let (first, second) = (self[left].date?.milliseconds ?? .min, self[right].date?.milliseconds ?? .min)
      return first == second ? left < right : first < second
    }.map { self[$0] }
  }
}
