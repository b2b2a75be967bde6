import Export
import Foundation
import GRDB
import Support
import Testing

@Suite("Opening a store")
struct StoreOpeningTests {
  private func expectSetAside(_ place: StoreFolder, saying words: String) throws {
    let before = try Data(contentsOf: place.file)
    var said: [String] = []
    let store = try place.open { said.append($0) }
    #expect(said.count == 1 && said[0].contains(words), "\(said)")
    // The new store works, and the old one is intact under another name.
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

  @Test("a store that SQLite would only read is set aside with a word, and no dry run trusts it")
  func readOnlyFormat() throws {
    let place = try StoreFolder()
    try place.open().close()
    var bytes = try Data(contentsOf: place.file)
    // The write version in the header.
    bytes[18] = 0x6A
    try bytes.write(to: place.file)
    #expect(ExportStore.openForReading(place.file) == nil)
    try expectSetAside(place, saying: "damaged")
  }

  @Test("another program's database is set aside with a word")
  func foreign() throws {
    let place = try StoreFolder()
    let other = try DatabaseQueue(path: place.file.path)
    try other.write { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
    try other.close()
    try expectSetAside(place, saying: "not a cache of Feedproof")
  }

  enum Stranger: String, CaseIterable { case pipe, localSocket, folder, link, danglingLink, linkedLog }

  @Test(
    "anything that is not a file is set aside with a word, and never followed or waited for",
    arguments: Stranger.allCases)
  func noFile(_ stranger: Stranger) throws {
    let (place, elsewhere) = (try StoreFolder(), try StoreFolder())
    try elsewhere.open().close()
    let before = try Data(contentsOf: elsewhere.file)
    try stranger.stand(at: place.file.path, linking: elsewhere.file.path)
    #expect(ExportStore.openForReading(place.file) == nil)
    var said: [String] = []
    let store = try place.open { said.append($0) }
    #expect(said.count == 1 && said[0].contains("not a regular file"))
    _ = try store.save([Sample.card("a")], designs: Sample.designs)
    try store.close()
    #expect(
      place.names == [
        ExportStore.fileName, stranger == .linkedLog ? "store.sqlite.broken-1-wal" : "store.sqlite.broken-1",
      ])
    #expect(try Data(contentsOf: elsewhere.file) == before && elsewhere.names == [ExportStore.fileName])
  }

  @Test("an empty file becomes a store")
  func empty() throws {
    let place = try StoreFolder()
    try Data().write(to: place.file)
    #expect(ExportStore.openForReading(place.file) == nil)
    let store = try place.open()
    #expect(try store.save([Sample.card("a")], designs: Sample.designs).count == 1)
  }

  @Test(
    "a store with other tables than ours is set aside with a word",
    arguments: [
      "DROP TABLE layout", "DROP TABLE story; CREATE TABLE story (card INTEGER PRIMARY KEY, text TEXT) STRICT",
      "ALTER TABLE file DROP COLUMN bytes", "ALTER TABLE card ADD COLUMN colour TEXT", "DROP TABLE grdb_migrations",
      "CREATE TRIGGER t AFTER INSERT ON card BEGIN DELETE FROM card; END", "DELETE FROM grdb_migrations",
    ])
  func otherTables(change: String) throws {
    let place = try StoreFolder()
    try place.open().close()
    let other = try DatabaseQueue(path: place.file.path)
    try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF; \(change)") }
    try other.close()
    #expect(ExportStore.openForReading(place.file) == nil)
    try expectSetAside(place, saying: "damaged")
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

  @Test("cards of the first version come along, with their heights and what a search knows of them")
  func firstVersion() throws {
    let place = try StoreFolder()
    let old = try DatabaseQueue(path: place.file.path)
    try StoreSchema.migrator.migrate(old, upTo: "cards")
    let card = Sample.card("a")
    let page = try #require(card.text.page)
    let entry = #"{"author":"A \" : B","heights":{"320":{"expanded":250.5},"375":{"collapsed":100.5,"expanded":300}}}"#
    let indented = entry.replacing(#"":{"#, with: "\" : {\n      ").replacing("}}", with: "}\n    }")
    try old.write { database in
      try database.execute(
        sql: """
          INSERT INTO design VALUES (1, ?, '{}');
          INSERT INTO card VALUES (1, 'a', ?, ?, 1, NULL, 0, NULL);
          INSERT INTO heights VALUES (1, x'');
          INSERT INTO story VALUES (1, ?, ?);
          INSERT INTO layout VALUES (1, 375, '[375]', '[2]'), (1, 320, '[320]', '[2]');
          """,
        arguments: [digest(3).data, digest(1).data, digest(2).data, indented, page.story])
    }
    try old.close()
    let text = try #require(try place.open().texts(of: [1]).first)
    #expect(text.entry == entry && text.page?.search == page.search && text.page?.search.author == "Ann")
    #expect(
      text.page?.layouts == [
        .init(width: 320, expanded: 250.5, collapsed: nil, places: "[320]", boxes: "[2]"),
        .init(width: 375, expanded: 300, collapsed: 100.5, places: "[375]", boxes: "[2]"),
      ])
  }

  @Test("damage deep inside is reported as such wherever it is met, and never ends the process", arguments: 2...12)
  func deepDamage(page: Int) throws {
    let place = try StoreFolder()
    let store = try place.open()
    let names = (0..<60).map(String.init)
    let ids = try store.save(
      names.map { Sample.card($0) }, designs: Sample.designs)
    try store.close()
    let whole = try Data(contentsOf: place.file)
    try #require(whole.count > 12 * 4096)
    for (seed, length) in [(UInt64(1), 4096), (2, 64), (3, 4), (4, 1)] {
      var bytes = whole
      var random = SplitMix64(seed: seed &* 100 &+ UInt64(page))
      let start = (page - 1) * 4096 + Int(random.next() % UInt64(4097 - length))
      for index in start..<start + length { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
      try bytes.write(to: place.file)
      let damaged = try place.open()
      // Each call returns the stored value or reports damage.
      for use: (ExportStore) throws -> Void in [
        { _ = try $0.cards(names) }, { _ = try $0.designs() }, { _ = try $0.height(of: ids[3], width: 320) },
        { _ = try $0.texts(of: ids) }, { _ = try $0.keys(of: ids) }, { _ = try $0.files(of: ids) },
        { _ = try $0.names(besides: []) }, { _ = try $0.save([Sample.card("1")], designs: Sample.designs) },
        { try $0.finishPublishing(Set(ids)) }, { try $0.close() },
      ] {
        do { try use(damaged) } catch is StoreIssue.Fault {}
      }
      _ = try damaged.setAside()
      for name in place.names where name.contains("broken") {
        try FileManager.default.removeItem(at: place.folder.url.appendingPathComponent(name))
      }
    }
  }

  @Test("each broken cache is kept under its own name")
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

  @Test("a place if nothing can be written is an error with the file's name")
  func unwritable() throws {
    let place = try StoreFolder()
    try place.folder.write("", to: "file")
    let file = place.folder.url.appendingPathComponent("file/store.sqlite")
    #expect { try ExportStore.open(file) } throws: { "\($0)".contains("file/store.sqlite") }
  }

  @Test("opening a cache for reading writes no file")
  func decorated() throws {
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

  @Test("a store that a killed run left open is checked with all it had kept")
  func log() throws {
    let place = try StoreFolder()
    let store = try place.open()
    _ = try store.save([Sample.card("a")], designs: Sample.designs)
    // After a kill, the log is not merged into the file.
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

extension StoreOpeningTests.Stranger {
  fileprivate func stand(at path: String, linking file: String) throws {
    let manager = FileManager.default
    switch self {
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .localSocket: try Self.makeSocket(at: path)
    case .folder: try manager.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
    case .link: try manager.createSymbolicLink(atPath: path, withDestinationPath: file)
    case .danglingLink: try manager.createSymbolicLink(atPath: path, withDestinationPath: file + "-not-there")
    case .linkedLog: try manager.createSymbolicLink(atPath: path + "-wal", withDestinationPath: file)
    }
  }

  private static func makeSocket(at path: String) throws {
    #if canImport(Darwin)
      let socket = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      let socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
  }
}
