import Files
import Foundation
import OutputTransactions
import Support
import Testing

@Suite("Edited lists in an output folder")
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

  @Test("a journal of the folder's own run removes and replaces nothing that the ledger does not list")
  func unlisted() throws {
    try place.folder.write("mine", to: "out/mine.txt")
    try place.folder.write("new", to: "out/.feedproof/next/mine.txt")
    try place.folder.write("mine", to: "out/other.txt")
    try place.leaveJournal([("put", "mine.txt"), ("drop", "other.txt")])
    try OutputLock.take(place.output).recover { _ in }
    #expect(place.files["mine.txt"] == "new" && place.files["mine.txt.kept-1"] == "mine")
    #expect(place.files["other.txt"] == "mine")
  }

  @Test("files of a journal that are missing stop no run, and are reported")
  func lostFiles() throws {
    for path in ["next/index.html", "next/lost.html", "staged/cards/lost.png"] {
      try place.folder.write("new", to: "out/.feedproof/\(path)")
    }
    try place.leaveJournal([("take", "cards/lost.png"), ("put", "index.html"), ("put", "lost.html")])
    for path in ["next/lost.html", "staged/cards/lost.png"] {
      try FileManager.default.removeItem(at: place.output.appendingPathComponent(".feedproof/\(path)"))
    }
    var codes: [String] = []
    try OutputLock.take(place.output).recover { codes.append($0.code) }
    #expect(codes == ["journal.finished", "journal.changed"])
    #expect(place.files["index.html"] == "new")
    #expect(!place.exists(StateFolder.journal))
  }

  @Test("a journal that another machine or version wrote stops the run, and changes nothing")
  func foreign() throws {
    try place.folder.write("new", to: "out/.feedproof/next/index.html")
    try place.leaveJournal([("put", "index.html")])
    let whole = try Data(contentsOf: place.output.appendingPathComponent(StateFolder.journal.text))
    for (text, code) in [
      (Array(whole), "journal.foreign"), (Array("put\tindex.html\n".utf8), "journal.version"),
    ] {
      try Data(text).write(to: place.output.appendingPathComponent(StateFolder.journal.text))
      try? FileManager.default.removeItem(at: place.output.appendingPathComponent(StateFolder.journalMark.text))
      #expect { try OutputLock.take(place.output).recover { _ in } } throws: { "\($0)".contains(code) }
      #expect(place.files["index.html"] == "one")
    }
  }

  @Test("a killed update is finished, but leaves alone what changed since", arguments: ["hand", "one"])
  func changedSince(text: String) throws {
    try place.folder.write("two", to: "out/.feedproof/next/index.html")
    try place.folder.write("two", to: "out/.feedproof/next/a/b")
    try place.leaveJournal([("put", "index.html"), ("put", "a/b")])
    // A checkout writes a new file, whatever its text.
    try FileManager.default.removeItem(at: place.output.appendingPathComponent("index.html"))
    try place.folder.write(text, to: "out/index.html")
    var codes: [String] = []
    try OutputLock.take(place.output).recover { codes.append($0.code) }
    #expect(place.files["index.html"] == text && place.files["a/b"] == "two")
    #expect(codes == ["journal.finished", "journal.changed"])
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

  @Test("the user's manifest.json is not taken for ours", arguments: UpdateWay.allCases)
  func otherManifest(way: UpdateWay) throws {
    try FileManager.default.removeItem(at: place.output.appendingPathComponent(StateFolder.ledger.text))
    try place.folder.write(
      #"{"schema":1,"tool":{"name":"another"},"posts":[],"feedPictures":[]}"#, to: "out/manifest.json")
    #expect { try place.publish(way, pages: ["manifest.json": "{}"]) } throws: { "\($0)".contains("output.not-ours") }
  }
}
