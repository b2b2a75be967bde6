import Diagnostics
import Digests
import Files
import Foundation

/// What an output folder holds of ours, as a list that lies in the folder: `.feedproof/ledger`, a line with the key of what
/// was published, then a path a line. Only what it lists is ever removed.
package struct Ledger {
  /// Of all that was published; nil for a folder that is known by its manifest alone.
  package private(set) var key: Digest?
  /// Hashes, sorted: for a million posts these are megabytes, where paths would be hundreds.
  private var hashes: [UInt64] = []
  private let file: String?
  /// Of a folder that is known by its manifest alone.
  private var listed: [String] = []

  private static let mark = "feedproof-ledger 1 "

  /// The ledger of `folder`, else what its manifest lists, else an empty one.
  package init(of folder: String) {
    let path = "\(folder)/\(OwnFolder.ledger)"
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe),
      data.starts(with: Self.mark.utf8)
    else {
      file = nil
      listed = Self.manifestPaths(in: folder)
      hashes = Self.hashes(of: listed)
      return
    }
    file = path
    var lines = FileLines(data)
    key = lines.next().flatMap { Digest(hex: $0.dropFirst(Self.mark.count)) }
    hashes = Self.hashes(of: IteratorSequence(lines))
  }

  /// Whether the folder's own path is listed, or something in it.
  package func contains(_ path: String) -> Bool {
    let hash = Self.hash(of: path)
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < hashes.count && hashes[low] == hash
  }

  /// The paths themselves, in the order in which they were published.
  package func forEachPath(_ body: (String) throws -> Void) throws {
    guard let file, let data = try? Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe) else {
      return try listed.forEach(body)
    }
    for line in IteratorSequence(FileLines(data)).dropFirst() { try body(line) }
  }

  // MARK: Writing

  /// Paths of a folder that is being made, written as they come.
  struct Writer {
    private let sink: FileSink

    /// - Throws: `Diagnostic`.
    init(_ path: String, key: Digest) throws(Diagnostic) {
      sink = try FileSink(path)
      try sink.write("\(Ledger.mark)\(key.hex)\n")
    }

    func append(_ path: String) throws(Diagnostic) { try sink.write(path + "\n") }

    func finish() throws(Diagnostic) { try sink.flush() }
  }

  // MARK: Reading

  private static func hashes(of paths: some Sequence<String>) -> [UInt64] {
    var hashes: [UInt64] = []
    var folders: Set<String> = []
    for path in paths {
      hashes.append(hash(of: path))
      var folder = path
      while let slash = folder.lastIndex(of: "/") {
        folder = String(folder[..<slash])
        // A card's files stand together; what is seen again later does no harm.
        guard folders.insert(folder).inserted else { break }
        if folders.count > 4096 { folders.removeAll(keepingCapacity: true) }
        hashes.append(hash(of: folder))
      }
    }
    hashes.sort()
    return hashes
  }

  private static func hash(of path: String) -> UInt64 { FNV1a64(of: path).value }

  /// What an output without a ledger has of ours: pictures as its manifest lists them, and the page's files there are.
  private static func manifestPaths(in folder: String) -> [String] {
    struct Picture: Decodable { var path: String }
    struct Post: Decodable {
      var pictures: [Picture]
      var pages: [Picture]?
    }
    struct Known: Decodable {
      var posts: [Post]
      var feedPictures: [Picture]
    }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/manifest.json")),
      let known = try? JSONDecoder().decode(Known.self, from: data)
    else { return [] }
    let pictures = known.posts.flatMap { $0.pictures + ($0.pages ?? []) } + known.feedPictures
    let site = (try? FileManager.default.subpathsOfDirectory(atPath: "\(folder)/site")) ?? []
    return pictures.map(\.path).filter { $0.hasPrefix("cards/") || $0.hasPrefix("feed/") } + [
      "manifest.json", "index.html",
    ]
      + site.map { "site/\($0)" }.filter(isPageFile)
  }

  private static func isPageFile(_ path: String) -> Bool {
    ["site/feed.css", "site/feed.js", "site/index.js"].contains(path)
      || path.wholeMatch(of: /site\/(stories|ids)\/[0-9]+\.js|site\/(layouts|boxes|heights)\/[0-9]+\/[0-9]+\.js/) != nil
  }
}
