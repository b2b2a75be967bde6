import Foundation
import GRDB
import Testing

@testable import ExportStore

@Suite("Opening a store")
struct StoreOpeningTests {
  private func expectSetAside(_ place: StoreFolder, saying words: String) throws {
    let before = try Data(contentsOf: place.file)
    var said: [String] = []
    let store = try place.open { said.append($0) }
    #expect(said.count == 1 && said[0].contains(words), "\(said)")
    // The new one works, and what was there is whole under another name.
    _ = try store.save([Sample.card("a")], designs: Sample.designs)
    try store.close()
    #expect(place.names.filter { $0.contains("broken") }.count == 1)
    #expect(try Data(contentsOf: place.folder.url.appendingPathComponent("store.sqlite.broken-1")) == before)
  }

  @Test("a file that is no database is set aside with a word")
  func noDatabase() throws {
    let place = try StoreFolder()
    try place.folder.write(String(repeating: "no database ", count: 100), to: ExportStore.fileName)
    try expectSetAside(place, saying: "damaged")
  }

  @Test("a store that was cut off is set aside with a word")
  func cutOff() throws {
    let place = try StoreFolder()
    let store = try place.open()
    _ = try store.save((0..<200).map { Sample.card("\($0)") }, designs: Sample.designs)
    try store.close()
    let bytes = try Data(contentsOf: place.file)
    var broken = Data(bytes.prefix(4096 * 2))
    broken.replaceSubrange(100..<4096, with: repeatElement(0xFF, count: 3996))
    try broken.write(to: place.file)
    try expectSetAside(place, saying: "damaged")
  }

  @Test("another program's database is set aside with a word")
  func foreign() throws {
    let place = try StoreFolder()
    let other = try DatabaseQueue(path: place.file.path)
    try other.write { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
    try other.close()
    try expectSetAside(place, saying: "no store of ours")
  }

  @Test("a later version's store is set aside with a word")
  func newer() throws {
    let place = try StoreFolder()
    try place.open().close()
    let other = try DatabaseQueue(path: place.file.path)
    try other.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('of-tomorrow')") }
    try other.close()
    try expectSetAside(place, saying: "later version")
  }

  @Test("broken stores are kept one beside the other")
  func several() throws {
    let place = try StoreFolder()
    for _ in 0..<2 {
      try place.folder.write(
        "no database, but long enough to be looked at as one by SQLite's own reader of headers; "
          + String(repeating: "x", count: 100), to: ExportStore.fileName)
      try place.open().close()
    }
    #expect(place.names == ["store.sqlite", "store.sqlite.broken-1", "store.sqlite.broken-2"])
  }

  @Test("a place where nothing can be written is an error with the file's name")
  func unwritable() throws {
    let place = try StoreFolder()
    try place.folder.write("", to: "file")
    let file = place.folder.url.appendingPathComponent("file/store.sqlite")
    #expect { try ExportStore.open(file) } throws: { "\($0)".contains("file/store.sqlite") }
  }

  @Test("looking at a store writes nothing beside it")
  func looking() throws {
    let place = try StoreFolder()
    #expect(ExportStore.openForReading(place.file) == nil)
    let store = try place.open()
    _ = try store.save([Sample.card("a")], designs: Sample.designs)
    try store.close()
    let looked = try #require(ExportStore.openForReading(place.file))
    #expect(try looked.cards(["a"])[0] != nil)
    try looked.close()
    #expect(place.names == [ExportStore.fileName])
  }

  @Test("a store that a killed run left open is looked at with all it had kept")
  func log() throws {
    let place = try StoreFolder()
    let store = try place.open()
    _ = try store.save([Sample.card("a")], designs: Sample.designs)
    // As a kill leaves it: the log not yet in the file.
    let killed = try StoreFolder()
    for name in ["store.sqlite", "store.sqlite-wal"] {
      try FileManager.default.copyItem(
        at: place.folder.url.appendingPathComponent(name), to: killed.folder.url.appendingPathComponent(name))
    }
    let names = killed.names
    let looked = try #require(ExportStore.openForReading(killed.file))
    #expect(try looked.cards(["a"])[0] != nil)
    #expect(killed.names == names)
  }
}
