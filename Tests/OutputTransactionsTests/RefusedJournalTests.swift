import Diagnostics
import Files
import Foundation
import OutputTransactions
import Support
import Testing

@Suite("Journals that are refused")
struct RefusedJournalTests {
  private let place: TransactionFolder

  init() throws { place = try TransactionFolder() }

  private var journal: URL { place.root.appendingPathComponent(".feedproof/journal") }

  /// Leaves the journal of a transaction that was killed halfway.
  private func kill() throws {
    // Fail only when the journal exists.
    let place = place
    let operations = Operations { _ in true }
    try? place.prepare {
      let isHalf = place.files["a/1.json"] == "new"
      if isHalf { try operations.next() }
    }.commit()
    #expect(place.names.contains(".feedproof/journal") && place.files["a/1.json"] == "new")
  }

  /// Recovers the folder, and returns the error's code. No file may change.
  private func refusal(sourceLocation: SourceLocation = #_sourceLocation) -> String? {
    let before = place.files
    var code: String?
    do {
      #expect(try place.recover() == [], sourceLocation: sourceLocation)
    } catch let issue as Diagnostic {
      code = issue.code
      #expect(issue.hint != nil && issue.place?.file != nil, sourceLocation: sourceLocation)
    } catch let error as FileError {
      code = error.diagnostic.code
    } catch {}
    #expect(place.files == before, sourceLocation: sourceLocation)
    return code
  }

  /// Writes a journal that claims to be of this folder.
  private func forge(_ lines: [String], version: Int = 2, direction: String = "undo") throws {
    try place.write("", to: ".feedproof/journal.mark")
    let tree = try FileTree(place.root.path)
    let mark = try #require(FolderJournal.Mark(in: tree))
    let text = (["feedproof-journal \(version) \(direction) \(mark.text)"] + lines).map { $0 + "\n" }.joined()
    try place.write(text + "end \(lines.count) \(Digest(of: Data(text.utf8)).hex)\n", to: ".feedproof/journal")
  }

  @Test("a journal that was copied or checked out is foreign")
  func copied() throws {
    try kill()
    let copy = place.folder.url.appendingPathComponent("copy")
    try FileManager.default.copyItem(at: place.root, to: copy)
    try FileManager.default.removeItem(at: place.root)
    try FileManager.default.moveItem(at: copy, to: place.root)
    #expect(refusal() == "journal.foreign")
  }

  @Test("a journal without its mark is foreign")
  func unmarked() throws {
    try kill()
    try FileManager.default.removeItem(at: place.root.appendingPathComponent(".feedproof/journal.mark"))
    #expect(refusal() == "journal.foreign")
  }

  @Test("a journal that is cut off anywhere, or has one byte changed, is refused")
  func damaged() throws {
    try kill()
    let whole = try Data(contentsOf: journal)
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: journal)
      #expect(refusal() != nil, "\(count) bytes")
    }
    for index in stride(from: 0, to: whole.count, by: 7) {
      var bytes = whole
      bytes[index] ^= 1
      try bytes.write(to: journal)
      #expect(refusal() != nil, "byte \(index)")
    }
    try whole.write(to: journal)
    #expect(try place.recover() == ["journal.undone"])
    #expect(place.files == TransactionFolder.old)
  }

  @Test("a journal of an earlier or a later version is refused")
  func versions() throws {
    try place.write("new", to: ".feedproof/next/a/1.json")
    try place.write("put\ta/1.json\ndrop\tgone/1.json\n", to: ".feedproof/journal")
    #expect(refusal() == "journal.version")
    try forge([], version: 3)
    #expect(refusal() == "journal.version")
  }

  @Test(
    "a path that leads out of the folder, or to hidden files, makes a journal damaged",
    arguments: ["../victim", "/victim", "a/../../victim", ".git/config", ".feedproof/store.sqlite", "", "a//b"])
  func outside(path: String) throws {
    try place.folder.write("precious", to: "victim")
    let version = FileVersion.file(Digest(of: Data("precious".utf8)), inode: 1, modified: 1).text
    for kind in ["put", "take", "drop"] {
      for direction in ["undo", "finish"] {
        try forge(["\(kind)\t-\t\(version)\t\(path)"], direction: direction)
        #expect(refusal() == "journal.damaged")
      }
    }
    #expect(try String(contentsOf: place.folder.url.appendingPathComponent("victim"), encoding: .utf8) == "precious")
  }

  @Test("a journal that is a link or a folder is refused", arguments: ["link", "folder"])
  func kinds(kind: String) throws {
    try kill()
    let elsewhere = place.folder.url.appendingPathComponent("elsewhere")
    try FileManager.default.moveItem(at: journal, to: elsewhere)
    switch kind {
    case "link": try FileManager.default.createSymbolicLink(at: journal, withDestinationURL: elsewhere)
    case "folder": try FileManager.default.createDirectory(at: journal, withIntermediateDirectories: false)
    default: try FileManager.default.createDirectory(at: journal, withIntermediateDirectories: false)
    }
    #expect(refusal() != nil)
  }

  @Test("an earlier version that was replaced by a link, or changed, restores nothing", arguments: [true, false])
  func previous(isLink: Bool) throws {
    try kill()
    try place.folder.write("secret", to: "secret")
    let copy = place.root.appendingPathComponent(".feedproof/previous/a/1.json")
    try FileManager.default.removeItem(at: copy)
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: copy.path, withDestinationPath: "../../../../secret")
    } else {
      try place.write("secret", to: ".feedproof/previous/a/1.json")
    }
    #expect(try place.recover() == ["journal.undone", "journal.no-previous"])
    #expect(place.files["a/1.json"] == "new" && place.files["a/1.png"] == "old")
  }

  @Test("a folder of the state that is a link is refused", arguments: ["next", "previous"])
  func linkedFolders(name: String) throws {
    try kill()
    let folder = place.root.appendingPathComponent(".feedproof/\(name)")
    let elsewhere = place.folder.url.appendingPathComponent("elsewhere")
    try FileManager.default.moveItem(at: folder, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: elsewhere)
    #expect(refusal() == "output.link")
  }
}
