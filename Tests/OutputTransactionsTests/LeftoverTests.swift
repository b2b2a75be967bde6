import Export
import Files
import Foundation
import OutputTransactions
import Support
import Testing

@Suite("Leftovers of killed runs")
struct LeftoverTests {
  private func begun(_ place: PublishedFolder) throws -> (OutputLock, FolderExchange) {
    try place.publish(new: ["cards/a/1.png": "a"], pages: ["index.html": "one"])
    try place.folder.write("mine", to: "out/mine.txt")
    let lock = try OutputLock.take(place.output)
    let update = try FolderExchange(lock, key: Digest(of: "key"))
    try update.keep("cards/a/1.png")
    try update.write("index.html", "two")
    return (lock, update)
  }

  @Test("a new tree that was half made goes")
  func half() throws {
    let place = try PublishedFolder()
    let (lock, update) = try begun(place)
    let before = place.files
    #expect(place.siblings == [".out.next"])
    try lock.recover { _ in }
    #expect(place.siblings.isEmpty)
    #expect(place.files == before)
    withExtendedLifetime(update) {}
  }

  @Test("an old tree is removed, except for unmanaged files")
  func old() throws {
    let place = try PublishedFolder()
    let (lock, update) = try begun(place)
    try update.commit()
    // After a kill at this point, the old tree is next to the new one.
    try place.folder.write("late", to: ".out.next/late.txt")
    try lock.recover { _ in }
    #expect(place.siblings.isEmpty)
    #expect(
      place.files == ["cards/a/1.png": "a", "index.html": "two", "mine.txt": "mine", "late.txt": "late"])
  }

  @Test("the user's folder of that name is refused, and not touched")
  func foreign() throws {
    let place = try PublishedFolder()
    let lock = try OutputLock.take(place.output)
    try place.folder.write("mine", to: ".out.next/mine.txt")
    #expect { try lock.recover { _ in } } throws: { "\($0)".contains("output.in-the-way") }
    #expect(place.siblings == [".out.next"])
  }

  @Test("a partly removed tree stays managed and blocks nothing")
  func held() throws {
    let place = try PublishedFolder()
    let (lock, update) = try begun(place)
    try update.commit()
    // NFS gives such names to removed files that are still open.
    let held = "cards/a/.nfs000000000000a1b200000003"
    try place.folder.write("held", to: ".out.next/\(held)")
    var told: [String] = []
    try lock.recover { told.append($0.code) }
    #expect(told == ["output.leftover"] && place.siblings == [".out.next"])
    // Files that are added later still move to the output.
    try place.folder.write("late", to: ".out.next/notes/late.txt")
    #expect(throws: ExchangeUnsupported.self) { try FolderExchange(lock, key: Digest(of: "key")) }
    try lock.recover { _ in }
    #expect(place.files["notes/late.txt"] == "late" && place.files[held] == nil)
    try FileManager.default.removeItem(at: place.folder.url.appendingPathComponent(".out.next/\(held)"))
    try lock.recover { _ in }
    #expect(place.siblings.isEmpty)
  }

  @Test("a run that was killed between its last steps has lost nothing that came meanwhile")
  func lastSteps() throws {
    let place = try PublishedFolder()
    let (lock, update) = try begun(place)
    try update.commit()
    let beside = place.folder.url.appendingPathComponent(".out.next").path
    try FileManager.default.moveItem(atPath: "\(beside)/.feedproof", toPath: "\(place.output.path)/\(StateFolder.left)")
    try place.folder.write("late", to: ".out.next/late.txt")
    try lock.recover { _ in }
    #expect(place.siblings.isEmpty && !place.exists(StateFolder.left))
    #expect(
      place.files == ["cards/a/1.png": "a", "index.html": "two", "mine.txt": "mine", "late.txt": "late"])
  }

  @Test("a journal is done to the end by the next run, from any of its lines", arguments: 0...3)
  func journal(done: Int) throws {
    let place = try PublishedFolder()
    try place.publish(.journal, new: ["cards/a/1.png": "a", "cards/b/1.png": "b"], pages: ["index.html": "one"])
    // Simulates the journal of an update that was killed after some of its steps.
    try place.stage("new a", "cards/a/1.png")
    try place.folder.write("two", to: "out/.feedproof/next/index.html")
    try place.leaveJournal([("take", "cards/a/1.png"), ("put", "index.html"), ("drop", "cards/b/1.png")])
    let tree = try FileTree(place.output.path)
    if done > 0 { try tree.rename(StateFolder.staged / "cards/a/1.png", to: "cards/a/1.png") }
    if done > 1 { try tree.rename(StateFolder.next / "index.html", to: "index.html") }
    if done > 2 { try tree.remove("cards/b/1.png") }
    var codes: [String] = []
    try OutputLock.take(place.output).recover { codes.append($0.code) }
    #expect(codes == (done < 3 ? ["journal.finished"] : ["journal.completed"]))
    #expect(place.files == ["cards/a/1.png": "new a", "index.html": "two"])
    #expect(!place.exists(StateFolder.journal) && (done > 2 || !place.exists("cards/b")))
  }

  @Test(
    "a file system that can't exchange or link is distinguished from one that can't write",
    arguments: [(EXDEV, true), (EBUSY, true), (EINVAL, true), (ENAMETOOLONG, true), (ENOSPC, false), (EIO, false)])
  func faults(code: Int32, inPlace: Bool) {
    #expect((ExchangeUnsupported(code) != nil) == inPlace)
  }
}
