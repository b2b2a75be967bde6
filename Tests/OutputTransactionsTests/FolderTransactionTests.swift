import Diagnostics
import Files
import Foundation
import OutputTransactions
import Support
import Testing

/// A folder with three files, and a transaction that replaces two, adds one and removes one.
struct TransactionFolder {
  let folder: TemporaryFolder
  var root: URL { folder.url.appendingPathComponent("b") }

  static let old = ["a/1.json": "old", "a/1.png": "old", "gone/1.json": "old"]
  static let new = ["a/1.json": "new", "a/1.png": "new", "c/2.json": "new"]

  init() throws {
    folder = try TemporaryFolder()
    for (path, text) in Self.old { try folder.write(text, to: "b/\(path)") }
  }

  /// The texts of all files by path, including the state folder's.
  var files: [String: String] {
    var found: [String: String] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? [] {
      if let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) { found[path] = text }
    }
    return found
  }

  /// All files and folders in the folder.
  var names: [String] { ((try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []).sorted() }

  func write(_ text: String, to path: String) throws { try folder.write(text, to: "b/\(path)") }

  func prepare(_ interruption: @escaping FolderTransaction.Interruption = {}) throws -> FolderTransaction {
    let transaction = try FolderTransaction(root.path, interruption: interruption)
    for path: RelativePath in ["a/1.json", "a/1.png", "c/2.json"] { try transaction.put(Data("new".utf8), at: path) }
    try transaction.drop("gone/1.json")
    return transaction
  }

  func recover(_ interruption: @escaping FolderTransaction.Interruption = {}) throws -> [String] {
    var codes: [String] = []
    try FolderTransaction.recover(root.path, interruption: interruption) { codes.append($0.code) }
    return codes
  }
}

struct Interrupted: Error {}

/// Counts operations, and lets some of them fail.
final class Operations {
  private(set) var count = 0
  private let fails: (Int) -> Bool

  init(_ fails: @escaping (Int) -> Bool = { _ in false }) { self.fails = fails }

  func next() throws {
    count += 1
    if fails(count) { throw Interrupted() }
  }

  /// Returns the numbers of all operations of a transaction, from 1.
  static func all() throws -> ClosedRange<Int> {
    let (place, operations) = (try TransactionFolder(), Operations())
    try place.prepare(operations.next).commit()
    return 1...operations.count
  }
}

@Suite("Files that change together")
struct FolderTransactionTests {
  private let place: TransactionFolder

  init() throws { place = try TransactionFolder() }

  @Test("all changes are made, and nothing else is left")
  func commits() throws {
    try place.prepare().commit()
    #expect(place.files == TransactionFolder.new)
    #expect(place.names == ["a", "a/1.json", "a/1.png", "c", "c/2.json"])
  }

  @Test(
    "obstacles are reported before anything is written, and stop no later command",
    arguments: [("a/2.json/in", "a/2.json"), ("a/1.json", "a/1.json/2.json")])
  func obstacles(stands: String, asked: String) throws {
    try place.write("old", to: stands)
    let before = place.files
    let path = try RelativePath.checked(asked)
    let requests: [(FolderTransaction) throws -> Void] = [
      { try $0.put(Data("new".utf8), at: path) }, { try $0.drop(path) },
    ]
    for request in requests {
      let transaction = try FolderTransaction(place.root.path)
      try transaction.put(Data("new".utf8), at: "a/1.png")
      #expect(throws: FileError.self) { try request(transaction) }
    }
    #expect(place.files == before)
    #expect(try place.recover() == [])
    #expect(place.files == before)
  }

  @Test("a symbolic link is neither replaced nor removed")
  func links() throws {
    let link = place.root.appendingPathComponent("a/link.png").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "1.png")
    let transaction = try FolderTransaction(place.root.path)
    #expect(throws: FileError(link, .link)) { try transaction.put(Data("new".utf8), at: "a/link.png") }
    #expect(throws: FileError(link, .link)) { try transaction.drop("a/link.png") }
  }

  @Test("an abandoned transaction changes nothing, and leaves no new folder")
  func abandons() throws {
    do { _ = try place.prepare() }
    #expect(place.files == TransactionFolder.old)
    let new = place.folder.url.appendingPathComponent("n").path
    do { try FolderTransaction(new).put(Data("new".utf8), at: "1.png") }
    #expect(FileStamp(new, following: false) == nil)
  }

  @Test("the last request for a path counts, and a file that stays the same is not touched")
  func requests() throws {
    let before = FileStamp(place.root.appendingPathComponent("a/1.png").path, following: false)
    let transaction = try FolderTransaction(place.root.path)
    try transaction.put(Data("old".utf8), at: "a/1.png")
    try transaction.put(Data("never".utf8), at: "a/1.json")
    try transaction.drop("a/1.json")
    try transaction.commit()
    #expect(place.files == ["a/1.png": "old", "gone/1.json": "old"])
    #expect(FileStamp(place.root.appendingPathComponent("a/1.png").path, following: false) == before)
  }

  @Test("after a failure of any operation, all files are as before or all are new")
  func failures() throws {
    for failing in try Operations.all() {
      let place = try TransactionFolder()
      let isDone = (try? place.prepare(Operations { $0 == failing }.next).commit()) != nil
      let files = place.files.filter { !$0.key.hasPrefix(".feedproof") }
      #expect(files == (isDone ? TransactionFolder.new : TransactionFolder.old), "operation \(failing)")
      let hasJournal = place.names.contains(".feedproof/journal")
      #expect(!hasJournal || isDone, "operation \(failing)")
      #expect(try place.recover() == (hasJournal ? ["journal.completed"] : []), "operation \(failing)")
      #expect(!place.names.contains("c") || isDone, "operation \(failing)")
    }
  }

  @Test("if undoing fails too, the next command undoes the changes")
  func doubleFailures() throws {
    let operations = try Operations.all()
    for first in operations {
      for second in (first + 1)...(first + 5) {
        let place = try TransactionFolder()
        let isDone = (try? place.prepare(Operations { [first, second].contains($0) }.next).commit()) != nil
        let hasJournal = place.names.contains(".feedproof/journal")
        #expect(try !place.recover().isEmpty == hasJournal, "operations \(first) and \(second)")
        #expect(
          place.files == (isDone ? TransactionFolder.new : TransactionFolder.old), "operations \(first) and \(second)")
      }
    }
  }

  @Test("a kill at any operation, and at any operation of the recovery, leaves one of the two states")
  func kills() throws {
    for killed in try Operations.all() {
      // Before the journal is complete, a recovery only removes temporary files.
      for again in killed < 8 ? [1, 2] : Array(1...12) {
        let place = try TransactionFolder()
        try? place.prepare(Operations { $0 >= killed }.next).commit()
        let hadJournal = place.names.contains(".feedproof/journal")
        _ = try? place.recover(Operations { $0 >= again }.next)
        let hasJournal = place.names.contains(".feedproof/journal")
        #expect(try !place.recover().isEmpty == hasJournal, "operations \(killed), \(again)")
        #expect([TransactionFolder.old, TransactionFolder.new].contains(place.files), "operations \(killed), \(again)")
        if !hadJournal { #expect(place.files == TransactionFolder.old || killed > 12) }
        #expect(!place.names.contains(".feedproof"))
      }
    }
  }

  /// Edits of a file while a transaction waits for recovery.
  private static let texts: [String: String] = ["by hand": "hand", "restored": "old", "as in the review": "new"]

  @Test(
    "files that changed after a kill stay unchanged, and the others have one of the two states",
    arguments: texts.keys.sorted() + ["removed"], ["a/1.json", "a/1.png", "gone/1.json", "c/2.json"])
  func changed(_ edit: String, of path: String) throws {
    for killed in try Operations.all() where killed > 7 {
      let place = try TransactionFolder()
      try? place.prepare(Operations { $0 >= killed }.next).commit()
      let url = place.root.appendingPathComponent(path)
      try? FileManager.default.removeItem(at: url)
      let text = Self.texts[edit]
      if let text { try place.write(text, to: path) }
      _ = try place.recover()
      var found = place.files
      // A file that the transaction removes is restored, even if the user removed it.
      let isDropped = edit == "removed" && path == "gone/1.json"
      #expect(found.removeValue(forKey: path) == text || isDropped, "operation \(killed)")
      let states = [TransactionFolder.old, TransactionFolder.new].map { $0.filter { $0.key != path } }
      #expect(states.contains(found), "operation \(killed)")
    }
  }

  @Test("files that were restored from version control stay, and the recovery reports that it had nothing to restore")
  func restored() throws {
    let operations = try Operations.all()
    for killed in operations {
      let place = try TransactionFolder()
      try? place.prepare(Operations { $0 >= killed }.next).commit()
      let hasJournal = place.names.contains(".feedproof/journal")
      for name in ["a", "c", "gone"] {
        try? FileManager.default.removeItem(at: place.root.appendingPathComponent(name))
      }
      for (path, text) in TransactionFolder.old { try place.write(text, to: path) }
      #expect(try place.recover() == (hasJournal ? ["journal.undone"] : []), "operation \(killed)")
      #expect(place.files == TransactionFolder.old)
    }
  }

  @Test("a file that changes between two steps of a transaction is not replaced")
  func meanwhile() throws {
    let place = self.place
    var isChanged = false
    let transaction = try place.prepare {
      guard !isChanged, place.names.contains(".feedproof/journal") else { return }
      isChanged = true
      try place.write("hand", to: "gone/1.json")
    }
    #expect { try transaction.commit() } throws: { "\($0)".contains("journal.") }
    #expect(place.files == ["a/1.json": "old", "a/1.png": "old", "gone/1.json": "hand"])
  }

  @Test("no transaction begins before an interrupted one is settled")
  func pending() throws {
    try? place.prepare(Operations { $0 >= 11 }.next).commit()
    #expect(place.names.contains(".feedproof/journal"))
    #expect { _ = try FolderTransaction(place.root.path) } throws: { "\($0)".contains("journal.pending") }
    #expect(try place.recover() == ["journal.undone"])
    _ = try FolderTransaction(place.root.path)
  }
}
