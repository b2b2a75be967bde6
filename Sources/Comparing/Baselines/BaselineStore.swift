import CardDrawing
import CheckedSources
import Diagnostics
import Digests
import Drawing
import Files
import Filming
import Foundation
import OutputFolders
import Proof
import Raster

/// One approved picture: what it is, with what it was drawn, and where its boxes stood.
package struct BaselineRecord: Codable, Sendable {
  /// 2 has the digest of the pixels.
  static let currentSchema = 2
  static let readable = 1...currentSchema

  var schema = BaselineRecord.currentSchema
  /// The case's id.
  var id: String
  /// Pixels.
  package var width: Int
  package var height: Int
  /// Of the PNG, lower-case hexadecimal.
  var sha256: String
  /// Of its pixels (`Bitmap.digest`); nil of a film, and in baselines of earlier versions.
  var pixels: String?
  /// The name of its `BaselineEnvironment`.
  var environment: String
  /// The name of its `DesignRecord`; baselines of earlier versions have none.
  var design: String?
  package var layout: LayoutRecord
  /// Of a film, whose picture is its storyboard.
  var film: FilmRecord?
  /// Why the case was not as before when it was approved, in words; nil of a new one.
  var causes: [String]?

  private enum CodingKeys: String, CodingKey {
    case schema
    case id = "case"
    case width, height, sha256, pixels, environment, design, layout, film, causes
  }
}

/// The folder of approved pictures: `<case>.json`, the picture beside it where pictures are kept, and
/// `environments/<name>.json` and `designs/<name>.json`. Only approving writes into it.
package struct BaselineStore: Sendable {
  static let environments: RelativePath = "environments"
  static let designs: RelativePath = "designs"
  /// Pixels of a side; more than any decoder takes.
  private static let sides = 1...(1 << 24)

  let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// Undoes an approval that was interrupted.
  ///
  /// - Parameter report: Receives what was done, and which files were left alone.
  /// - Throws: `Diagnostic` if the folder's journal is refused; `FileError`.
  package func recover(report: (Diagnostic) -> Void) throws {
    try FolderTransaction.recover(url.path, report: report)
  }

  /// Nil where there is no baseline.
  ///
  /// - Throws: `Diagnostic` when there is one that can't be read.
  package func record(of id: String) throws -> BaselineRecord? { try markedRecord(of: id)?.record }

  /// As `record(of:)`, with what tells the file from what it is later.
  func markedRecord(of id: String) throws -> (record: BaselineRecord, mark: FileMark)? {
    guard let path = RelativePath("\(id).json"), let (data, stamp) = try stamped(path) else { return nil }
    let record: BaselineRecord
    do {
      record = try decoded(data, path)
    } catch {
      if ConflictedText(data) != nil {
        throw Diagnostic(CompareIssue.baselineConflicted, at: Place(file: place(of: path)))
      }
      throw error
    }
    try check(record, at: path)
    return (record, FileMark(stamp, sha256: Digest(of: data)))
  }

  private func check(_ record: BaselineRecord, at path: RelativePath) throws {
    let place = Place(file: place(of: path))
    guard BaselineRecord.readable.contains(record.schema) else {
      throw Diagnostic(CompareIssue.baselineSchema(record.schema), at: place)
    }
    guard Self.sides.contains(record.width), Self.sides.contains(record.height) else {
      let reason = "no picture has \(record.width) × \(record.height) pixels"
      throw Diagnostic(CompareIssue.baselineUnreadable(reason: reason), at: place)
    }
    // What comes from a file is counted with.
    if let lines = record.layout.boxes.lazy.compactMap(\.lineCount).first(where: { !(0...1_000_000).contains($0) }) {
      throw Diagnostic(CompareIssue.baselineUnreadable(reason: "no text has \(lines) lines"), at: place)
    }
  }

  /// Nil where the environment's file is gone.
  func environment(_ name: String) throws -> BaselineEnvironment? {
    guard let path = RelativePath("\(name).json") else { return nil }
    return try read(Self.environments / path)
  }

  /// Nil where the design's file is gone.
  func design(_ name: String) throws -> DesignRecord? {
    guard let path = RelativePath("\(name).json") else { return nil }
    return try read(Self.designs / path)
  }

  /// The bytes of a baseline's description, whatever they say; nil where there is none.
  func description(of id: String) throws -> Data? { try RelativePath("\(id).json").flatMap { try data($0) } }

  /// What a merge left of a baseline, where that is not one: both sides, or one that names a record which only the other
  /// side had no use for any more.
  func conflict(of id: String) throws -> ConflictedBaseline? {
    guard let description = try description(of: id) else { return nil }
    if let conflict = ConflictedBaseline(description) { return conflict }
    guard let record = try? record(of: id), try environment(record.environment) == nil else { return nil }
    return ConflictedBaseline(of: record)
  }

  /// Where the picture is kept, if it is.
  func pictureFile(of id: String) -> URL { url.appendingPathComponent(Self.pictureName(of: id)) }

  static func pictureName(of id: String) -> String { PictureEncoding.png.fileName(of: id) }

  /// The bytes of the kept picture; nil where only its digest was.
  func picture(of id: String) throws -> [UInt8]? {
    guard let path = RelativePath(Self.pictureName(of: id)) else { return nil }
    return try data(path).map { [UInt8]($0) }
  }

  /// Records that a baseline names.
  struct Names: Decodable {
    var environment: String
    var design: String?

    var all: [(folder: RelativePath, name: String)] {
      [(BaselineStore.environments, environment)] + (design.map { [(BaselineStore.designs, $0)] } ?? [])
    }
  }

  /// Nil where there is no baseline.
  func names(of id: String) throws -> Names? {
    try description(of: id).map { try JSONDecoder().decode(Names.self, from: $0) }
  }

  /// Ids of some of the baselines, sorted; the others take no memory.
  ///
  /// - Parameter unreadable: Called for each folder whose baselines can't be listed.
  func ids(unreadable: (Diagnostic) -> Void = { _ in }, where isWanted: (String) -> Bool) -> [String] {
    var ids: [String] = []
    forEachID(unreadable: unreadable) { id in
      if isWanted(id) { ids.append(id) }
      return true
    }
    return ids.sorted()
  }

  /// - Parameters:
  ///   - unreadable: Called for each folder whose baselines can't be listed; the others are.
  ///   - body: Returns whether it wants another one.
  func forEachID(unreadable: (Diagnostic) -> Void = { _ in }, _ body: (String) -> Bool) {
    struct Enough: Error {}
    let skipped: Set = [Self.environments, Self.designs, StateFolder.name]
    guard let tree = try? FileTree(url.path) else { return }
    try? tree.walk(skipping: skipped) { folder, error in
      unreadable(error.unreadable(as: place(of: folder)))
    } visit: { path, step in
      // What is hidden, or called as no case is, is none.
      guard case .file = step, let path = RelativePath(bytes: path.bytes), path.text.hasSuffix(".json") else { return }
      guard body(String(path.text.dropLast(".json".count))) else { throw Enough() }
    }
  }

  /// What keeps a baseline from being written; nil where nothing does.
  func obstacle(to id: String) -> Diagnostic? {
    guard let tree = try? FileTree(url.path) else { return nil }
    for name in ["\(id).json", Self.pictureName(of: id)] {
      guard let path = RelativePath(name), let obstacle = tree.obstacle(at: path) else { continue }
      return Diagnostic(
        CompareIssue.baselineInTheWay(isFolder: obstacle == path), at: Place(file: place(of: obstacle)))
    }
    return nil
  }

  /// Names of the files in a folder of records.
  func names(in folder: RelativePath) -> [String] {
    let entries = (try? FileTree(url.path).entries(of: folder)) ?? []
    return entries.map { String(decoding: $0.path.name, as: UTF8.self) }.filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(".json".count)) }
  }

  private func place(of path: RelativePath) -> String { "\(url.path)/\(path)" }

  /// Of all the environments that there are.
  func environmentsDigest() throws -> Digest {
    Digest(
      joining: try names(in: Self.environments).sorted().flatMap { name in
        let path = RelativePath("\(name).json").map { Self.environments / $0 }
        return [Digest(of: name), try path.flatMap { try data($0) }.map { Digest(of: $0) } ?? .none]
      })
  }

  private func data(_ path: RelativePath) throws -> Data? { try stamped(path)?.data }

  private func stamped(_ path: RelativePath) throws -> (data: Data, stamp: FileStamp)? {
    do throws(FileError) {
      guard let file = try FileTree(url.path).open(path) else { return nil }
      return (try file.data(limit: 1 << 30), file.stamp)
    } catch {
      if error.isMissing { return nil }
      if [.folder, .notAFolder].contains(error.fact) {
        let issue = CompareIssue.baselineInTheWay(isFolder: error.fact == .folder)
        throw Diagnostic(issue, at: Place(file: error.path))
      }
      throw error.code == nil ? error.diagnostic : error.unreadable(as: place(of: path))
    }
  }

  private func read<Value: Decodable>(_ path: RelativePath) throws -> Value? {
    try data(path).map { try decoded($0, path) }
  }

  private func decoded<Value: Decodable>(_ data: Data, _ path: RelativePath) throws -> Value {
    do {
      return try JSONSource.decode(from: data, file: place(of: path))
    } catch {
      throw Diagnostic(CompareIssue.baselineUnreadable(reason: error.fact.message), at: error.place)
    }
  }
}

extension BaselineRecord {
  /// JSON with a line for each box and each frame, so that a change of one is one line of a diff.
  func text() throws -> Data {
    var head = self
    head.layout.boxes = []
    head.film?.frames = []
    var line = try JSONText.line(head)
    let none = #""frames":[]"#
    if let frames = try film?.frames.map({ try JSONText.line($0) }), let place = line.range(of: none) {
      line.replaceSubrange(place, with: "\"frames\":[\n\(frames.joined(separator: ",\n"))\n]")
    }
    let empty = #""boxes":[]"#
    guard let place = line.range(of: empty) else { return Data((line + "\n").utf8) }
    let boxes = try layout.boxes.map { try JSONText.line($0) }
    let filled = boxes.isEmpty ? empty : "\"boxes\":[\n\(boxes.joined(separator: ",\n"))\n]"
    return Data((line.replacingCharacters(in: place, with: filled) + "\n").utf8)
  }
}

/// What is remembered of a file, so that it is known again, nearly always without being read.
struct FileMark: Hashable, Sendable {
  /// Bytes.
  var size: Int
  /// Nanoseconds since 1970; 0 where the file was so new that it could be changed without its times telling of it.
  var modified: Int64
  var changed: Int64
  var inode: UInt64
  var sha256: Digest

  init(_ stamp: FileStamp, sha256: Digest, now: Int64 = FileStamp.now) {
    let isSettled = stamp.isSettled(at: now)
    size = stamp.size
    (modified, changed) = isSettled ? (stamp.modified, stamp.changed) : (0, 0)
    inode = stamp.inode
    self.sha256 = sha256
  }

  /// - Returns: The mark of the file as it is now; nil where there is none, or it is another.
  func found(at path: RelativePath, in tree: FileTree) -> FileMark? {
    guard let stamp = tree.stamp(of: path), stamp.kind == .file, stamp.size == size else { return nil }
    if (modified, changed, inode) == (stamp.modified, stamp.changed, stamp.inode) { return self }
    // The stamp is older than the bytes: a change from here on shows the next time.
    guard let bytes = try? tree.data(path, limit: size), Digest(of: bytes) == sha256 else { return nil }
    return FileMark(stamp, sha256: sha256)
  }
}

extension FileMark {
  /// One word.
  var text: String { "\(size) \(modified) \(changed) \(inode) \(sha256.hex)" }

  init?(text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard words.count == 5, let size = Int(words[0]), let modified = Int64(words[1]), let changed = Int64(words[2]),
      let inode = UInt64(words[3]), let sha256 = Digest(hex: words[4])
    else { return nil }
    (self.size, self.modified, self.changed, self.inode, self.sha256) = (size, modified, changed, inode, sha256)
  }
}
