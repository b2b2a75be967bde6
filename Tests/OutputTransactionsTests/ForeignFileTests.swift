import Diagnostics
import Files
import Foundation
import OutputTransactions
import Support
import Testing

@Suite("Unmanaged files in the output folder")
struct ForeignFileTests {
  private let place: PublishedFolder

  init() throws { place = try PublishedFolder() }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createDirectory(at: place.output, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: place.output.appendingPathComponent(path).path, withDestinationPath: target)
  }

  private func refusal(_ way: UpdateWay, pages: [String: String]) -> Diagnostic? {
    do {
      try place.publish(way, pages: pages)
      return nil
    } catch {
      return error as? Diagnostic
    }
  }

  @Test("unmanaged files are reported and not changed", arguments: UpdateWay.allCases)
  func refused(way: UpdateWay) throws {
    let own = ["index.html": "mine", "site/feed.js": "mine too", "note.txt": "note"]
    for (path, text) in own { try place.folder.write(text, to: "out/\(path)") }
    let error = refusal(way, pages: ["index.html": "ours", "site/feed.js": "ours", "manifest.json": "{}"])
    #expect(error?.code == "output.not-ours")
    #expect(error?.message.contains("2 unmanaged files") == true && error?.message.contains("index.html") == true)
    #expect(place.files == own && place.siblings.isEmpty)
    #expect(!place.exists(StateFolder.journal) && !place.exists(StateFolder.next))
  }

  @Test("--set-aside renames unmanaged files", arguments: UpdateWay.allCases)
  func setAside(way: UpdateWay) throws {
    try place.folder.write("mine", to: "out/index.html")
    try place.folder.write("older", to: "out/index.html.kept-1")
    var reported: [String] = []
    try place.publish(way, pages: ["index.html": "one"], foreign: .setAside) { reported.append($0.message) }
    let expected = ["index.html": "one", "index.html.kept-1": "older", "index.html.kept-2": "mine"]
    #expect(place.files == expected)
    #expect(reported == ["an unmanaged file of this name was renamed to index.html.kept-2"])
    try place.publish(way, pages: ["index.html": "two"])
    #expect(place.files == expected.merging(["index.html": "two"]) { $1 })
    #expect(place.siblings.isEmpty)
  }

  @Test(
    "a folder where a file comes, and a file where a folder comes, are someone's too", arguments: UpdateWay.allCases)
  func kinds(way: UpdateWay) throws {
    let own = ["index.html/deep/a.txt": "a", "site": "not a folder"]
    for (path, text) in own { try place.folder.write(text, to: "out/\(path)") }
    let pages = ["index.html": "ours", "site/feed.js": "ours"]
    #expect(refusal(way, pages: pages)?.code == "output.not-ours")
    #expect(place.files == own)
    try place.publish(way, pages: pages, foreign: .setAside)
    #expect(
      place.files == pages.merging(["index.html.kept-1/deep/a.txt": "a", "site.kept-1": "not a folder"]) { $1 })
    #expect(place.siblings.isEmpty)
  }

  @Test("a link in place of a folder of ours is not written through", arguments: UpdateWay.allCases)
  func links(way: UpdateWay) throws {
    try place.folder.write("theirs", to: "elsewhere/feed.js")
    try link("site", to: place.folder.url.appendingPathComponent("elsewhere").path)
    #expect(refusal(way, pages: ["site/feed.js": "ours"])?.code == "output.not-ours")
    try place.publish(way, pages: ["site/feed.js": "ours"], foreign: .setAside)
    #expect(
      try String(contentsOf: place.folder.url.appendingPathComponent("elsewhere/feed.js"), encoding: .utf8) == "theirs")
    #expect(place.stamp(of: "site")?.kind == .folder && place.stamp(of: "site.kept-1")?.kind == .link)
  }

  @Test("a folder of ours that someone made a link stays a link", arguments: UpdateWay.allCases)
  func replaced(way: UpdateWay) throws {
    try place.publish(way, pages: ["site/feed.js": "one"])
    try FileManager.default.moveItem(
      at: place.output.appendingPathComponent("site"), to: place.folder.url.appendingPathComponent("moved"))
    try link("site", to: place.folder.url.appendingPathComponent("moved").path)
    #expect(refusal(way, pages: ["site/feed.js": "two"])?.code == "output.not-ours")
    #expect(place.stamp(of: "site")?.kind == .link)
    #expect(try String(contentsOf: place.folder.url.appendingPathComponent("moved/feed.js"), encoding: .utf8) == "one")
  }

  @Test(
    "internal files must be regular files",
    arguments: [".feedproof", ".feedproof/staged", ".feedproof/lock", ".feedproof/journal"])
  func own(path: String) throws {
    try place.folder.write("theirs", to: "elsewhere/file")
    if path != ".feedproof" { try place.folder.write("", to: "out/.feedproof/other") }
    try link(path, to: place.folder.url.appendingPathComponent("elsewhere/file").path)
    #expect { _ = try OutputLock.take(place.output) } throws: { "\($0)".contains("output.link") }
    #expect(
      try String(contentsOf: place.folder.url.appendingPathComponent("elsewhere/file"), encoding: .utf8) == "theirs")
  }

  @Test(
    "a pipe in place of a file of ours is reported, and no one waits for it", .timeLimit(.minutes(10)),
    arguments: [".feedproof/lock", ".feedproof/journal", ".feedproof/ledger"])
  func pipes(path: String) throws {
    try place.folder.write("", to: "out/.feedproof/other")
    #expect(mkfifo(place.output.appendingPathComponent(path).path, 0o600) == 0)
    #expect { _ = try OutputLock.take(place.output) } throws: { "\($0)".contains("output.not-a-file") }
  }

  @Test("files whose names are no UTF-8 stay", arguments: UpdateWay.allCases)
  func bytes(way: UpdateWay) throws {
    try place.publish(way, pages: ["index.html": "one"])
    let name = try #require(RelativePath(found: [0x66, 0xFF], in: "mine"))
    let tree = try FileTree(place.output.path)
    try tree.create(name).flush()
    for text in ["two", "three"] { try place.publish(way, pages: ["index.html": text]) }
    #expect(try FileTree(place.output.path).stamp(of: name) != nil)
    #expect(place.siblings.isEmpty)
  }
}
