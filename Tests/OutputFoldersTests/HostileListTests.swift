import Files
import Foundation
import Support
import Testing

@testable import OutputFolders

@Suite("Lists in an output folder that somebody has changed")
struct HostileListTests {
  private static let ways = [
    "../victim.txt", "a/../../victim.txt", "/victim.txt", "./../victim.txt", "link/victim.txt",
  ]

  private let place: PublishedFolder
  private var victim: URL { place.folder.url.appendingPathComponent("victim.txt") }

  init() throws {
    place = try PublishedFolder()
    try place.publish(pages: ["index.html": "one", "a/b": "x"])
    try place.folder.write("precious", to: "victim.txt")
    try FileManager.default.createSymbolicLink(
      atPath: place.output.appendingPathComponent("link").path, withDestinationPath: place.folder.url.path)
  }

  private var isWhole: Bool { (try? String(contentsOf: victim, encoding: .utf8)) == "precious" }

  @Test("no step of a journal leads out of the folder", arguments: ways)
  func journal(path: String) throws {
    try place.folder.write("bad", to: "out/.feedproof/next/victim.txt")
    try place.folder.write("bad", to: "out/.feedproof/staged/victim.txt")
    for step in ["drop", "put", "take"] {
      try place.folder.write("\(step)\t\(path)\n", to: "out/\(StateFolder.journal)")
      try? JournaledUpdate.replay(in: FileTree(place.output.path)) { _ in }
      #expect(isWhole)
    }
  }

  @Test("a journal removes and replaces nothing that the ledger does not list")
  func unlisted() throws {
    try place.folder.write("mine", to: "out/mine.txt")
    try place.folder.write("new", to: "out/.feedproof/next/mine.txt")
    try place.folder.write("drop\tmine.txt\nput\tmine.txt\n", to: "out/\(StateFolder.journal)")
    try JournaledUpdate.replay(in: FileTree(place.output.path)) { _ in }
    #expect(place.files["mine.txt"] == "new" && place.files["mine.txt.kept-1"] == "mine")
  }

  @Test("files of a journal that are nowhere keep no run from going on")
  func lostFiles() throws {
    try place.folder.write("new", to: "out/.feedproof/next/index.html")
    try place.folder.write("take\tcards/lost.png\nput\tindex.html\nput\tlost.html\n", to: "out/\(StateFolder.journal)")
    try OutputLock.take(place.output).recover { _ in }
    #expect(place.files["index.html"] == "new")
    #expect(!place.exists(StateFolder.journal))
  }

  @Test("no path of a ledger leads out of the folder", arguments: UpdateWay.allCases)
  func ledger(way: UpdateWay) throws {
    let key = String(repeating: "0", count: 64)
    let lines = Self.ways.joined(separator: "\n")
    try place.folder.write("feedproof-ledger 1 \(key)\n\(lines)\n", to: "out/\(StateFolder.ledger)")
    try? place.publish(way, pages: ["new.html": "two"])
    #expect(isWhole)
  }

  @Test("no path of a manifest leads out of the folder", arguments: UpdateWay.allCases)
  func manifest(way: UpdateWay) throws {
    try FileManager.default.removeItem(at: place.output.appendingPathComponent(StateFolder.ledger.text))
    let paths = Self.ways.map { #"{"path":"cards/../\#($0)"}"# }.joined(separator: ",")
    try place.folder.write(
      #"{"schema":1,"tool":{"name":"feedproof"},"posts":[{"pictures":[\#(paths)]}],"feedPictures":[]}"#,
      to: "out/manifest.json")
    try place.publish(way, pages: ["index.html": "two"])
    #expect(isWhole)
    #expect(!place.exists("manifest.json"))
  }

  @Test("somebody's own manifest.json is not taken for ours", arguments: UpdateWay.allCases)
  func otherManifest(way: UpdateWay) throws {
    try FileManager.default.removeItem(at: place.output.appendingPathComponent(StateFolder.ledger.text))
    try place.folder.write(
      #"{"schema":1,"tool":{"name":"another"},"posts":[],"feedPictures":[]}"#, to: "out/manifest.json")
    #expect { try place.publish(way, pages: ["manifest.json": "{}"]) } throws: { "\($0)".contains("output.not-ours") }
  }
}
