import Export
import Files
import Foundation
import Testing

@Suite("Content of the cache")
struct ExportStoreTests {
  @Test("a card comes back as it was kept, also after closing")
  func keeps() throws {
    let place = try StoreFolder()
    let store = try place.open()
    let card = Sample.card("a")
    let ids = try store.save([card], designs: Sample.designs)
    try store.close()
    #expect(place.names == [ExportStore.fileName])
    let again = try place.open()
    let found = try #require(try again.cards(["a"])[0])
    #expect(found.id == ids[0])
    #expect(found.key == card.key)
    #expect(found.stamp == card.stamp)
    #expect(found.files == card.files)
    #expect(found.isStaged)
    #expect(try again.texts(of: ids) == [card.text])
    #expect(try again.designs() == Sample.designs)
  }

  @Test("cards are found by name, in the order they are asked for")
  func order() throws {
    let store = try StoreFolder().open()
    let ids = try store.save(["a", "b", "c"].map { Sample.card($0) }, designs: Sample.designs)
    let found = try store.cards(["c", "unknown", "a"]).map { $0?.id }
    #expect(found == [ids[2], nil, ids[0]])
  }

  @Test("a card that is drawn again is a different one, and nothing of the first is left")
  func replaces() throws {
    let store = try StoreFolder().open()
    let first = try store.save([Sample.card("a", entry: "1")], designs: Sample.designs)
    let second = try store.save([Sample.card("a", entry: "2")], designs: Sample.designs)
    #expect(first != second)
    #expect(try store.cards(["a"])[0]?.id == second[0])
    #expect(throws: StoreIssue.Fault.corrupt) { try store.texts(of: first) }
  }

  @Test("heights come by width; an image of the feed has none, and no words")
  func heights() throws {
    let store = try StoreFolder().open()
    var picture = Sample.card("feed/1.png")
    picture.text.page = nil
    let ids = try store.save([Sample.card("a", initial: 302.2), picture], designs: Sample.designs)
    #expect(try store.height(of: ids[0], width: 320) == 303 && store.height(of: ids[0], width: 300) == 0)
    #expect(try store.height(of: ids[1], width: 320) == 0)
    #expect(try store.texts(of: ids).map(\.page?.id) == ["a", nil])
  }

  @Test("published cards are those that were named; the others are gone")
  func publishing() throws {
    let store = try StoreFolder().open()
    let ids = try store.save(["a", "b"].map { Sample.card($0) }, designs: Sample.designs)
    #expect(try store.files(of: ids).map(\.isStaged) == [true, true])
    try store.finishPublishing(Set(ids))
    #expect(try store.files(of: ids).map(\.isStaged) == [false, false])
    #expect(try store.names(besides: [ids[1]]) == ["a"])
    try store.finishPublishing([ids[1]])
    #expect(try store.cards(["a", "b"]).map { $0?.id } == [nil, ids[1]])
  }

  @Test("repeated checks are recorded")
  func refreshes() throws {
    let store = try StoreFolder().open()
    _ = try store.save([Sample.card("a")], designs: Sample.designs)
    var card = try #require(try store.cards(["a"])[0])
    card.stamp = nil
    card.files[0].modified = 42
    try store.refresh([card])
    let found = try #require(try store.cards(["a"])[0])
    #expect(found.stamp == nil)
    #expect(found.files[0].modified == 42)
  }

  @Test("a digest is 32 bytes or 64 hexadecimal digits, and nothing else")
  func digests() throws {
    // The SHA-256 of no bytes (FIPS 180-4).
    let hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    let digest = try #require(Digest(hex: hex))
    #expect(digest.hex == hex)
    #expect(digest.bytes.prefix(3) == [0xE3, 0xB0, 0xC4])
    #expect(Digest(digest.bytes) == digest)
    #expect(Digest(hex: hex.dropLast()) == nil)
    #expect(Digest(hex: hex.uppercased()) == nil)
    #expect(Digest([UInt8](repeating: 0, count: 31)) == nil)
  }
}
