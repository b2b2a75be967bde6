import Files
import Foundation
import Support
import Testing

@testable import OutputFolders

@Suite("Files that change as one step")
struct FolderTransactionTests {
  private let folder: TemporaryFolder
  private var root: URL { folder.url.appendingPathComponent("b") }

  init() throws {
    folder = try TemporaryFolder()
    for path in ["a/1.json", "a/1.png", "gone/1.json"] { try folder.write("old", to: "b/\(path)") }
  }

  private static let old = ["a/1.json": "old", "a/1.png": "old", "gone/1.json": "old"]
  private static let new = ["a/1.json": "new", "a/1.png": "new", "c/2.json": "new"]

  /// Every file by path, what the tool keeps for itself included.
  private var files: [String: String] {
    var found: [String: String] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? [] {
      if let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) { found[path] = text }
    }
    return found
  }

  private func prepared() throws -> FolderTransaction {
    let transaction = try FolderTransaction(root.path)
    for path: RelativePath in ["a/1.json", "a/1.png", "c/2.json"] { try transaction.put(Data("new".utf8), at: path) }
    try transaction.drop("gone/1.json")
    return transaction
  }

  @Test("all of it happens, and nothing else is left")
  func commits() throws {
    try prepared().commit()
    #expect(files == Self.new)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() == ["a", "c"])
  }

  @Test(
    "what can't be put or dropped is told before anything is written down, and stops nobody after",
    arguments: [("a/2.json/in", "a/2.json"), ("a/1.json", "a/1.json/2.json")])
  func obstacles(stands: String, asked: String) throws {
    try folder.write("old", to: "b/\(stands)")
    let before = files
    let path = try RelativePath.checked(asked)
    let asks: [(FolderTransaction) throws -> Void] = [
      { try $0.put(Data("new".utf8), at: path) }, { try $0.drop(path) },
    ]
    for ask in asks {
      let transaction = try FolderTransaction(root.path)
      try transaction.put(Data("new".utf8), at: "a/1.png")
      #expect(throws: FileError.self) { try ask(transaction) }
    }
    #expect(files == before)
    try FolderTransaction.recover(root.path)
    #expect(files == before)
  }

  @Test("what is given up has changed nothing")
  func abandons() throws {
    do { _ = try prepared() }
    #expect(files == Self.old)
  }

  @Test("killed after any step it is finished by the next that comes, also twice", arguments: 0...4)
  func recovers(done: Int) throws {
    let steps = ["put\ta/1.json", "put\ta/1.png", "put\tc/2.json", "drop\tgone/1.json"]
    for path in ["a/1.json", "a/1.png", "c/2.json"] { try folder.write("new", to: "b/.feedproof/next/\(path)") }
    // What a process does before it is killed.
    for step in steps.prefix(done) {
      let path = String(step.dropFirst(step.hasPrefix("put") ? 4 : 5))
      if step.hasPrefix("drop") {
        try FileManager.default.removeItem(at: root.appendingPathComponent(path))
      } else {
        let tree = try FileTree(root.path)
        try tree.rename(StateFolder.next / .checked(path), to: .checked(path))
      }
    }
    try folder.write(steps.map { $0 + "\n" }.joined(), to: "b/.feedproof/journal")
    try FolderTransaction.recover(root.path)
    #expect(files == Self.new)
    try FolderTransaction.recover(root.path)
    #expect(files == Self.new)
  }

  @Test("killed before it was written down it is as if it had never been")
  func begun() throws {
    try folder.write("new", to: "b/.feedproof/next/a/1.json")
    try folder.write("put\ta/1.json\n", to: "b/.feedproof/journal.partial")
    try FolderTransaction.recover(root.path)
    #expect(files["a/1.json"] == "old")
    do { _ = try FolderTransaction(root.path) }
    #expect(files == Self.old)
  }

  @Test("no step leads out of the folder", arguments: ["../victim", "/victim", "a/../../victim"])
  func outside(path: String) throws {
    try folder.write("precious", to: "victim")
    try folder.write("new", to: "b/.feedproof/next/victim")
    try folder.write("put\t\(path)\ndrop\t\(path)\n", to: "b/.feedproof/journal")
    try FolderTransaction.recover(root.path)
    #expect(try String(contentsOf: folder.url.appendingPathComponent("victim"), encoding: .utf8) == "precious")
  }
}
