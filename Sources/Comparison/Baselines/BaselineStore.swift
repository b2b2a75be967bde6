import CardRendering
import DataFormats
import Diagnostics
import Drawing
import Files
import Foundation
import OutputTransactions
import Raster

/// A folder of baselines: `<case>.json`, the image next to it if images are stored, `environments/<name>.json` and
/// `designs/<name>.json`. Only approvals write into it.
package struct BaselineStore: Sendable {
  package static let environments: RelativePath = "environments"
  static let designs: RelativePath = "designs"
  /// The allowed length of a side in pixels; larger than any decoder accepts.
  private static let sides = 1...(1 << 24)

  package let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// Undoes an interrupted approval.
  ///
  /// - Parameter report: Receives what was done, and which files were skipped.
  /// - Throws: `Diagnostic` if the folder's journal is refused; `FileError`.
  package func recover(report: (Diagnostic) -> Void) throws {
    try FolderTransaction.recover(url.path, report: report)
  }

  /// Returns a baseline's record; nil if there is no baseline.
  ///
  /// - Throws: `Diagnostic` if the record can't be read.
  package func record(of id: String) throws -> BaselineRecord? { try markedRecord(of: id)?.record }

  /// Like `record(of:)`, with a mark that reveals later changes of the file.
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
      let reason = "an image can't have \(record.width) × \(record.height) pixels"
      throw Diagnostic(CompareIssue.baselineUnreadable(reason: reason), at: place)
    }
    // Later code calculates with these numbers from the file.
    if let lines = record.layout.boxes.lazy.compactMap(\.lineCount).first(where: { !(0...1_000_000).contains($0) }) {
      throw Diagnostic(CompareIssue.baselineUnreadable(reason: "a text can't have \(lines) lines"), at: place)
    }
  }

  /// Returns an environment; nil if its file is missing.
  package func environment(_ name: String) throws -> RenderingEnvironment? {
    guard let path = RelativePath("\(name).json") else { return nil }
    return try read(Self.environments / path)
  }

  /// Returns a design; nil if its file is missing.
  package func design(_ name: String) throws -> DesignRecord? {
    guard let path = RelativePath("\(name).json") else { return nil }
    return try read(Self.designs / path)
  }

  /// Returns the bytes of a baseline's description, valid or not; nil if there is no baseline.
  func description(of id: String) throws -> Data? { try RelativePath("\(id).json").flatMap { try data($0) } }

  /// Returns the conflict that a merge left in a baseline; nil if there is none. Either the file contains both sides,
  /// or it names a record that one side removed as unused.
  func conflict(of id: String) throws -> ConflictedBaseline? {
    guard let description = try description(of: id) else { return nil }
    if let conflict = ConflictedBaseline(description) { return conflict }
    guard let record = try? record(of: id), try environment(record.environment) == nil else { return nil }
    return ConflictedBaseline(of: record)
  }

  /// Returns the path of the image, whether or not it is stored.
  func pictureFile(of id: String) -> URL { url.appendingPathComponent(Self.pictureName(of: id)) }

  static func pictureName(of id: String) -> String { ImageEncoding.png.fileName(of: id) }

  /// Returns the bytes of the stored image; nil if only its digest is stored.
  func picture(of id: String) throws -> [UInt8]? {
    guard let path = RelativePath(Self.pictureName(of: id)) else { return nil }
    return try data(path).map { [UInt8]($0) }
  }

  /// The records that a baseline names.
  struct Names: Decodable {
    var environment: String
    var design: String?

    var all: [(folder: RelativePath, name: String)] {
      [(BaselineStore.environments, environment)] + (design.map { [(BaselineStore.designs, $0)] } ?? [])
    }
  }

  /// Returns the names of a baseline's records; nil if there is no baseline.
  func names(of id: String) throws -> Names? {
    try description(of: id).map { try JSONDecoder().decode(Names.self, from: $0) }
  }

  /// Ids of some of the baselines, sorted; the others take no memory.
  ///
  /// - Parameter unreadable: Called for each folder whose baselines can't be listed.
  package func ids(unreadable: (Diagnostic) -> Void, where isWanted: (String) -> Bool) -> [String] {
    var ids: [String] = []
    forEachID(unreadable: unreadable) { id in
      if isWanted(id) { ids.append(id) }
      return true
    }
    return ids.sorted()
  }

  /// - Parameters:
  ///   - unreadable: Called for each folder whose baselines can't be listed.
  ///   - body: Called with each baseline's id. Returns false to stop.
  func forEachID(unreadable: (Diagnostic) -> Void, _ body: (String) -> Bool) {
    struct WalkEnd: Error {}
    let skipped: Set = [Self.environments, Self.designs, StateFolder.name]
    guard let tree = try? FileTree(url.path) else { return }
    try? tree.walk(skipping: skipped) { folder, error in
      unreadable(error.unreadable(as: place(of: folder)))
    } visit: { path, step in
      // Hidden files, and files whose names no case can have, are not baselines.
      guard case .file = step, let path = RelativePath(bytes: path.bytes), path.text.hasSuffix(".json") else { return }
      guard body(String(path.text.dropLast(".json".count))) else { throw WalkEnd() }
    }
  }

  /// Returns a diagnostic if another file or folder has the name of one of a baseline's files.
  func obstacle(to id: String) -> Diagnostic? {
    guard let tree = try? FileTree(url.path) else { return nil }
    for name in ["\(id).json", Self.pictureName(of: id)] {
      guard let path = RelativePath(name), let obstacle = tree.obstacle(at: path) else { continue }
      return Diagnostic(
        CompareIssue.baselineInTheWay(isFolder: obstacle == path), at: Place(file: place(of: obstacle)))
    }
    return nil
  }

  /// Returns the names of the records in a folder, without extension.
  package func names(in folder: RelativePath) -> [String] {
    let entries = (try? FileTree(url.path).entries(of: folder)) ?? []
    return entries.map { String(decoding: $0.path.name, as: UTF8.self) }.filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(".json".count)) }
  }

  private func place(of path: RelativePath) -> String { "\(url.path)/\(path)" }

  /// Returns a digest of all stored environments.
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
