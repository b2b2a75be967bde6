import Diagnostics
import FeedReading
import FeedSources
import Files
import Foundation
import Projects
import RunSupport
import Support
import Testing

typealias Entry = HandmadeArchive.Entry

@Suite("Feeds in archives")
struct ArchiveTests {
  private let archives: ArchiveFolder

  init() throws {
    archives = try ArchiveFolder()
  }

  private static let mixed = HandmadeArchive([
    Entry("./data/page-1.json", ArchiveFolder.page(1...3)), Entry("data/page-2.json", ArchiveFolder.page(4...5)),
    Entry("data/photos/lake.png", [1, 2, 3]), Entry("data/film.mp4", [UInt8](repeating: 7, count: 5000)),
    Entry("readme.txt", "hello"),
  ])

  @Test("an archive is the folder that it holds", arguments: ["zip", "stored", "tar", "tar.gz"])
  func forms(form: String) throws {
    let archive = Self.mixed
    let bytes =
      switch form {
      case "zip": archive.zip
      case "stored": archive.zip(deflates: false)
      case "tar": archive.tar
      default: archive.tarGz
      }
    // The format is recognized by content.
    let read = try archives.read(bytes, as: "archive.bin")
    #expect(read.ids == ["wall1_1", "wall1_2", "wall1_3", "wall1_4", "wall1_5"])
    #expect(read.files.map(\.name) == ["archive.bin/data/page-1.json", "archive.bin/data/page-2.json"])
    #expect(read.diagnostics.map(\.code) == ["input.not-read"])
    #expect(read.diagnostics[0].message.hasPrefix("readme.txt is not read"))
  }

  @Test("anything that is wrong with a document is reported with the archive's name and its own")
  func places() throws {
    let read = try archives.read(
      HandmadeArchive([Entry("a.json", ArchiveFolder.page(1...1)), Entry("b.json", "{")]).zip)
    #expect(read.diagnostics.map { $0.place?.description } == ["archive/b.json:1:2"])
  }

  @Test("documents are unpacked into one file, videos and images that no one asks for are not")
  func unpacked() throws {
    let read = try archives.read(Self.mixed.tarGz)
    let archive = try #require(read.found.archives.first)
    func exists(_ path: String) -> Bool { FileSystem.exists(archive.folder.appendingPathComponent(path)) }
    #expect(read.ids.count == 5 && !exists("data/photos/lake.png"))
    #expect(try FileSystem.names(in: archive.folder) == [".documents"])
    let photos = PhotoFiles(roots: [archive.folder.appendingPathComponent("data")], archives: [archive])
    #expect(photos.place(of: "photos/lake.png").stamp?.size == 3 && !exists("data/photos/lake.png"))
    guard case .file(let path, let stamp) = photos.find("photos/lake.png") else { throw CancellationError() }
    #expect(try stamp.size == 3 && RegularFile(path).bytes(limit: 9) == [1, 2, 3])
    #expect(exists("data/photos/lake.png") && !exists("data/film.mp4"))
  }

  @Test("of an archive of thousands of documents there is one file, and each is read from its place")
  func manyDocuments() throws {
    let entries = (1...3000).map { Entry("d\($0 % 7)/\($0).json", ArchiveFolder.page($0...$0)) }
    let read = try archives.read(HandmadeArchive(entries).zip(deflates: false))
    #expect(Set(read.ids).count == 3000 && read.diagnostics.isEmpty)
    #expect(try FileSystem.names(in: read.found.archives[0].folder) == [".documents"])
  }

  @Test("Feedproof's own output is not a feed, packed or not", arguments: [true, false])
  func ownOutput(isPacked: Bool) throws {
    let manifest = #"{"posts": [], "tool": {"name": "feedproof", "version": "1"}}"#
    let entries = [
      Entry("page.json", ArchiveFolder.page(1...3)), Entry("manifest.json", manifest),
      Entry("shard/run.json", "{}"), Entry("shard/cards.ndjson", "{}"),
      Entry("out/manifest.json", manifest), Entry("out/other.json", ArchiveFolder.page(8...8)),
      Entry("manifests/manifest.json", ArchiveFolder.page(4...4)),
    ]
    for entry in entries where !isPacked {
      try archives.folder.write(entry.bytes, to: "feed/" + String(decoding: entry.name, as: UTF8.self))
    }
    let read = isPacked ? try archives.read(HandmadeArchive(entries).zip) : try archives.readAgain("feed")
    #expect(Set(read.ids) == ["wall1_1", "wall1_2", "wall1_3", "wall1_4"] && read.diagnostics.isEmpty)
  }

  @Test("anything that is unpacked is gone when no one needs it any longer")
  func gone() throws {
    var folder: URL?
    do {
      let read = try archives.read(Self.mixed.zip)
      folder = read.found.archives.first?.folder
      #expect(folder.map(FileSystem.exists) == true)
    }
    #expect(folder.map(FileSystem.exists) == false)
  }

  @Test("an image's stamp changes with its archive")
  func marks() throws {
    func mark(_ bytes: [UInt8]?) throws -> FileStamp? {
      let read = try bytes.map { try archives.read($0) } ?? archives.readAgain()
      let archive = try #require(read.found.archives.first)
      return PhotoFiles(roots: [archive.folder], archives: [archive]).place(of: "data/photos/lake.png").stamp
    }
    let first = try mark(Self.mixed.zip)
    let again = try mark(nil)
    #expect(first != nil && again == first)
    let other = try mark(Self.mixed.tar)
    #expect(other != first)
  }

  private static func tweets(_ script: String, _ part: Int, _ ids: Int...) -> String {
    let tweets = ids.map {
      #"{"tweet": {"id_str": "\#($0)", "full_text": "post \#($0)", "created_at": "Wed Oct 10 20:19:24 +0000 2018", "entities": {}}}"#
    }
    return "window.YTD.\(script).part\(part) = [\(tweets.joined(separator: ","))]"
  }

  private static let account =
    #"window.YTD.account.part0 = [{"account": {"username": "ann", "accountId": "7", "accountDisplayName": "Ann"}}]"#

  @Test(
    "X's archives of every age are feeds, with all their parts in order, packed and unpacked", arguments: [true, false])
  func archivesOfX(isPacked: Bool) throws {
    let ages: [(String, [Entry], [String])] = [
      (
        "now",
        [
          Entry("data/tweets-part1.js", Self.tweets("tweets", 1, 3)),
          Entry("data/tweets.js", Self.tweets("tweets", 0, 1, 2)),
          Entry("data/tweets-part2.js", Self.tweets("tweets", 2, 4)), Entry("data/account.js", Self.account),
          Entry("data/note-tweet.js", "window.YTD.note_tweet.part0 = []"),
        ], ["x-1", "x-2", "x-3", "x-4"]
      ),
      ("older", [Entry("tweet.js", Self.tweets("tweet", 0, 5)), Entry("account.js", Self.account)], ["x-5"]),
    ]
    for (name, entries, ids) in ages {
      for entry in entries where !isPacked {
        try archives.folder.write(entry.bytes, to: name + "/" + String(decoding: entry.name, as: UTF8.self))
      }
      let read = try isPacked ? archives.read(HandmadeArchive(entries).zip, as: name) : archives.readAgain(name)
      #expect(read.ids == ids && read.diagnostics.isEmpty, "\(name): \(read.ids) \(read.diagnostics)")
    }
  }

  // MARK: Media

  @Test(
    "media are found in the archive by the paths that its feed has",
    arguments: [
      "media_attachments/files/1/original/a.png", "https://pbs.twimg.com/media/Abc_d-1.jpg?name=large",
    ])
  func media(address: String) throws {
    let entries = [
      Entry("export/page.json", ArchiveFolder.page(1...1)),
      Entry("export/media_attachments/files/1/original/a.png", [1]),
      Entry("export/tweets_media/12345-Abc_d-1.jpg", [2]),
    ]
    let read = try archives.read(HandmadeArchive(entries).zip)
    let packed = PhotoFiles(roots: read.roots, archives: read.found.archives)
    guard case .file = packed.find(address) else { throw CancellationError() }
    for entry in entries {
      try archives.folder.write(entry.bytes, to: "unpacked/" + String(decoding: entry.name, as: UTF8.self))
    }
    let unpacked = PhotoFiles(roots: [archives.folder.url.appendingPathComponent("unpacked/export")])
    guard case .file = unpacked.find(address) else { throw CancellationError() }
  }

  @Test(
    "images of direct messages are read, those of deleted posts are not",
    arguments: [
      ("data/direct_messages_media/1-a.jpg", ArchiveFileClassifier.Role.picture),
      ("data/direct_messages_group_media/1-a.jpg", .picture), ("data/deleted_tweets_media/1-a.jpg", .passedOver),
      ("data/grok_chat_media/1-a.jpg", .passedOver),
    ])
  func mediaFolders(path: String, role: ArchiveFileClassifier.Role) throws {
    #expect(ArchiveFileClassifier.role(of: try #require(RelativePath(path))) == role)
  }

  @Test("files absent from the archive are missing, and files outside are not read")
  func absent() throws {
    try archives.folder.write("secret", to: "secret.png")
    let entries = [
      Entry("page.json", ArchiveFolder.page(1...1)), Entry("media_attachments/a.png", [1]),
      Entry("media_attachments/link.png", [], kind: .symbolicLink, target: "../../secret.png"),
    ]
    let read = try archives.read(HandmadeArchive(entries).tar)
    let photos = PhotoFiles(roots: read.roots, archives: read.found.archives)
    #expect(photos.find("media_attachments/other.png") == .missing)
    #expect(photos.find("media_attachments/link.png") == .missing)
    #expect(photos.find("../secret.png") == .outside && photos.find("/etc/passwd") == .outside)
    #expect(photos.find("media_attachments/../../secret.png") == .outside)
  }

  // MARK: Other files

  @Test("the lists of an account's archive are left alone, its outbox is read")
  func accountArchive() throws {
    let read = try archives.read(
      HandmadeArchive([
        Entry("outbox.json", ArchiveFolder.page(1...2)), Entry("likes.json", #"{"orderedItems": []}"#),
        Entry("bookmarks.json", "{}"),
        Entry("actor.json", #"{"type": "Person", "id": "https://m.example/users/a", "preferredUsername": "a"}"#),
      ]).tarGz)
    #expect(read.ids == ["wall1_1", "wall1_2"] && read.files.map(\.name) == ["archive/outbox.json"])
    #expect(read.diagnostics.map(\.code) == ["input.no-feed"] && read.diagnostics[0].severity == .note)
    #expect(read.files[0].context.owner?.handle == "a@m.example")
  }

  @Test("documents that are not feeds are each told, as far as anyone reads")
  func strangers() throws {
    let others = (1...30).map { Entry("s\($0).json", #"{"theme": "dark"}"#) }
    let read = try archives.read(HandmadeArchive([Entry("feed.json", ArchiveFolder.page(1...1))] + others).zip)
    #expect(read.ids == ["wall1_1"])
    #expect(Set(read.diagnostics.map(\.code)) == ["input.no-feed"] && read.diagnostics.total(of: .warning) == 30)
    #expect(read.diagnostics.first?.place?.file == "archive/s1.json")
    #expect(try archives.failure(HandmadeArchive(others).zip).map(\.code).contains("feed.unknown-format"))
  }

  @Test("an archive without a feed says what is in it, and what is looked for")
  func noFeed() throws {
    let codes = try archives.failure(HandmadeArchive([Entry("a/b.txt", "x"), Entry("c.mp4", "y")]).zip)
    #expect(codes.map(\.code) == ["archive.no-feed"])
    #expect(codes[0].message.contains("a/b.txt, c.mp4") && codes[0].hint?.contains("data/tweets.js") == true)
  }

  @Test("an empty archive is reported as one", arguments: [HandmadeArchive([]).zip, HandmadeArchive([]).tarGz])
  func empty(bytes: [UInt8]) throws {
    #expect(try archives.failure(bytes).map(\.code) == ["archive.empty"])
  }

  @Test(
    "kinds of archives that are not read are named", arguments: [("7z\u{BC}", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])])
  func otherKinds(name: String, bytes: [UInt8]) throws {
    #expect(try archives.failure(bytes + [0, 0]).map(\.code) == ["archive.unknown-kind"])
  }

  @Test("anything that is not read next to archives inside of an archive is named, too")
  func besideArchives() throws {
    let inner = HandmadeArchive([Entry("page.json", ArchiveFolder.page(1...2))]).zip
    let read = try archives.read(
      HandmadeArchive([Entry("inner.zip", inner), Entry("readme.txt", "hello")]).zip)
    #expect(read.diagnostics.map(\.code) == ["input.not-read"])
    #expect(read.diagnostics.first?.message.hasPrefix("readme.txt is not read") == true)
  }

  @Test("a document that gzip packed by itself is no archive, and reported as usual")
  func packedDocument() throws {
    let bytes = HandmadeArchive.gzipped(Array(ArchiveFolder.page(1...40).utf8))
    #expect(try archives.failure(bytes).map(\.code) == ["feed.not-json"])
  }

  @Test("nested archives are read like the outer one, with their images")
  func nested() throws {
    let inmost = HandmadeArchive([Entry("page.json", ArchiveFolder.page(9...9)), Entry("lake.png", [1, 2, 3])]).tarGz
    let inner = HandmadeArchive([Entry("page.json", ArchiveFolder.page(7...8)), Entry("inmost.tar.gz", inmost)]).zip
    let read = try archives.read(
      HandmadeArchive([Entry("page.json", ArchiveFolder.page(1...1)), Entry("old/inner.zip", inner)]).tar)
    #expect(read.ids.sorted() == ["wall1_1", "wall1_7", "wall1_8", "wall1_9"])
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    #expect(read.files.map(\.name).last == "archive/old/inner.zip/inmost.tar.gz/page.json")
    let last = try #require(read.found.archives.first { $0.picture("lake.png") != nil })
    #expect(last.unpack("lake.png") != nil && read.found.paths.count == 1)
  }

  @Test("an archive that lies too deep in others, and what is none for all its name, are reported and skipped")
  func tooDeep() throws {
    var archive = HandmadeArchive([Entry("page.json", ArchiveFolder.page(1...1))]).zip
    for _ in 1...4 { archive = HandmadeArchive([Entry("a.zip", archive), Entry("b.zip", [1, 2, 3])]).zip }
    let told = try archives.failure(archive).filter { $0.code == "archive.nested" }
    // The invalid archive is reported at each level, and both archives at the innermost level that is opened.
    #expect(
      told.contains { $0.place?.file == "archive/b.zip" } && told.contains { $0.place?.file == "archive/a.zip/b.zip" })
    #expect(told.contains { $0.place?.file?.hasPrefix("archive/a.zip/a.zip/a.zip/") == true })
  }
}
