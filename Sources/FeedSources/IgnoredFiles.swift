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

  private var groups: [Kind: Group] = [:]

  private static let namedFiles = 4

  mutating func add(_ name: String) {
    guard let kind = Kind(ofFile: name) else { return }
    groups[kind, default: Group()].count += 1
    if groups[kind, default: Group()].names.count < Self.namedFiles { groups[kind]?.names.append(name) }
  }

  /// One for each kind.
  var issues: [SourceIssue] {
    Kind.allCases.compactMap { kind in groups[kind].map { .notRead($0.names, count: $0.count, kind) } }
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
    case .page: "what a browser shows"
    case .feed: "XML"
    case .table: "a table"
    case .mail: "mail"
    case .database: "a database or a backup"
    case .script: "a script that holds no posts"
    case .text: "a text that is no chat"
    case .other: "no feed or chat by the name"
    }
  }

  var hint: String? {
    switch self {
    case .page: "where it is an export, export it once more as JSON: it says more than a page does"
    case .feed: "many sites have their feed as JSON, too (JSON Feed)"
    case .table, .mail: "export it as JSON, where the program can"
    case .database: "export the chats in the app itself, one by one"
    case .text: "the text of a chat begins its lines with a date, a time and a name"
    case .script, .other: nil
    }
  }
}
