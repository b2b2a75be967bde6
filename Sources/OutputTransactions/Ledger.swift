import Basics
import Diagnostics
import Files
import Foundation

/// The list of our files in an output folder. `.feedproof/ledger` stores it: a line with the key of the published
/// state, then one path a line. Only listed files are ever replaced or removed.
package struct Ledger: Sendable {
  /// The key of the published state; nil if unknown, as for a folder without a ledger.
  package private(set) var key: Digest?
  /// Sorted hashes of paths: megabytes for a million posts, where paths would take hundreds.
  private var files: [Int] = []
  private var folders: [Int] = []
  /// The file from which the paths are read again; nil without a ledger.
  private var source: (path: RelativePath, tree: FileTree)?
  /// The paths of a folder without a ledger.
  private var listed: [RelativePath] = []

  private static let mark = Array("feedproof-ledger 1 ".utf8)

  /// Reads a folder's ledger or, without one, its manifest. Unreadable files list nothing.
  package init(of tree: FileTree) {
    self.init(at: StateFolder.ledger, in: tree)
    if source == nil { self.init(listing: ManifestFiles.paths(in: tree)) }
  }

  /// Lists the known files of a folder without a ledger.
  package init(listing paths: [RelativePath]) {
    listed = paths
    var hashes = PathHashes()
    for path in listed { hashes.add(path) }
    (files, folders) = (hashes.files.sorted(), hashes.folders.sorted())
  }

  /// Reads a ledger at any path; empty if the file is missing or is not a ledger.
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

  /// Whether the manifest is the only source of the paths.
  var isFromManifest: Bool { source == nil && !listed.isEmpty }

  /// Returns whether a path is one of our files.
  package func lists(_ path: RelativePath) -> Bool { Self.contains(path.hashValue, files) }

  /// Returns whether a folder contains one of our files.
  package func listsFolder(_ path: RelativePath) -> Bool { Self.contains(path.hashValue, folders) }

  /// - Parameter hashes: Hashes of paths, in ascending order.
  static func contains(_ hash: Int, _ hashes: [Int]) -> Bool {
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < hashes.count && hashes[low] == hash
  }

  /// Calls `body` for each path, in the order of publication.
  ///
  /// - Throws: `FileError`, and errors of `body`.
  package func forEachPath(_ body: (RelativePath) throws -> Void) throws {
    guard let (path, tree) = source else { return try listed.forEach(body) }
    guard var lines = Self.lines(path, tree), try lines.next() != nil else { return }
    while let line = try lines.next() {
      if let path = RelativePath(bytes: line) { try body(path) }
    }
  }

  // MARK: Writing

  /// Creates an empty ledger without a key. The caller appends paths line by line.
  package static func create(
    in tree: FileTree, at path: RelativePath = StateFolder.ledger
  ) throws(FileError) -> FileSink {
    let sink = try tree.create(path)
    try sink.append(mark + "\n".utf8)
    return sink
  }

  /// Writes a ledger while its folder is built.
  struct Writer {
    private let sink: FileSink

    /// - Parameter key: The key of the published state; nil if the files are not known to be one state.
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

/// Hashes of paths and of their parent folders. Each process has its own hash seed, so that a chosen name can't collide
/// with one of ours.
private struct PathHashes {
  private(set) var files: [Int] = []
  private(set) var folders: [Int] = []
  private var recent: Set<RelativePath> = []

  mutating func add(_ path: RelativePath) {
    files.append(path.hashValue)
    var folder = path.parent
    while let next = folder {
      // The files of a card are adjacent. Repeated folders do no harm.
      guard recent.insert(next).inserted else { break }
      if recent.count > 4096 { recent.removeAll(keepingCapacity: true) }
      folders.append(next.hashValue)
      folder = next.parent
    }
  }
}

/// Recognizes output folders by their contents, whatever their names.
package enum OutputFolderMarkers {
  package static let manifest: RelativePath = "manifest.json"

  /// Returns whether an export or a comparison wrote the folder, completely or partly, or whether it is a part that is
  /// copied on its own: a review, a shard's lists.
  package static func areIn(_ folder: URL) -> Bool {
    guard let tree = try? FileTree(folder.path) else { return false }
    return areIn(holding: { tree.stamp(of: $0) != nil }, manifest: try? tree.open(manifest))
  }

  /// Like `areIn(_:)`, for a folder whose contents the caller knows.
  package static func areIn(holding isThere: (RelativePath) -> Bool, manifest: @autoclosure () -> RegularFile?) -> Bool
  {
    func holds(_ paths: RelativePath...) -> Bool { paths.allSatisfy(isThere) }
    return holds(StateFolder.lock) || holds(StateFolder.ledger) || holds("review/report.json")
      || holds("report.json", "junit.xml", "summary.md") || holds("run.json", "cards.ndjson")
      || holds(Self.manifest, "cards") || holds(Self.manifest, "shard/run.json") || isOurs(manifest: manifest())
  }

  /// Returns whether Feedproof wrote the folder's `manifest.json`.
  package static func haveManifest(in folder: URL) -> Bool {
    isOurs(manifest: try? FileTree(folder.path).open(manifest))
  }

  /// Returns whether Feedproof wrote a manifest. Reads only the end: members are sorted, and a manifest may be long.
  package static func isOurs(manifest file: RegularFile?) -> Bool {
    guard let end = try? file?.bytes(last: 4096) else { return false }
    let text = String(decoding: end, as: UTF8.self).filter { !$0.isWhitespace }
    return text.contains(#""tool":{"name":"feedproof""#)
  }
}

/// Lists our files in an output folder without a ledger: one that came through an artifact store, or from an earlier
/// version.
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

  /// A file with one post a line.
  private struct Segment: Decodable { var path: String }

  private struct KnownManifest: Decodable {
    struct Tool: Decodable { var name: String }
    struct Shard: Decodable {}

    var schema: Int
    var tool: Tool
    var shard: Shard?
    var segments: [Segment]?
    var feedPictures: [Picture]

    /// Whether Feedproof wrote the manifest. Other tools write files of this name too.
    var isOurs: Bool { (1...2).contains(schema) && tool.name == "feedproof" }
  }

  private struct Listing<Entry: Decodable>: Decodable {
    /// The posts of a manifest from an earlier version.
    var posts: [Entry]?
    var segments: [Segment]?
  }

  /// Returns the path of a segment. Segments are numbered from the oldest post.
  package static func segment(_ number: Int) -> String { "manifest/\(number).ndjson" }

  /// Calls `body` for each post that a folder's manifest lists, as far as the segment files exist. Does nothing without
  /// a manifest.
  ///
  /// - Throws: `FileError`, `DecodingError`, and errors of `body`.
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

  /// Returns the images that the manifest lists, the manifest with its segments, and the files of the page or the
  /// shard. Empty if Feedproof didn't write the manifest.
  static func paths(in tree: FileTree) -> [RelativePath] {
    guard let data = try? tree.data(manifest), let known = try? JSONDecoder().decode(KnownManifest.self, from: data),
      known.isOurs
    else { return [] }
    var pictures = known.feedPictures
    try? forEachPost(of: Post.self, in: tree) { pictures += $0.all }
    let own = pictures.compactMap { RelativePath($0.path) }.filter { $0.isWithin("cards") || $0.isWithin("feed") }
    let others: [RelativePath] = known.shard == nil ? ["index.html"] : ["shard/run.json", "shard/cards.ndjson"]
    return own + paths(of: known.segments) + [manifest] + others + pageFiles(in: tree)
  }

  /// Returns the existing segment files, recognized by their names.
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

  /// Returns the existing files of the feed's page.
  package static func pageFiles(in tree: FileTree) -> [RelativePath] {
    var found: [RelativePath] = []
    guard tree.stamp(of: "site")?.kind == .folder else { return [] }
    try? tree.walk(from: "site") { path, step in
      if case .file(.file) = step, isPageFile(path.text) { found.append(path) }
    }
    // This page is outside the site's folder. It is ours if its style sheet is.
    if found.contains(where: { $0.text == PageFile.missingStyle.path }),
      let page = RelativePath(PageFile.missing.path), tree.stamp(of: page)?.kind == .file
    {
      found.append(page)
    }
    return found
  }

  /// Returns whether a name has the form `3-1278.png`.
  private static func isEmoji(_ name: Substring) -> Bool {
    let numbers = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    return name.hasSuffix(".png") && numbers.count == 2 && numbers.allSatisfy(isNumber)
  }

  /// Returns whether a path is a file of the page. A regular expression would be compiled for each file.
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
