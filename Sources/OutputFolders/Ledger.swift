import Diagnostics
import Digests
import Files
import Foundation
import Names

/// What an output folder holds of ours, as a list that lies in the folder: `.feedproof/ledger`, a line with the key of what
/// was published, then a path a line. Only what it lists is ever replaced or removed.
package struct Ledger: Sendable {
  /// Of all that was published; nil for a folder that is known by its manifest alone.
  package private(set) var key: Digest?
  /// Hashes, sorted: for a million posts these are megabytes, where paths would be hundreds.
  private var files: [Int] = []
  private var folders: [Int] = []
  /// Where the list is read again; nil where there is none.
  private var source: (path: RelativePath, tree: FileTree)?
  /// Of a folder that is known by its manifest alone.
  private var listed: [RelativePath] = []

  private static let mark = Array("feedproof-ledger 1 ".utf8)

  /// The ledger of a folder, else what its manifest lists, else an empty one. What can't be read lists nothing.
  package init(of tree: FileTree) {
    self.init(at: StateFolder.ledger, in: tree)
    if source == nil { self.init(listing: ManifestFiles.paths(in: tree)) }
  }

  /// What is known of a folder without a list in it.
  package init(listing paths: [RelativePath]) {
    listed = paths
    var hashes = PathHashes()
    for path in listed { hashes.add(path) }
    (files, folders) = (hashes.files.sorted(), hashes.folders.sorted())
  }

  /// What a ledger lists that need not be its folder's own; nothing where there is none.
  package init(at path: RelativePath, in tree: FileTree) {
    guard var lines = Self.lines(path, tree), let first = try? lines.next(), first.starts(with: Self.mark) else {
      return
    }
    source = (path, tree)
    key = Digest(hex: String(decoding: first.dropFirst(Self.mark.count), as: UTF8.self))
    var hashes = PathHashes()
    while let line = try? lines.next() {
      if let path = RelativePath(bytes: line) { hashes.add(path) }
    }
    (files, folders) = (hashes.files.sorted(), hashes.folders.sorted())
  }

  private static func lines(_ path: RelativePath, _ tree: FileTree) -> FileLines? {
    guard let file = try? tree.open(path) else { return nil }
    return FileLines(file)
  }

  /// Whether what is listed is known from the manifest alone.
  var isFromManifest: Bool { source == nil && !listed.isEmpty }

  /// Whether the path is a file of ours.
  package func lists(_ path: RelativePath) -> Bool { Self.contains(path.hashValue, files) }

  /// Whether the path is a folder that something of ours is in.
  package func listsFolder(_ path: RelativePath) -> Bool { Self.contains(path.hashValue, folders) }

  /// - Parameter hashes: Of paths, ascending.
  static func contains(_ hash: Int, _ hashes: [Int]) -> Bool {
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < hashes.count && hashes[low] == hash
  }

  /// The paths themselves, in the order in which they were published.
  package func forEachPath(_ body: (RelativePath) throws -> Void) throws {
    guard let (path, tree) = source else { return try listed.forEach(body) }
    guard var lines = Self.lines(path, tree), try lines.next() != nil else { return }
    while let line = try lines.next() {
      if let path = RelativePath(bytes: line) { try body(path) }
    }
  }

  // MARK: Writing

  /// An empty ledger of what is no publication, to which paths are added line by line.
  package static func create(
    in tree: FileTree, at path: RelativePath = StateFolder.ledger
  ) throws(FileError) -> FileSink {
    let sink = try tree.create(path)
    try sink.append(mark + "\n".utf8)
    return sink
  }

  /// Paths of a folder that is being made, written as they come.
  struct Writer {
    private let sink: FileSink

    /// - Parameter key: Nil for what is not known to be one publication.
    init(_ path: RelativePath, in tree: FileTree, key: Digest?) throws {
      sink = try tree.create(path)
      try sink.write(Ledger.mark)
      try sink.write("\(key?.hex ?? "")\n")
    }

    func append(_ path: RelativePath) throws(Diagnostic) {
      try sink.write(path.bytes)
      try sink.write("\n")
    }

    func finish() throws(Diagnostic) { try sink.flush() }
  }
}

/// Hashes of paths and of the folders that they are in. They are different in every process: nobody can choose a name that
/// is taken for one of ours.
private struct PathHashes {
  private(set) var files: [Int] = []
  private(set) var folders: [Int] = []
  private var recent: Set<RelativePath> = []

  mutating func add(_ path: RelativePath) {
    files.append(path.hashValue)
    var folder = path.parent
    while let next = folder {
      // A card's files stand together; what is seen again later does no harm.
      guard recent.insert(next).inserted else { break }
      if recent.count > 4096 { recent.removeAll(keepingCapacity: true) }
      folders.append(next.hashValue)
      folder = next.parent
    }
  }
}

/// What an output folder is known by from outside, whatever its name.
package enum OutputMarks {
  package static let manifest: RelativePath = "manifest.json"

  /// Whether an export or a comparison wrote the folder, whole or halfway, or whether it is the part of one that such
  /// folders are copied by: a review, a shard's lists.
  package static func areIn(_ folder: URL) -> Bool {
    guard let tree = try? FileTree(folder.path) else { return false }
    return areIn(holding: { tree.stamp(of: $0) != nil }, manifest: try? tree.open(manifest))
  }

  /// As `areIn(_:)`, of a folder of which it is known otherwise what it holds.
  package static func areIn(holding isThere: (RelativePath) -> Bool, manifest: @autoclosure () -> RegularFile?) -> Bool
  {
    func holds(_ paths: RelativePath...) -> Bool { paths.allSatisfy(isThere) }
    return holds(StateFolder.lock) || holds(StateFolder.ledger) || holds("review/report.json")
      || holds("report.json", "junit.xml", "summary.md") || holds("run.json", "cards.ndjson")
      || holds(Self.manifest, "cards") || holds(Self.manifest, "shard/run.json") || isOurs(manifest: manifest())
  }

  /// Whether the folder's `manifest.json` is the tool's.
  package static func haveManifest(in folder: URL) -> Bool {
    isOurs(manifest: try? FileTree(folder.path).open(manifest))
  }

  /// The end says it: members are sorted, and a manifest may be long.
  package static func isOurs(manifest file: RegularFile?) -> Bool {
    guard let end = try? file?.bytes(last: 4096) else { return false }
    let text = String(decoding: end, as: UTF8.self).filter { !$0.isWhitespace }
    return text.contains(#""tool":{"name":"feedproof""#)
  }
}

/// What an output without a ledger has of ours: a folder that came through an artifact store, or from a version that wrote
/// none.
package enum ManifestFiles {
  private static let manifest: RelativePath = "manifest.json"

  private struct Picture: Decodable { var path: String }

  private struct Post: Decodable {
    var pictures: [Picture]?
    var pages: [Picture]?
    var originals: [Picture]?
    var photos: [Picture]?

    var all: [Picture] { [pictures, pages, originals, photos].flatMap { $0 ?? [] } }
  }

  /// A file with posts, a line each.
  private struct Segment: Decodable { var path: String }

  private struct Known: Decodable {
    struct Tool: Decodable { var name: String }
    struct Shard: Decodable {}

    var schema: Int
    var tool: Tool
    var shard: Shard?
    var segments: [Segment]?
    var feedPictures: [Picture]

    /// Anybody may have a manifest.json.
    var isOurs: Bool { (1...2).contains(schema) && tool.name == "feedproof" }
  }

  private struct Listing<Entry: Decodable>: Decodable {
    /// Of a version that had them in the manifest itself.
    var posts: [Entry]?
    var segments: [Segment]?
  }

  /// A file with posts, by its number from the oldest post on.
  package static func segment(_ number: Int) -> String { "manifest/\(number).ndjson" }

  /// What a folder's manifest says of each post, as far as the files with them are there; nothing where there is none.
  ///
  /// - Throws: `FileError`, `DecodingError`.
  package static func forEachPost<Entry: Decodable>(
    of type: Entry.Type, in tree: FileTree, _ body: (Entry) throws -> Void
  ) throws {
    guard let data = try tree.data(manifest) else { return }
    let decoder = JSONDecoder()
    let listing = try decoder.decode(Listing<Entry>.self, from: data)
    try listing.posts?.forEach(body)
    for path in paths(of: listing.segments) {
      guard let file = try tree.open(path) else { continue }
      var lines = FileLines(file, limit: 1 << 26)
      while let line = try lines.next() { try body(decoder.decode(type, from: Data(line))) }
    }
  }

  private static func paths(of segments: [Segment]?) -> [RelativePath] {
    (segments ?? []).compactMap { RelativePath($0.path) }.filter { $0.isWithin("manifest") }
  }

  /// Pictures as the manifest lists them, itself with its files of posts, and the files of the page, or of the shard, that are
  /// there. Nothing where the manifest is not the tool's.
  static func paths(in tree: FileTree) -> [RelativePath] {
    guard let data = try? tree.data(manifest), let known = try? JSONDecoder().decode(Known.self, from: data),
      known.isOurs
    else { return [] }
    var pictures = known.feedPictures
    try? forEachPost(of: Post.self, in: tree) { pictures += $0.all }
    let own = pictures.compactMap { RelativePath($0.path) }.filter { $0.isWithin("cards") || $0.isWithin("feed") }
    let others: [RelativePath] = known.shard == nil ? ["index.html"] : ["shard/run.json", "shard/cards.ndjson"]
    return own + paths(of: known.segments) + [manifest] + others + pageFiles(in: tree)
  }

  /// Files with posts that are there, under the names that an export gives them.
  package static func segmentFiles(in tree: FileTree) -> [RelativePath] {
    guard tree.stamp(of: "manifest")?.kind == .folder else { return [] }
    return ((try? tree.entries(of: "manifest")) ?? []).map(\.path).filter { path in
      let name = String(decoding: path.name, as: UTF8.self)
      return name.hasSuffix(".ndjson") && isNumber(name.dropLast(7))
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// Those of the feed's page that are there.
  package static func pageFiles(in tree: FileTree) -> [RelativePath] {
    var found: [RelativePath] = []
    guard tree.stamp(of: "site")?.kind == .folder else { return [] }
    try? tree.walk(from: "site") { path, step in
      if case .file(.file) = step, isPageFile(path.text) { found.append(path) }
    }
    // It stands beside the page, and is ours where its style is.
    if found.contains(where: { $0.text == PageFile.missingStyle.path }),
      let page = RelativePath(PageFile.missing.path), tree.stamp(of: page)?.kind == .file
    {
      found.append(page)
    }
    return found
  }

  /// `3-1278.png`
  private static func isEmoji(_ name: Substring) -> Bool {
    let numbers = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    return name.hasSuffix(".png") && numbers.count == 2 && numbers.allSatisfy(isNumber)
  }

  /// Without a regular expression, which would be made for each file.
  private static func isPageFile(_ path: String) -> Bool {
    if PageFile(rawValue: path) != nil { return true }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0] == "site", parts[1] == "emoji" { return isEmoji(parts[2]) }
    guard parts.count > 2, parts[0] == "site", parts[parts.count - 1].hasSuffix(".js") else { return false }
    let numbers = parts[2..<(parts.count - 1)] + [parts[parts.count - 1].dropLast(3)]
    guard numbers.allSatisfy(isNumber) else { return false }
    return switch parts[1] {
    case "stories", "ids", "fonts", "order", "days", "search", "facets", "stems": numbers.count == 1
    case "layouts", "boxes", "heights", "drawings": numbers.count == 2
    default: false
    }
  }
}
