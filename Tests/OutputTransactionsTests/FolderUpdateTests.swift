import Diagnostics
import Export
import Files
import Foundation
import OutputTransactions
import Support
import Testing

/// The ways to update a folder.
enum UpdateWay: CaseIterable, CustomTestStringConvertible {
  case exchange, journal

  var testDescription: String { self == .exchange ? "by exchange" : "in place" }
}

/// An output folder that the test publishes.
struct PublishedFolder {
  let folder: TemporaryFolder
  let output: URL

  init(named name: String = "out") throws {
    folder = try TemporaryFolder()
    output = folder.url.appendingPathComponent(name)
  }

  /// The texts of all files by path, except for the state folder's.
  var files: [String: String] {
    var found: [String: String] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: output.path)) ?? []
    where !path.hasPrefix(".feedproof") {
      if let text = try? String(contentsOf: output.appendingPathComponent(path), encoding: .utf8) { found[path] = text }
    }
    return found
  }

  /// The files next to the output folder.
  var siblings: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).filter { $0 != "out" }
  }

  func exists(_ path: RelativePath) -> Bool { stamp(of: path) != nil }

  /// Returns the stamp of a file, or of a link itself.
  func stamp(of path: RelativePath) -> FileStamp? { FileStamp("\(output.path)/\(path)", following: false) }

  /// Leaves the journal of an update that was killed before its first step.
  func leaveJournal(_ steps: [(kind: String, path: String)]) throws {
    let tree = try FileTree(output.path)
    var journal = try FolderJournal.Writer(in: tree, .finish)
    for (kind, path) in steps {
      let path = try RelativePath.checked(path)
      var step = JournalStep(
        try #require(.init(rawValue: kind)), path, before: tree.version(of: path), after: .absent)
      if let source = step.source { step.after = tree.version(of: source) }
      try journal.append(step)
    }
    try journal.finish()
  }

  func stage(_ text: String, _ path: String) throws { try folder.write(text, to: "out/.feedproof/staged/\(path)") }

  func update(
    _ way: UpdateWay, _ lock: OutputLock, foreign: UnmanagedFilePolicy = .refuse,
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) throws -> any OutputUpdate {
    let key = Digest(of: "key")
    return switch way {
    case .exchange: try FolderExchange(lock, key: key, foreign: foreign, report: report)
    case .journal: try JournaledUpdate(lock, key: key, foreign: foreign, report: report)
    }
  }

  /// Publishes new images, unchanged ones and pages.
  func publish(
    _ way: UpdateWay = .exchange, new: [String: String] = [:], kept: [String] = [], pages: [String: String] = [:],
    foreign: UnmanagedFilePolicy = .refuse, report: @escaping (Diagnostic) -> Void = { _ in }
  ) throws {
    let lock = try OutputLock.take(output)
    for (path, text) in new { try stage(text, path) }
    let update = try update(way, lock, foreign: foreign, report: report)
    for path in new.keys { try update.take(.checked(path)) }
    for path in kept { try update.keep(.checked(path)) }
    for (path, text) in pages { try update.write(.checked(path), text) }
    do {
      try update.commit()
    } catch {
      update.abandon()
      throw error
    }
    try update.cleanUp()
  }
}

@Suite("Bringing an output folder to a new state")
struct FolderUpdateTests {
  @Test(
    "anything that is new comes, anything that is kept stays, anything that is listed no longer goes",
    arguments: UpdateWay.allCases)
  func changes(way: UpdateWay) throws {
    let place = try PublishedFolder()
    try place.publish(way, new: ["cards/a/1.png": "a", "cards/b/1.png": "b"], pages: ["index.html": "one"])
    #expect(place.files == ["cards/a/1.png": "a", "cards/b/1.png": "b", "index.html": "one"])
    try place.publish(way, new: ["cards/c/1.png": "c"], kept: ["cards/a/1.png"], pages: ["index.html": "two"])
    #expect(place.files == ["cards/a/1.png": "a", "cards/c/1.png": "c", "index.html": "two"])
    #expect(!place.exists("cards/b"))
    #expect(!place.exists(StateFolder.staged) && !place.exists(StateFolder.next) && !place.exists(StateFolder.journal))
    #expect(place.siblings.isEmpty)
  }

  @Test("a folder whose name leaves no room for another next to it is brought up to date in place")
  func longName() throws {
    let place = try PublishedFolder(named: String(repeating: "a", count: 252))
    #expect(throws: ExchangeUnsupported.self) { try place.publish(.exchange, pages: ["index.html": "one"]) }
    try place.publish(.journal, pages: ["index.html": "one"])
    #expect(place.files == ["index.html": "one"])
  }

  @Test("in place, a page that says what it said is not written again")
  func equalPages() throws {
    let place = try PublishedFolder()
    try place.publish(.journal, pages: ["a.js": "one", "b.js": "one", "c.js": "one"])
    let before = place.stamp(of: "a.js")
    try place.publish(.journal, pages: ["a.js": "one", "b.js": "two", "c.js": "longer"])
    #expect(place.stamp(of: "a.js") == before)
    #expect(place.files == ["a.js": "one", "b.js": "two", "c.js": "longer"])
  }

  @Test("in place, a link to a page of the same text becomes the page")
  func linkedPage() throws {
    let place = try PublishedFolder()
    try place.publish(.journal, pages: ["a.js": "one"])
    let page = place.output.appendingPathComponent("a.js")
    try place.folder.write("one", to: "elsewhere")
    try FileManager.default.removeItem(at: page)
    try FileManager.default.createSymbolicLink(atPath: page.path, withDestinationPath: "../elsewhere")
    try place.publish(.journal, pages: ["a.js": "one"])
    #expect(place.stamp(of: "a.js")?.kind == .file)
  }

  @Test("anything that is not ours is never touched", arguments: UpdateWay.allCases)
  func foreign(way: UpdateWay) throws {
    let place = try PublishedFolder()
    try place.publish(way, new: ["cards/a/1.png": "a"], pages: ["index.html": "one"])
    let own = [
      "review/report.json": "{}", "cards/a/note.txt": "mine", "cards/z/deep/er.txt": "z", "index.html.bak": "x",
    ]
    for (path, text) in own { try place.folder.write(text, to: "out/\(path)") }
    try FileManager.default.createDirectory(
      at: place.output.appendingPathComponent("empty/inside"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: place.output.appendingPathComponent("link").path, withDestinationPath: "nowhere")
    try place.publish(way, pages: ["index.html": "two"])
    #expect(place.files == own.merging(["index.html": "two"]) { first, _ in first })
    #expect(place.exists("empty/inside"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: place.output.appendingPathComponent("link").path)
        == "nowhere")
  }

  @Test("an unfinished update is invisible, and an abandoned one leaves nothing", arguments: UpdateWay.allCases)
  func abandons(way: UpdateWay) throws {
    let place = try PublishedFolder()
    try place.publish(way, new: ["cards/a/1.png": "a"], pages: ["index.html": "one"])
    let before = place.files
    let lock = try OutputLock.take(place.output)
    try place.stage("new", "cards/a/1.png")
    let update = try place.update(way, lock)
    try update.take("cards/a/1.png")
    try update.write("index.html", "two")
    #expect(place.files == before)
    update.abandon()
    #expect(place.files == before)
    #expect(place.siblings.isEmpty)
    // The rendered images stay for the next run.
    #expect(place.exists(StateFolder.staged / "cards/a/1.png"))
  }

  @Test("a store that was set aside, and the lock, come along")
  func ownFiles() throws {
    let place = try PublishedFolder()
    try place.folder.write("old", to: "out/.feedproof/store.sqlite.broken-1")
    try place.folder.write("store", to: "out/.feedproof/store.sqlite")
    let before = place.stamp(of: StateFolder.store)
    try place.publish(pages: ["index.html": "one"])
    #expect(place.exists(".feedproof/store.sqlite.broken-1"))
    let after = place.stamp(of: StateFolder.store)
    #expect(after?.inode == before?.inode)
    _ = try OutputLock.take(place.output)
  }

  @Test("a file that someone puts in while the new tree is made is moved over")
  func meanwhile() throws {
    let place = try PublishedFolder()
    try place.publish(new: ["cards/a/1.png": "a"], pages: ["index.html": "one"])
    let lock = try OutputLock.take(place.output)
    let update = FolderExchangeWithVisitor(place)
    try update.publish(lock)
    #expect(place.files["cards/a/late.txt"] == "late")
    #expect(place.files["index.html"] == "two")
    #expect(place.files["new.html"] == "ours")
    #expect(place.files["new.html.kept-1"] == "theirs")
    #expect(place.siblings.isEmpty)
  }

  @Test("an output without a ledger is known by its manifest", arguments: UpdateWay.allCases)
  func manifestOnly(way: UpdateWay) throws {
    let place = try PublishedFolder()
    for (path, text) in [
      "manifest.json":
        #"{"schema":1,"tool":{"name":"feedproof"},"posts":[{"pictures":[{"path":"cards/a/1.png"},{"path":"../../evil"}],"pages":[]}],"feedPictures":[{"path":"feed/1.png"}]}"#,
      "cards/a/1.png": "a", "cards/a/mine.txt": "mine", "feed/1.png": "f", "site/stories/0.js": "s",
      "site/own.js": "own", "index.html": "i", "other.png": "o",
    ] { try place.folder.write(text, to: "out/\(path)") }
    try place.publish(way, pages: ["index.html": "new"])
    #expect(
      place.files == ["cards/a/mine.txt": "mine", "site/own.js": "own", "other.png": "o", "index.html": "new"])
  }

  @Test("so is one whose posts are in files next to it", arguments: UpdateWay.allCases)
  func manifestOfSegments(way: UpdateWay) throws {
    let place = try PublishedFolder()
    for (path, text) in [
      "manifest.json":
        #"{"feedPictures":[],"schema":2,"segments":[{"path":"manifest/0.ndjson"},{"path":"../evil"}],"tool":{"name":"feedproof"}}"#,
      "manifest/0.ndjson": #"{"pages":[],"pictures":[{"path":"cards/a/1.png"}]}"# + "\n",
      "manifest/mine.ndjson": "mine", "cards/a/1.png": "a", "index.html": "i",
    ] { try place.folder.write(text, to: "out/\(path)") }
    try place.publish(way, pages: ["index.html": "new"])
    #expect(place.files == ["manifest/mine.ndjson": "mine", "index.html": "new"])
  }
}

/// Simulates a user who changes the folder at the worst moment: when the new tree is complete but not yet published.
private struct FolderExchangeWithVisitor {
  let place: PublishedFolder

  init(_ place: PublishedFolder) { self.place = place }

  func publish(_ lock: OutputLock) throws {
    let update = try FolderExchange(
      lock, key: Digest(of: "key"),
      exchange: { first, second in
        try? place.folder.write("late", to: "out/cards/a/late.txt")
        try? place.folder.write("theirs", to: "out/new.html")
        return exchangeByHand(first, second)
      })
    try update.write("index.html", "two")
    try update.write("new.html", "ours")
    try update.commit()
    try update.cleanUp()
  }
}

/// Three renames. Unless the process is killed in between, they equal one exchange.
func exchangeByHand(_ first: String, _ second: String) -> Int32 {
  for (from, to) in [(first, first + "-x"), (second, first), (first + "-x", second)] where rename(from, to) != 0 {
    return errno
  }
  return 0
}
