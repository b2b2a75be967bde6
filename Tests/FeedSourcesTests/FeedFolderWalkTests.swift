import Diagnostics
import FeedSources
import Foundation
import Projects
import Support
import Testing

@Suite("Going through a feed's folder")
struct FeedFolderWalkTests {
  private let folder: TemporaryFolder
  private let feed: URL

  init() throws {
    folder = try TemporaryFolder()
    feed = folder.url.appendingPathComponent("feed")
    try folder.write("{}", to: "feed/page.json")
    try folder.write("{}", to: "feed/more/page.json")
    try folder.write("{}", to: "elsewhere/page.json")
  }

  private func link(_ name: String, to target: String) throws {
    let path = feed.appendingPathComponent(name).path
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private func walk(_ root: URL? = nil, entryLimit: Int = FeedFolderWalk.entryLimit) -> FeedFolderWalk {
    let project = Project(folder: folder.url, feeds: [feed], output: folder.url.appendingPathComponent("output"))
    return FeedFolderWalk(root ?? feed, project: project, entryLimit: entryLimit)
  }

  private func names(_ walk: FeedFolderWalk) -> [String] {
    walk.files.map { "\($0.deletingLastPathComponent().lastPathComponent)/\($0.lastPathComponent)" }
  }

  @Test(
    "a link to a folder elsewhere is not followed, and reported with the folder to give", arguments: ["/", "elsewhere"])
  func outside(name: String) throws {
    let target = name == "/" ? name : folder.url.appendingPathComponent(name).resolvingSymlinksInPath().path
    try link("away", to: target)
    let walk = walk()
    #expect(names(walk) == ["feed/page.json", "more/page.json"])
    #expect(walk.diagnostics.map(\.code) == ["input.link-outside"])
    #expect(walk.diagnostics.first?.place?.description == "feed/away")
    #expect(walk.diagnostics.first?.severity == .warning)
    #expect(walk.diagnostics.first?.hint?.hasSuffix(target) == true)
  }

  @Test("links within the folder are followed once, to a parent too")
  func inside() throws {
    try link("again", to: "more")
    try link("more/up", to: "..")
    let walk = walk()
    #expect(names(walk) == ["feed/page.json", "again/page.json"])
    #expect(walk.diagnostics.isEmpty)
  }

  @Test("a link to a file elsewhere is a file of the feed")
  func file() throws {
    try link("other.json", to: folder.url.appendingPathComponent("elsewhere/page.json").path)
    #expect(names(walk()) == ["feed/other.json", "feed/page.json", "more/page.json"])
  }

  @Test(
    "the kernel's own file systems hold no feed", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func kernel() {
    #expect(walk(URL(fileURLWithPath: "/proc")).files.isEmpty)
  }

  @Test("after as many names as no feed has, anything that was found is taken and the rest told of")
  func manyFiles() {
    let walk = walk(entryLimit: 2)
    #expect(names(walk) == ["feed/page.json"])
    #expect(walk.diagnostics.map(\.code) == ["input.too-many-files"])
  }

  @Test("folders are looked into to a depth, and reported beyond it")
  func deep() throws {
    let path = "feed/" + String(repeating: "d/", count: FeedFolderWalk.depthLimit)
    try folder.write("{}", to: path + "last.json")
    try folder.write("{}", to: path + "e/beyond.json")
    let walk = walk()
    #expect(walk.files.contains { $0.lastPathComponent == "last.json" })
    #expect(!walk.files.contains { $0.lastPathComponent == "beyond.json" })
    #expect(walk.diagnostics.map(\.code) == ["input.too-many-files"])
  }
}
