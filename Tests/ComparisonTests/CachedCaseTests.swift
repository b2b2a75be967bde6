import Files
import Foundation
import RunSupport
import Support
import Synchronization
import Testing

@testable import Comparison

@Suite("What a comparison need not draw again")
struct CachedCaseTests {
  @Test("where nothing changed nothing is drawn, and the review is byte for byte that of drawing all")
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

  @Test("beside a damaged baseline a case is told once, however often it is compared, and approving mends it")
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
    "baselines of an earlier version, without a digest of pixels, are read, and written anew when that is asked for")
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
      case .review: try FileManager.default.removeItem(at: project.file("output/review/.feedproof/kept"))
      }
    }
  }

  @Test("whatever a verdict depends on is looked at", arguments: Change.allCases)
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

  @Test("what was reported of a post is told again")
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

@Suite("The file of what a comparison may keep")
struct KeptPostsTests {
  private static let mark = FileMark(text: "1 2 3 4 \(String(repeating: "a", count: 64))")

  private func post(_ id: String, report: String = "{\n}") throws -> CachedPost {
    let mark = try #require(Self.mark)
    let key = PostKey(content: Digest(of: "content"), photos: Digest(of: "photos"), stamp: nil)
    return CachedPost(
      id: id, key: key, facts: "{}",
      cases: [
        CachedCase(
          id: "\(id)/1", marks: CaseDependencies(record: mark, hasPicture: true),
          texts: CaseTexts(report: report, junit: "<a/>\n", head: "[]", detail: "{}"))
      ])
  }

  private func write(_ posts: [CachedPost], in folder: TemporaryFolder) throws {
    let writer = try ComparisonCacheWriter(in: folder.url, key: Digest(of: "run"))
    for post in posts {
      try writer.begin(Array(post.head.utf8))
      for entry in post.cases { writer.append(entry) }
    }
    try writer.finish()
  }

  @Test("what was written is found by its id, whatever the order")
  func found() throws {
    let folder = try TemporaryFolder()
    try write([post("a"), post("b", report: "{\n  \"a\" : 1\n}")], in: folder)
    let posts = try #require(ComparisonCache(in: folder.url, key: Digest(of: "run")))
    #expect(posts.post("b")?.cases.map(\.texts.report) == ["{\n  \"a\" : 1\n}"])
    #expect(posts.post("a")?.cases.map(\.texts.junit) == ["<a/>\n"] && posts.post("c") == nil)
    #expect(posts.post("a")?.cases.map(\.marks) == [try post("a").cases[0].marks])
  }

  @Test("another run's key keeps nothing")
  func otherKey() throws {
    let folder = try TemporaryFolder()
    try write([post("a")], in: folder)
    #expect(ComparisonCache(in: folder.url, key: Digest(of: "other")) == nil)
  }

  @Test("a post that can't be written without doubt is left out")
  func separators() throws {
    let folder = try TemporaryFolder()
    try write([post("a", report: "\u{1F}"), post("b")], in: folder)
    let posts = try #require(ComparisonCache(in: folder.url, key: Digest(of: "run")))
    #expect(posts.post("a") == nil && posts.post("b") != nil)
  }

  @Test("a file that was damaged keeps what is whole", arguments: [5, 20, 100, 200, 400])
  func damaged(place: Int) throws {
    let folder = try TemporaryFolder()
    try write([post("a")], in: folder)
    let file = folder.url.appendingPathComponent(".feedproof/kept")
    var bytes = try Data(contentsOf: file)
    bytes[min(place, bytes.count - 2)] ^= 1
    try bytes.write(to: file)
    #expect(ComparisonCache(in: folder.url, key: Digest(of: "run"))?.post("a") == nil)
    try bytes.prefix(bytes.count / 2).write(to: file)
    #expect(ComparisonCache(in: folder.url, key: Digest(of: "run"))?.post("a") == nil)
  }
}
