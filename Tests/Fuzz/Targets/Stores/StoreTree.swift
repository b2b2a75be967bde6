import Foundation
import OutputTransactions

/// Writes the sample files for one input, with the input's damage.
struct StoreTree {
  /// The output for joined reviews. An earlier comparison has left the same report in it.
  static let joined = "joined"

  private let folder: String
  private let outside: String

  init(_ folder: String, outside: String) {
    (self.folder, self.outside) = (folder, outside)
  }

  /// A name that is not UTF-8.
  private static let rawName: [UInt8] = Array("cards/".utf8) + [0xff] + Array(".txt".utf8)
  private static let rawText = "a name that is no UTF-8"
  private static let joinedNotes = "\(joined)/review/actual/\(FuzzOwner.notes)"

  private enum Area { case output, review }

  private static func areas(of kind: StoreInput.Kind) -> Set<Area> {
    switch kind {
    case .ledger, .journal, .manifest, .store, .storeBytes, .run, .cards: [.output]
    case .report, .cases, .decisions, .baseline, .approvals: [.review]
    case .none: [.output, .review]
    }
  }

  func lay(for input: StoreInput) throws {
    let areas = Self.areas(of: input.kind)
    var known: Set<String> = []
    for file in StoreSamples.shared.files {
      let isReview = file.path.hasPrefix("\(StoreSamples.project)/")
      guard areas.contains(isReview ? .review : .output) else { continue }
      // Without a ledger, the manifest lists the output's files.
      if input.kind == .manifest, file.path == "out/.feedproof/ledger" { continue }
      try write(file.bytes, to: Array(file.path.utf8), &known)
    }
    if areas.contains(.output) {
      try write(Array(FuzzOwner.text(of: Self.rawText).utf8), to: Array("out/".utf8) + Self.rawName, &known)
    }
    if areas.contains(.review) {
      try write(Array(FuzzOwner.text(of: Self.joinedNotes).utf8), to: Array(Self.joinedNotes.utf8), &known)
    }
    for path in paths(of: input.kind) { try write(document(input, at: path), to: Array(path.utf8), &known) }
    // Files for the steps of a journal.
    switch input.kind {
    case .journal:
      for name in ["next/index.html", "next/site/feed.css", "next/.feedproof/ledger", "staged/cards/new.png"] {
        try write(Array("new".utf8), to: Array("out/.feedproof/\(name)".utf8), &known)
      }
    case .approvals:
      for name in ["next/wall1_1/new.json", "next/notes.txt"] {
        try write(Array("new".utf8), to: Array("\(StoreSamples.baselineFolder)/.feedproof/\(name)".utf8), &known)
      }
    default: break
    }
    for planting in input.plantings { plant(planting) }
  }

  private func paths(of kind: StoreInput.Kind) -> [String] {
    switch kind {
    case .ledger: ["out/.feedproof/ledger"]
    case .journal: ["out/.feedproof/journal"]
    case .manifest: ["out/manifest.json"]
    case .store, .storeBytes: ["out/.feedproof/store.sqlite"]
    case .run: ["part-1/shard/run.json"]
    case .cards: ["part-1/shard/items.ndjson"]
    case .report: ["\(StoreSamples.review)/report.json", "\(Self.joined)/review/report.json"]
    case .cases: ["\(StoreSamples.review)/shard/items.ndjson"]
    case .decisions: [StoreSamples.decisions]
    case .baseline: StoreSamples.shared.baselines.prefix(1).map { "\(StoreSamples.baselineFolder)/\($0).json" }
    case .approvals: ["\(StoreSamples.baselineFolder)/.feedproof/journal"]
    case .none: []
    }
  }

  // MARK: The damaged file

  private func document(_ input: StoreInput, at path: String) -> [UInt8] {
    let sound = StoreSamples.shared[path.replacingOccurrences(of: Self.joined, with: "project/output")]
    switch input.kind {
    case .store: return StoreEdits.applied(input.document, to: sound)
    case .cards where input.options.contains(.patch), .cases where input.options.contains(.patch):
      let newline = UInt8(ascii: "\n")
      let lines = sound.split(separator: newline, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
      let start = Data(lines[0]).range(of: Data("\"item\":".utf8))?.upperBound ?? 0
      let item = Array(lines[0][start...].dropLast())
      return lines[0][..<start] + (MergePatch.applied(input.document, to: item) ?? input.document)
        + [UInt8(ascii: "}"), newline] + lines.dropFirst().joined()
    case _ where input.options.contains(.patch):
      return MergePatch.applied(input.document, to: sound) ?? input.document
    default:
      // The path of the outside folder differs in each run.
      let text = Data(input.document)
      guard text.range(of: Data("{outside}".utf8)) != nil else { return input.document }
      return Array(input.document.split(separator: "{outside}".utf8).joined(separator: outside.utf8))
    }
  }

  // MARK: Files

  private func write(_ bytes: [UInt8], to path: [UInt8], _ known: inout Set<String>) throws {
    let names = path.split(separator: UInt8(ascii: "/"))
    var way = folder
    for name in names.dropLast() {
      way += "/\(String(decoding: name, as: UTF8.self))"
      if known.insert(way).inserted { mkdir(way, 0o755) }
    }
    let file = Array(folder.utf8) + [UInt8(ascii: "/")] + path + [0]
    let descriptor = file.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { name in
        name.baseAddress.map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) } ?? -1
      }
    }
    guard descriptor >= 0 else { throw Violation("\(String(decoding: path, as: UTF8.self)) can't be made: \(errno)") }
    defer { close(descriptor) }
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Violation("no room for a sample")
    }
  }

  /// Opens each name in turn, so that nothing is planted through an earlier planted link.
  private func plant(_ planting: StoreInput.Planting) {
    var descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    for name in planting.path.dropLast() {
      let next = name.withName { name in
        mkdirat(descriptor, name, 0o755)
        return openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      }
      guard next >= 0 else { return }
      close(descriptor)
      descriptor = next
    }
    guard let last = planting.path.last else { return }
    let way = planting.path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    last.withName { name in
      if unlinkat(descriptor, name, 0) != 0, errno != ENOENT {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(way)")
      }
      switch planting.thing {
      case .link: symlinkat("\(outside)/folder", descriptor, name)
      case .fileLink: symlinkat("\(outside)/precious.txt", descriptor, name)
      case .deadLink: symlinkat("\(outside)/nothing", descriptor, name)
      case .folder: mkdirat(descriptor, name, 0o755)
      case .pipe: mkfifoat(descriptor, name, 0o644)
      case .file:
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if file >= 0 {
          Foundation.write(file, "planted", 7)
          close(file)
        }
      case .gone: break
      }
    }
  }

  // MARK: Invariants

  /// - Throws: `Violation` if a user's file is neither at its path nor under a backup name.
  func checkOwners(of input: StoreInput, _ place: FuzzPlace) throws {
    // A listed file counts as the tool's own, and planted items may replace it.
    guard input.plantings.isEmpty, input.kind != .ledger else { return }
    for area in Self.areas(of: input.kind) {
      let names: [String] =
        switch area {
        case .output: ["\(StoreSamples.output)/\(FuzzOwner.notes)", Self.rawText]
        case .review: ["\(StoreSamples.baselineFolder)/\(FuzzOwner.notes)", Self.joinedNotes]
        }
      for name in names {
        let text = Array(FuzzOwner.text(of: name).utf8)
        let found = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
        let isThere = found.map { Array($0) == text } ?? false
        try Violation.unless(isThere || place.holds(text), "somebody's file is gone: \(name)")
      }
    }
  }
}

extension Array<UInt8> {
  fileprivate func withName<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
    (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      // The buffer ends with a zero, so it is never empty.
      buffer.baseAddress.map(body) ?? body("")
    }
  }
}
