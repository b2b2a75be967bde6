import FeedReading

/// Files that contain neither a feed nor a chat, judging by their names. They are listed, so that no user wonders what
/// happened to a file.
package struct IgnoredFiles: Hashable, Sendable {
  /// The apparent type of a file.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case page, feed, table, mail, database, script, text, other
  }

  private struct Group: Hashable {
    var names: [String] = []
    var count = 0
  }

  /// Files of one kind, and of one program if it is known.
  private struct GroupKey: Hashable {
    let kind: Kind
    let export: UnreadExport?
  }

  private var groups: [GroupKey: Group] = [:]

  private static let namedFiles = 4

  /// - Parameters:
  ///   - path: The path in the folder or archive; its end is the name in messages.
  ///   - opening: The first bytes, if they are known.
  mutating func add(_ path: String, opening: [UInt8] = []) {
    guard let kind = Kind(ofFile: path), !Self.isViewer(path) else { return }
    let key = GroupKey(kind: kind, export: UnreadExport.of(path: path, opening: opening))
    var group = groups.removeValue(forKey: key) ?? Group()
    group.count += 1
    if group.names.count < Self.namedFiles { group.names.append(path) }
    groups[key] = group
  }

  /// Whether it only shows the other files of an archive: X's `Your archive.html`.
  private static func isViewer(_ path: String) -> Bool {
    path.split(separator: "/").last?.lowercased() == "your archive.html"
  }

  /// One for each kind and program.
  var issues: [SourceIssue] {
    groups.sorted { ($0.key.kind.rawValue, $0.value.names[0]) < ($1.key.kind.rawValue, $1.value.names[0]) }
      .map { .notRead($0.value.names, count: $0.value.count, $0.key.kind, $0.key.export) }
  }
}

extension IgnoredFiles.Kind {
  /// Nil for attachments of messages and posts (images, videos, documents), and for files of a project or a page.
  init?(ofFile path: String) {
    let name = path.lowercased()
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else {
      self = .other
      return
    }
    let ending = String(name[name.index(after: dot)...])
    if ending.hasPrefix("crypt") {
      self = .database
    } else if let kind = Self.endings[ending] {
      self = kind
    } else {
      guard !Self.carried.contains(ending), MediaKind(fileName: path) == .file else { return nil }
      self = .other
    }
  }

  private static let endings: [String: Self] = [
    "html": .page, "htm": .page, "xhtml": .page, "mht": .page, "xml": .feed, "rss": .feed, "atom": .feed, "csv": .table,
    "tsv": .table, "mbox": .mail, "eml": .mail, "msg": .mail, "db": .database, "sqlite": .database,
    "sqlite3": .database, "backup": .database, "js": .script, "txt": .text,
  ]

  /// Documents that people send each other, and components of pages, designs and projects.
  private static let carried: Set<String> = [
    "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf", "epub", "vcf", "ics", "apk", "tgs",
    "opus", "css", "map", "svg", "ttf", "otf", "woff", "woff2", "ico", "yml", "yaml", "md", "mustache", "license",
  ]

  /// Wording for use after a colon.
  var inWords: String {
    switch self {
    case .page: "a web page"
    case .feed: "XML"
    case .table: "a table"
    case .mail: "mail"
    case .database: "a database or a backup"
    case .script: "a script without posts"
    case .text: "a text file that is not a chat"
    case .other: "the name is not that of a feed or chat"
    }
  }

  var hint: String? {
    switch self {
    case .page: "export JSON if the program can"
    case .feed, .table, .mail: nil
    case .database: "export each chat in the app"
    case .text: "the lines of a chat start with a date, a time and a name"
    case .script, .other: nil
    }
  }
}
