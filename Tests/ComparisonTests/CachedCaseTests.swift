import Comparison
import Files
import Foundation
import ImageFolders
import RunSupport
import Support
import Synchronization
import Testing

@Suite("Cards that a comparison reuses")
struct CachedCaseTests {
  @Test("if nothing changed nothing is drawn, and the review is byte for byte that of drawing all")
  func unchanged() async throws {
    let project = try ComparisonProject()
    try await project.settle()
    let drawn = try project.review()
    let outcome = try await project.compare()
    #expect((outcome.drawn, outcome.kept) == (0, 3) && outcome.count(.identical) == 6)
    #expect(try project.review() == drawn)
    let forced = try await project.compare(isForced: true)
    #expect((forced.drawn, forced.kept) == (3, 0))
    #expect(try project.review() == drawn)
    #expect(try await project.compare().kept == 3)
  }

  @Test("a post that changed is drawn alone, and can be approved")
  func changedPost() async throws {
    let project = try ComparisonProject()
    try await project.settle()
    project.texts[2] = "Another third"
    let outcome = try await project.compare()
    #expect((outcome.drawn, outcome.kept) == (1, 2))
    #expect((outcome.count(.different), outcome.count(.identical)) == (2, 4))
    // A differing card is rendered every time, because approvals need its image.
    #expect(try await project.compare().drawn == 1)
    try project.approveAll()
    #expect(try await project.compare().count(.identical) == 6)
    #expect(try await project.compare().kept == 3)
  }

  @Test("next to a damaged baseline a case is reported once, however often it is compared, and approving repairs it")
  func damaged() async throws {
    let project = try ComparisonProject()
    try await project.settle()
    let baseline = project.file("Baselines/wall1_2/300@1x-light-expanded.json")
    let text = try String(contentsOf: baseline, encoding: .utf8)
    try "<<<<<<< HEAD\n\(text)=======\n\(text)>>>>>>> theirs\n".write(to: baseline, atomically: false, encoding: .utf8)
    // Another version of the tool renders all of them again.
    for build in ["1", "1", "2", "2", "3"] {
      project.build = build
      let outcome = try await project.compare()
      #expect((outcome.count(.identical), outcome.count(.error)) == (5, 1))
    }
    try project.approveAll()
    #expect(try await project.compare().count(.identical) == 6)
  }

  @Test("a card that is drawn and is as approved is not even encoded", arguments: ["full", "digest"])
  func notEncoded(keep: String) async throws {
    let project = try ComparisonProject()
    project.settings += "baselines: {keep: \(keep)}\n"
    try await project.settle()
    let tally = WorkTally()
    let report = try await WorkTally.$current.withValue(tally) { try await project.compare(isForced: true) }
    #expect(report.count(.identical) == 6)
    // The images of the self-check before a comparison.
    let trial = WorkTally()
    try WorkTally.$current.withValue(trial) { try ComparedImageFile.checkComparison(threshold: 0) }
    #expect(tally[.compressedPicture] == trial[.compressedPicture])
    #expect(!FileSystem.exists(project.file("output/review/thumbnails")))
  }

  @Test(
    "baselines of an earlier version, without a digest of pixels, are read, and written again when that is asked for")
  func earlierVersion() async throws {
    let project = try ComparisonProject()
    try await project.settle()
    let store = BaselineStore(project.file("Baselines"))
    for id in store.ids(unreadable: { Issue.record("\($0)") }, where: { _ in true }) {
      let file = project.file("Baselines/\(id).json")
      let record = try #require(try store.record(of: id))
      let text = String(decoding: try record.text(), as: UTF8.self)
        .replacing("\"pixels\":\"\(record.pixels ?? "")\",", with: "").replacing("\"schema\":2", with: "\"schema\":1")
      try text.write(to: file, atomically: false, encoding: .utf8)
      #expect(try store.record(of: id)?.pixels == nil)
    }
    #expect(try await project.compare().count(.identical) == 6)
    #expect(try project.approve { $0.convert = true }.converted.count == 6)
    for id in store.ids(unreadable: { Issue.record("\($0)") }, where: { _ in true }) {
      #expect(try store.record(of: id)?.pixels?.count == 64)
    }
    #expect(try await project.compare().count(.identical) == 6)
    #expect(try project.approve { $0.convert = true }.converted.isEmpty)
  }

  /// A change between two comparisons, and the number of posts that it causes to be rendered.
  enum Change: String, CaseIterable {
    case tool, width, language, token, tolerance, photo, baseline, picture, environment, comment, force, review

    var drawn: Int {
      switch self {
      case .photo, .baseline, .picture: 1
      case .comment: 0
      default: 3
      }
    }

    func make(in project: ComparisonProject) throws {
      let baseline = project.file("Baselines/wall1_2/300@1x-light-expanded.json")
      switch self {
      case .tool: project.build = "2"
      case .width: project.settings = project.settings.replacing("320", with: "310")
      case .language: project.settings = project.settings.replacing("en", with: "ru")
      case .token:
        let tokens = try ["newsfeed.tokens.json", "newsfeed.dark.tokens.json"].map { name in
          let text = try String(contentsOf: Checkout.url("Mockups/newsfeed/\(name)"), encoding: .utf8)
          try project.folder.write(text.replacing("#818C99", with: "#818C98"), to: "tokens/\(name)")
          return project.file("tokens/\(name)")
        }
        project.change = { $0.tokens = Array(tokens.prefix(1)) }
      case .tolerance: project.settings += "tolerances:\n  - {cases: '*', count: 3, reason: none}\n"
      case .photo: try project.photo("pie_604.jpg")
      case .baseline:
        let text = try String(contentsOf: baseline, encoding: .utf8)
        // The same length, but other bytes.
        try text.replacing(#""sha256":""#, with: #""sha256":"0"#).replacing(#"","size":"#, with: #"" ,"size":"#)
          .write(to: baseline, atomically: false, encoding: .utf8)
      case .picture:
        try FileManager.default.removeItem(at: baseline.deletingPathExtension().appendingPathExtension("png"))
      case .environment: try project.folder.write("{}", to: "Baselines/environments/0.json")
      case .comment: project.settings += "# as before\n"
      case .force: break
      case .review: try FileManager.default.removeItem(at: project.file("output/review/.feedproof/comparison.sqlite"))
      }
    }
  }

  @Test("everything that a verdict depends on is checked", arguments: Change.allCases)
  func changed(change: Change) async throws {
    let project = try ComparisonProject()
    try await project.settle()
    try change.make(in: project)
    let outcome = try await project.compare(isForced: change == .force)
    #expect(outcome.drawn == change.drawn)
    // The reused results equal those of a complete comparison.
    let review = try project.review()
    _ = try await project.compare(isForced: true)
    #expect(try project.review() == review)
  }

  @Test("files that were copied elsewhere are known by their bytes")
  func copied() async throws {
    let project = try ComparisonProject()
    try await project.settle()
    for path in ["Baselines", "output", "media"] {
      let files = try FileManager.default.subpathsOfDirectory(atPath: project.file(path).path)
      for file in files.map({ project.file(path).appendingPathComponent($0) }) where !FileSystem.isFolder(file) {
        let bytes = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
      }
    }
    #expect(try await project.compare().drawn == 0)
  }

  @Test("anything that was reported of a post is reported again")
  func reported() async throws {
    let project = try ComparisonProject()
    try FileManager.default.removeItem(at: project.file("media/photo.jpg"))
    try await project.settle()
    let said = Mutex("")
    let progress = RunProgress(style: .plain, uptime: { 0 }, standardOutput: { _ in }) { text in
      said.withLock { $0 += text }
    }
    let outcome = try await project.compare(progress: progress)
    #expect(outcome.drawn == 0 && said.withLock { $0 }.contains("photo.missing"))
  }
}

@Suite("The rows of a comparison, and those that the next one reuses")
struct ComparisonStoreTests {
  private static let run = Digest(of: "run")

  private func post(_ id: String, report: String = "{\n}") throws -> ComparisonStore.Post {
    let mark = try #require(FileMark(text: "1 2 3 4 \(String(repeating: "a", count: 64))"))
    let key = PostKey(content: Digest(of: "content"), photos: Digest(of: "photos"), stamp: nil)
    return ComparisonStore.Post(
      id: id, key: key, facts: "{}",
      rows: [
        ComparisonStore.Row(
          id: "\(id)/1", dependencies: CaseDependencies(record: mark, hasPicture: true),
          texts: ReviewTexts(report: report, junit: "<a/>\n", head: "[]", detail: "{}"))
      ])
  }

  private func write(_ posts: [ComparisonStore.Post], in folder: TemporaryFolder) throws {
    let store = try ComparisonStore(in: folder.url, key: Self.run)
    for post in posts {
      let number = try store.add(post, cases: post.rows.count)
      for row in post.rows { try store.add(row, of: number) }
    }
    try store.finish()
  }

  private func last(in folder: TemporaryFolder, key: Digest = run) -> (store: ComparisonStore?, codes: [String]) {
    var codes: [String] = []
    let store = ComparisonStore(last: folder.url, key: key) { codes.append($0.code) }
    return (store, codes)
  }

  private func expectNone(_ found: (store: ComparisonStore?, codes: [String]), _ codes: [String]) {
    #expect(found.store == nil && found.codes == codes)
  }

  @Test("a post is found by its id, with all control characters of its texts")
  func found() throws {
    let folder = try TemporaryFolder()
    try write([post("a"), post("b", report: "{\n  \u{1F}\u{1D} : 1\n}")], in: folder)
    let store = try #require(last(in: folder).store)
    #expect(store.post("b")?.rows.map(\.texts?.report) == ["{\n  \u{1F}\u{1D} : 1\n}"])
    #expect(store.post("a")?.rows.map(\.texts) == [try post("a").rows[0].texts] && store.post("c") == nil)
    #expect(store.post("a")?.rows.map(\.dependencies) == [try post("a").rows[0].dependencies])
  }

  @Test("rows are read in the order in which they were added, and texts can be added to them")
  func order() throws {
    let folder = try TemporaryFolder()
    let store = try ComparisonStore(in: folder.url, key: nil)
    for number in 0..<3 {
      var result = CaseResult(
        id: "\(number)", reference: .baseline, post: "p", variant: nil, verdict: .new, reasons: ["r"])
      result.seconds = Double(number)
      try store.add(ComparisonStore.Row(id: result.id, result: result))
    }
    try store.forEach { try store.set(head: "h\($0.id)", nil, of: $0) }
    var (seconds, heads) = ([Double](), [String]())
    try store.forEach { seconds.append($0.result?.seconds ?? -1) }
    try store.forEachHead { heads.append($0) }
    #expect(seconds == [0, 1, 2] && heads == ["h0", "h1", "h2"])
  }

  @Test("a store of another run is not reused, and one that is not complete neither")
  func otherRun() throws {
    let folder = try TemporaryFolder()
    expectNone(last(in: folder), [])
    try write([post("a")], in: folder)
    expectNone(last(in: folder, key: Digest(of: "other")), [])
    let store = try ComparisonStore(in: folder.url, key: nil)
    try store.finish()
    #expect(last(in: folder).store?.post("a") != nil)
  }

  @Test("a store that is no database is reported and not reused", arguments: ["", "no database", "SQLite format 3\0"])
  func noDatabase(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: ".feedproof/comparison.sqlite")
    expectNone(last(in: folder), ["compare.store-damaged"])
  }

  @Test("a store whose pages are damaged is reported", arguments: [5, 70, 100, 4100])
  func damagedPages(place: Int) throws {
    let folder = try TemporaryFolder()
    try write([post("a"), post("b")], in: folder)
    let file = folder.url.appendingPathComponent(".feedproof/comparison.sqlite")
    var bytes = try Data(contentsOf: file)
    for index in place..<place + 4 { bytes[index] ^= 0x55 }
    try bytes.write(to: file)
    let found = last(in: folder)
    #expect(found.codes == ["compare.store-damaged"] && found.store == nil)
    try bytes.prefix(bytes.count / 2).write(to: file)
    #expect(last(in: folder).codes == ["compare.store-damaged"])
  }

  @Test("a post with one other letter in a text is not reused, the others are")
  func damagedText() throws {
    let folder = try TemporaryFolder()
    try write([post("a"), post("b", report: "needle")], in: folder)
    let file = folder.url.appendingPathComponent(".feedproof/comparison.sqlite")
    var bytes = try Data(contentsOf: file)
    let place = try #require(bytes.range(of: Data("needle".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: file)
    let store = try #require(last(in: folder).store)
    #expect(store.post("a") != nil && store.post("b") == nil)
  }

  @Test("a link or a folder in place of a store is left alone", arguments: [true, false])
  func noFile(isLink: Bool) throws {
    let folder = try TemporaryFolder()
    try write([post("a")], in: folder)
    let file = folder.url.appendingPathComponent(".feedproof/comparison.sqlite")
    if isLink {
      let other = folder.url.appendingPathComponent("other.sqlite")
      try FileManager.default.moveItem(at: file, to: other)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
    } else {
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    }
    expectNone(last(in: folder), [])
  }
}
