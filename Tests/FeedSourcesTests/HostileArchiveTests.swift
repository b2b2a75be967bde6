import Diagnostics
import FeedSources
import Files
import Foundation
import Projects
import Support
import Testing

@Suite("Archives that are not what they should be")
struct HostileArchiveTests {
  private let archives: ArchiveFolder

  init() throws {
    archives = try ArchiveFolder()
  }

  private static let feed = Entry("page.json", ArchiveFolder.page(1...3))

  @Test(
    "a path that leads out is reported and skipped",
    arguments: ["/etc/evil.json", "../evil.json", "a/../../evil.json", "a/..", "C:\\evil.json"])
  func leadsOut(name: String) throws {
    let archive = HandmadeArchive([Entry(name, ArchiveFolder.page(8...9)), Self.feed])
    for bytes in [archive.tar, archive.tarGz, archive.zip] {
      let read = try archives.read(bytes)
      #expect(read.ids.count == 3 && read.diagnostics.map(\.code) == ["archive.leads-out"])
    }
    #expect(!FileSystem.exists(archives.folder.url.appendingPathComponent("evil.json")))
  }

  @Test(
    "links, devices and pipes are reported and skipped",
    arguments: [Entry.Kind.symbolicLink, .hardLink, .device, .pipe])
  func special(kind: Entry.Kind) throws {
    let read = try archives.read(
      HandmadeArchive([Entry("other.json", [], kind: kind, target: "/etc/passwd"), Self.feed]).tar)
    #expect(read.ids.count == 3 && read.diagnostics.map(\.code) == ["archive.not-a-file"])
  }

  @Test("a symbolic link of a zip archive is one too")
  func zippedLink() throws {
    let link = Entry("other.json", Array("/etc/passwd".utf8), kind: .symbolicLink)
    let read = try archives.read(HandmadeArchive([link, Self.feed]).zip(deflates: false))
    #expect(read.ids.count == 3 && read.diagnostics.map(\.code) == ["archive.not-a-file"])
  }

  @Test("nothing is written through a link that an archive holds itself")
  func throughLink() throws {
    let entries = [
      Entry("d", [], kind: .symbolicLink, target: archives.folder.url.path),
      Entry("d/evil.json", ArchiveFolder.page(8...9)),
      Self.feed,
    ]
    _ = try archives.read(HandmadeArchive(entries).tar)
    #expect(!FileSystem.exists(archives.folder.url.appendingPathComponent("evil.json")))
  }

  @Test("names of any bytes are read: no UTF-8, of one spelling but for the case, hidden ones passed over")
  func names() throws {
    let entries = [
      Entry(name: Array("pa".utf8) + [0xE9, 0xFF] + Array(".json".utf8), Array(ArchiveFolder.page(1...1).utf8)),
      Entry("Feed.json", ArchiveFolder.page(2...2)), Entry("feed.json", ArchiveFolder.page(3...3)),
      Entry("лента.json", ArchiveFolder.page(4...4)), Entry("__MACOSX/._feed.json", "?"), Entry(".hidden.json", "?"),
    ]
    for bytes in [HandmadeArchive(entries).tar, HandmadeArchive(entries).zip] {
      let read = try archives.read(bytes)
      #expect(Set(read.ids) == ["wall1_1", "wall1_2", "wall1_3", "wall1_4"] && read.diagnostics.isEmpty)
      #expect(read.files.contains { $0.name == "archive/лента.json" })
    }
  }

  @Test("of two files with one name the first is read, and the other told of")
  func sameName() throws {
    let archive = HandmadeArchive([Self.feed, Entry("page.json", ArchiveFolder.page(8...8))])
    for bytes in [archive.tar, archive.zip] {
      let read = try archives.read(bytes)
      #expect(read.ids.count == 3 && read.diagnostics.map(\.code) == ["archive.name"])
    }
  }

  @Test("an encrypted file is reported with a hint")
  func encrypted() throws {
    let secret = Entry("secret.json", [UInt8](repeating: 3, count: 40), isEncrypted: true)
    let read = try archives.read(HandmadeArchive([secret, Self.feed]).zip(deflates: false))
    #expect(read.ids.count == 3 && read.diagnostics.map(\.code) == ["archive.encrypted"])
    #expect(read.diagnostics[0].hint?.contains("password") == true)
  }

  // MARK: Truncated archives

  @Test(
    "anything that was read of an archive that is cut off is shown, the rest told of with its place", arguments: [0, 1])
  func truncated(form: Int) throws {
    var random = SplitMix64(seed: 1)
    let noise = (0..<400_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let archive = HandmadeArchive([Self.feed, Entry("clip.png", noise)])
    let whole = form == 0 ? archive.tarGz : archive.zip(deflates: false)
    let read = try archives.read(Array(whole.dropLast(whole.count / 3)))
    #expect(read.ids.count == 3)
    let told = try #require(read.diagnostics.first)
    #expect(told.code == "archive.truncated" || told.code == "archive.damaged")
    #expect(told.place?.file == "archive/clip.png")
  }

  @Test("a small archive of gzip's that is cut off is reported as one by its name", arguments: [20, 1500])
  func smallCut(size: Int) throws {
    var random = SplitMix64(seed: 2)
    let noise = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let whole = HandmadeArchive([Self.feed, Entry("clip.png", noise)]).tarGz
    try archives.folder.write(Array(whole.prefix(size)), to: "a.tar.gz")
    let files = FeedFiles.find(
      of: Project(
        folder: archives.folder.url, feeds: [archives.folder.url.appendingPathComponent("a.tar.gz")],
        output: archives.folder.url))
    #expect(files.diagnostics.map(\.code) == ["archive.truncated"])
  }

  @Test("anything that is wrong with an archive is reported in our words")
  func words() throws {
    let noise = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) }
    var bytes = HandmadeArchive([Entry("feed.json", noise), Self.feed]).zip(deflates: false)
    bytes[200] ^= 0xFF
    try archives.folder.write(bytes, to: "archive")
    let read = try? archives.readAgain()
    let told = read?.diagnostics.first { $0.code == "archive.damaged" }
    #expect(told?.message == "the file can't be unpacked: it is damaged (its checksum does not match)")
  }

  @Test("archives with any of their bytes changed or cut are read to an end", arguments: 0..<60)
  func damaged(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let noise = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let archive = HandmadeArchive([
      Self.feed, Entry("media/a.png", noise), Entry("more.json", ArchiveFolder.page(4...6)),
    ])
    var bytes = [archive.zip, archive.tar, archive.tarGz, archive.zip(deflates: false)][seed % 4]
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
    try archives.folder.write(bytes, to: "archive")
    if let read = try? archives.readAgain() {
      #expect(read.ids.count <= 6)
      let photos = PhotoFiles(roots: read.roots, archives: read.found.archives)
      _ = photos.find("media/a.png")
    }
  }

  @Test("an image that can't be unpacked is missing, and reported")
  func damagedPicture() throws {
    let noise = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var bytes = HandmadeArchive([Self.feed, Entry("a.png", noise), Entry("b.png", [1])]).zip(deflates: false)
    let start = try #require(bytes.firstRange(of: Array("a.png".utf8) + noise.prefix(3)))
    bytes[start.lowerBound + 200] ^= 0xFF
    let read = try archives.read(bytes)
    #expect(read.diagnostics.isEmpty)
    let photos = PhotoFiles(roots: read.roots, archives: read.found.archives)
    #expect(photos.find("a.png") == .missing)
    #expect(photos.find("b.png") != .missing)
    #expect(read.found.archives[0].diagnostics.map { $0.place?.file } == ["archive/a.png"])
  }

  // MARK: Bombs

  @Test("a bomb is reported with figures, before it takes a disk", arguments: ["zip", "tar.gz"])
  func bomb(form: String) throws {
    let zeros = Entry("zeros.json", [UInt8](repeating: 0x20, count: 20 << 20))
    let archive = HandmadeArchive([Self.feed, zeros])
    let read = try archives.read(form == "zip" ? archive.zip : archive.tarGz)
    #expect(read.ids.count == 3)
    let told = try #require(read.diagnostics.first { $0.code == "archive.bomb" })
    #expect(told.message.contains("16 MB") && told.message.contains("KB"))
    #expect(told.place?.file == "archive/zeros.json")
    // The unpacked part is not a document.
    #expect(read.diagnostics.map(\.code) == ["archive.bomb"] && read.files.map(\.name) == ["archive/page.json"])
  }

  // MARK: Unreadable archives

  /// Returns the number of folders below the one for unpacked files.
  private func folders(_ archive: FeedArchive) throws -> Int {
    var count = 0
    try FileTree(archive.folder.path).walk { if case .enter = $1 { count += 1 } }
    return count
  }

  @Test("a path deeper than folders are gone into is reported, and nothing of it made", arguments: [33, 100, 400])
  func deep(_ depth: Int) throws {
    let path = String(repeating: "a/", count: depth)
    let read = try archives.read(
      HandmadeArchive([Self.feed, Entry(path + "page.json", ArchiveFolder.page(8...8)), Entry(path + "a.png", [1])]).zip
    )
    #expect(read.ids.count == 3)
    #expect(read.diagnostics.map(\.code) == ["input.too-many-files", "input.too-many-files"])
    #expect(try folders(read.found.archives[0]) == 0)
  }

  @Test("as deep as folders are gone into, a document is read")
  func deepest() throws {
    let path = String(repeating: "a/", count: FeedFolderWalk.depthLimit)
    let read = try archives.read(
      HandmadeArchive([Self.feed, Entry(path + "page.json", ArchiveFolder.page(8...8))]).zip)
    #expect(read.ids.count == 4 && read.diagnostics.isEmpty)
  }

  @Test("documents that no feed is looked for in are not unpacked")
  func passedOver() throws {
    let names = ["media/a.json", "x/output/b.json", "c.tokens.json", "fonts.lock.json"]
    let read = try archives.read(HandmadeArchive([Self.feed] + names.map { Entry($0, "{}") }).zip)
    #expect(read.found.archives[0].survey.documentCount == 1)
    #expect(try folders(read.found.archives[0]) == 0)
    #expect(read.ids.count == 3 && read.diagnostics.isEmpty)
  }

  @Test("files of a zip archive that lie upon each other count each time")
  func overlapping() throws {
    let page = Entry("zeros.json", [UInt8](repeating: 0x20, count: 1 << 20))
    let bytes = HandmadeArchive([page]).zip(deflates: true, listing: 400)
    #expect(
      try archives.failure(bytes).allSatisfy { ["archive.bomb", "archive.name", "feed.empty-file"].contains($0.code) })
  }

  @Test("after as many files as no account has nothing more is checked")
  func manyEntries() throws {
    let entries = (1...50).map { Entry("\($0).mp4", []) }
    var limits = FeedArchiveLimits()
    limits.archive.entries = 20
    try archives.folder.write(HandmadeArchive([Self.feed] + entries).tar, to: "archive")
    let archive = try FeedArchive(
      archives.folder.url.appendingPathComponent("archive"), form: .tar, name: "archive", limits: limits)
    #expect(archive.survey.diagnostics.diagnostics.map(\.code) == ["archive.too-many-files"])
    #expect(archive.survey.documentCount == 1)
  }

  @Test("documents and images have bounds, each and together")
  func bounds() throws {
    var limits = FeedArchiveLimits()
    (limits.documentBytes, limits.documentsBytes, limits.picturesBytes) = (1000, 1500, 250)
    let text = [UInt8](repeating: 0x20, count: 900)
    try archives.folder.write(
      HandmadeArchive([
        Entry("large.json", text + text), Entry("a.json", text), Entry("b.json", text),
        Entry("1.png", text.dropLast(700)),
        Entry("2.png", text.dropLast(700)),
      ]).zip, to: "archive")
    let archive = try FeedArchive(
      archives.folder.url.appendingPathComponent("archive"), form: .zip, name: "archive", limits: limits)
    #expect(
      archive.survey.diagnostics.diagnostics.map { $0.place?.file }
        == ["archive/large.json", "archive/b.json", "archive/2.png"])
    #expect(archive.survey.diagnostics.diagnostics.allSatisfy { $0.code == "archive.too-large" })
    #expect(archive.unpack("1.png") != nil && archive.unpack("2.png") == nil)
  }

  @Test("a header or a list of contents without end is refused")
  func hugeHeader() throws {
    var limits = ArchiveLimits()
    limits.headerBytes = 20_000
    let entries = (1...2000).map { Entry("\($0).txt", []) }
    try archives.folder.write(HandmadeArchive(entries).zip, to: "archive")
    let file = try RegularFile(archives.folder.url.appendingPathComponent("archive"))
    let reader = try ArchiveReader(file, form: .zip, limits: limits)
    #expect(throws: ArchiveFault.hugeHeader(limit: 20_000)) { try reader.next() }
  }

  @Test("an archive that changes while images are unpacked is reported")
  func changed() throws {
    let archive = HandmadeArchive([Self.feed, Entry("a.png", [1, 2, 3])])
    let read = try archives.read(archive.zip)
    try archives.folder.write(archive.tar, to: "archive")
    let photos = PhotoFiles(roots: read.roots, archives: read.found.archives)
    #expect(photos.find("a.png") == .missing)
    #expect(read.found.archives[0].diagnostics.map(\.code) == ["input.changed"])
  }
}
