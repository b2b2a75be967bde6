import Support

/// Mutates inputs of the target `stores`: the lines before the document by their vocabulary, the document by its
/// format.
enum StoreMutation {
  /// Returns nil if the input has another format.
  static func mutate(_ input: [UInt8], using random: inout SplitMix64) -> [UInt8]? {
    guard let parsed = StoreInput(input) else { return nil }
    let newline = UInt8(ascii: "\n")
    let lines = input.split(separator: newline, omittingEmptySubsequences: false)
    var head = lines.prefix { !$0.isEmpty }.map(Array.init)
    var document = parsed.document
    if parsed.kind == .none || Int.random(in: 0..<4, using: &random) == 0 {
      change(&head, using: &random)
    } else {
      document = mutated(document, of: parsed.kind, using: &random)
    }
    return Array((head + [[]]).joined(separator: [newline])) + [newline] + document
  }

  // MARK: Planted files

  private static func change(_ head: inout [[UInt8]], using random: inout SplitMix64) {
    let options = StoreInput.Option.allCases.map { Array($0.rawValue.utf8) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where head.count > 1: head.remove(at: Int.random(in: 1..<head.count, using: &random))
    case 1:
      guard let option = options.randomElement(using: &random) else { return }
      if let known = head.firstIndex(of: option) { head.remove(at: known) } else { head.append(option) }
    default:
      guard head.count < 8, let thing = StoreInput.Planting.Thing.allCases.randomElement(using: &random),
        let path = paths.randomElement(using: &random)
      else { return }
      head.append(Array("\(thing.rawValue) \(path)".utf8))
    }
  }

  /// Paths at which a file in the way matters.
  private static let paths: [String] = [
    "out", "out/cards", "out/cards/wall1_1", "out/feed", "out/site", "out/site/feed.css", "out/index.html",
    "out/manifest.json", "out/review", "out/review/index.html", "out/.feedproof", "out/.feedproof/lock",
    "out/.feedproof/ledger", "out/.feedproof/ledger.partial", "out/.feedproof/journal",
    "out/.feedproof/journal.partial",
    "out/.feedproof/next", "out/.feedproof/next/index.html", "out/.feedproof/staged", "out/.feedproof/staged/cards",
    "out/.feedproof/staged/cards/wall1_1", "out/.feedproof/store.sqlite", "out/.feedproof/store.sqlite-wal",
    "out/.feedproof/store.sqlite-shm", "out/.feedproof/store.sqlite-journal",
    "out/.feedproof/store.sqlite.broken-1", ".out.next", ".out.next/.feedproof", ".out.next/.feedproof/lock",
    ".out.next/index.html", "part-1", "part-1/shard", "part-1/shard/run.json", "part-1/shard/items.ndjson",
    "part-1/cards", "part-1/cards/wall1_1", "part-1/feed", "project/output", "project/output/review",
    "project/output/review/report.json", "project/output/review/actual", "project/output/review/actual/wall1_1",
    "project/decisions.json", "project/Baselines", "project/Baselines/.feedproof",
    "project/Baselines/.feedproof/journal", "project/Baselines/.feedproof/next", "project/Baselines/wall1_1",
    "project/Baselines/environments", "joined", "joined/.feedproof", "joined/.feedproof/lock", "joined/review",
    "joined/review/actual", "joined/review/actual/wall1_1", "joined/review/site", "joined/review/index.html",
    "joined/review/.feedproof", "joined/review/.feedproof/ledger", "joined/review/.feedproof/cases.ndjson",
    "out/card.png", "out/notes.txt.kept-1",
  ]

  // MARK: The document

  private static func mutated(
    _ document: [UInt8], of kind: StoreInput.Kind, using random: inout SplitMix64
  ) -> [UInt8] {
    switch kind {
    case .ledger, .journal, .approvals:
      return LineMutation.mutate(document, vocabulary: vocabulary, using: &random) ?? document
    case .store: return editsChanged(document, using: &random)
    case .storeBytes, .none: return document
    case .cards, .cases: return recordsChanged(document, using: &random)
    case .manifest, .run, .report, .decisions, .baseline:
      return JSONMutation.mutate(document, using: &random) ?? document
    }
  }

  /// The vocabulary of ledgers and journals.
  private static let vocabulary: [String] = [
    "take", "put", "drop", "feedproof-ledger 1 ", "\t", "index.html", "manifest.json", "notes.txt",
    "cards/\u{fffd}.txt",
    "cards/wall1_1", "cards/new.png", ".feedproof/ledger", ".feedproof/store.sqlite", ".feedproof/lock", "..", ".", "/",
    "//", "../outside/precious.txt", "../../outside/folder/card.png", "a/../../outside/precious.txt",
    "{outside}/precious.txt", "{outside}/folder", "site/feed.css/x", "site", "cards", "\u{0}", "\u{7f}", "a\\b",
    "review/index.html", "wall1_1/new.json", "environments/x.json", String(repeating: "x", count: 256),
    String(repeating: "d/", count: 200),
  ]

  /// Mutates a line of JSON, or the order of lines.
  private static func recordsChanged(_ document: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    var lines = document.split(separator: newline, omittingEmptySubsequences: false).map(Array.init)
    guard Int.random(in: 0..<5, using: &random) > 0, let place = lines.indices.randomElement(using: &random),
      let line = JSONMutation.mutate(lines[place], using: &random)
    else { return LineMutation.mutate(document, vocabulary: [], using: &random) ?? document }
    lines[place] = line
    return Array(lines.joined(separator: [newline]))
  }

  // MARK: SQLite

  private static let pageSize = 4096
  private static let pages = 24
  /// Offsets of fields in the file header (SQLite's file format, 1.3).
  private static let headerFields = [
    16, 18, 19, 20, 21, 22, 23, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 92, 96,
  ]

  private static func editsChanged(_ document: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    var lines = document.split(separator: newline).map(Array.init)
    if !lines.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
      lines.remove(at: Int.random(in: 0..<lines.count, using: &random))
    } else if Int.random(in: 0..<20, using: &random) == 0 {
      lines.append(Array("cut \(Int.random(in: 0...pages * pageSize, using: &random))".utf8))
    } else {
      lines.append(Array("\(offset(using: &random)) \(value(using: &random))".utf8))
    }
    return Array(lines.joined(separator: [newline]))
  }

  private static func offset(using random: inout SplitMix64) -> Int {
    let page = Int.random(in: 0..<pages, using: &random)
    let start = page * pageSize + (page == 0 ? 100 : 0)
    return switch Int.random(in: 0..<5, using: &random) {
    case 0: headerFields.randomElement(using: &random) ?? 0
    // Fields of a b-tree page: type, free blocks, number of cells, start of the cells, right-most child (1.6).
    case 1: start + ([0, 1, 3, 5, 7, 8].randomElement(using: &random) ?? 0)
    // Pointers to cells.
    case 2: start + 8 + Int.random(in: 0..<40, using: &random)
    // Cells are at the end of the page.
    case 3: (page + 1) * pageSize - 1 - Int.random(in: 0..<600, using: &random)
    default: Int.random(in: 0..<pages * pageSize, using: &random)
    }
  }

  private static func value(using random: inout SplitMix64) -> String {
    let known = [
      "00", "01", "02", "05", "0a", "0d", "7f", "80", "ff", "ffff", "0000", "00000000", "ffffffff", "7fffffff",
      "80000001", "ffffffffffffffffff", "8180", "2e2e2f", "2e2e2f2e2e2f6f757473696465",
    ]
    if Bool.random(using: &random), let value = known.randomElement(using: &random) { return value }
    let byte = String(UInt8.random(in: 0...255, using: &random), radix: 16)
    return byte.count == 1 ? "0" + byte : byte
  }
}
