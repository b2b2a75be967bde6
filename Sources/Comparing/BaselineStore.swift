import Diagnostics
import Drawing
import Files
import Foundation
import Pixels
import Proof
import Raster

/// What a project keeps of its approved pictures.
package enum BaselineKeeping: String, CaseIterable, Codable, Sendable {
  /// The picture, its digest and its layout.
  case full
  /// The digest and the layout; the picture can be drawn again from the same commit.
  case digest
}

/// One approved picture: what it is, with what it was drawn, and where its boxes stood.
struct BaselineRecord: Codable, Sendable {
  static let currentSchema = 1

  var schema = BaselineRecord.currentSchema
  /// The case's id.
  var id: String
  /// Pixels.
  var width: Int
  var height: Int
  /// Of the PNG, lower-case hexadecimal.
  var sha256: String
  /// The name of its `BaselineEnvironment`.
  var environment: String
  var layout: LayoutRecord

  private enum CodingKeys: String, CodingKey {
    case schema
    case id = "case"
    case width, height, sha256, environment, layout
  }
}

/// The folder of approved pictures: `<case>.json`, `<case>.png` where pictures are kept, and
/// `environments/<name>.json`. Only approving writes into it.
package struct BaselineStore: Sendable {
  private static let environments = "environments"

  package let folder: OutputFolder

  package init(_ url: URL) {
    folder = OutputFolder(url)
  }

  /// Nil where there is no baseline.
  ///
  /// - Throws: `Diagnostic` when there is one that can't be read.
  func record(of id: String) throws -> BaselineRecord? {
    guard let record: BaselineRecord = try read("\(id).json") else { return nil }
    guard record.schema == BaselineRecord.currentSchema else {
      throw Diagnostic(CompareIssue.baselineSchema(record.schema), at: Place(file: url("\(id).json").path))
    }
    return record
  }

  /// Nil where the environment's file is gone.
  func environment(_ name: String) throws -> BaselineEnvironment? {
    guard RelativePath.isInside(name) else { return nil }
    return try read("\(Self.environments)/\(name).json")
  }

  /// Where the picture is kept, if it is.
  func pictureFile(of id: String) -> URL { url("\(id).png") }

  /// The bytes of the kept picture; nil where only its digest was.
  package func picture(of id: String) throws -> [UInt8]? {
    let file = pictureFile(of: id)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      return [UInt8](try Data(contentsOf: file))
    } catch {
      throw Diagnostic(FileIssue.unreadable(reason: reason(error)), at: Place(file: file.path))
    }
  }

  /// Ids of all baselines, sorted.
  package var ids: [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.url.path)) ?? []
    return paths.filter { $0.hasSuffix(".json") && !$0.hasPrefix("\(Self.environments)/") && !$0.hasPrefix(".") }
      .map { String($0.dropLast(".json".count)) }.sorted()
  }

  /// - Throws: `Diagnostic` when a file can't be written.
  func save(
    _ record: BaselineRecord, png: [UInt8], environment: BaselineEnvironment, keeping: BaselineKeeping
  ) throws {
    guard RelativePath.isInside(record.id) else { throw Diagnostic(CompareIssue.unsafeCase(record.id)) }
    try folder.write(try JSONText.pretty(environment), to: "\(Self.environments)/\(record.environment).json")
    switch keeping {
    case .full: try folder.write(png, to: "\(record.id).png")
    case .digest: try? FileManager.default.removeItem(at: url("\(record.id).png"))
    }
    try folder.write(try record.text(), to: "\(record.id).json")
  }

  /// Takes away a baseline that nothing is compared with any more.
  package func remove(_ id: String) throws {
    guard RelativePath.isInside(id) else { throw Diagnostic(CompareIssue.unsafeCase(id)) }
    for name in ["\(id).png", "\(id).json"] where FileManager.default.fileExists(atPath: url(name).path) {
      do {
        try FileManager.default.removeItem(at: url(name))
      } catch {
        throw Diagnostic(FileIssue.unwritable(reason: reason(error)), at: Place(file: url(name).path))
      }
    }
    // Gone only where it is empty.
    rmdir(url(id).deletingLastPathComponent().path)
  }

  /// Takes away environments that no baseline names. Where a baseline can't be read, what it names is not known, and all
  /// of them stay.
  func removeUnusedEnvironments() {
    guard let names = try? ids.compactMap({ try record(of: $0)?.environment }) else { return }
    let used = Set(names)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: url(Self.environments).path)) ?? []
    for file in files where file.hasSuffix(".json") && !used.contains(String(file.dropLast(".json".count))) {
      try? FileManager.default.removeItem(at: url("\(Self.environments)/\(file)"))
    }
  }

  private func url(_ path: String) -> URL { folder.url.appendingPathComponent(path) }

  private func read<Value: Decodable>(_ path: String) throws -> Value? {
    let file = url(path)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      return try JSONDecoder().decode(Value.self, from: try Data(contentsOf: file))
    } catch let error as DecodingError {
      throw Diagnostic(CompareIssue.baselineUnreadable(reason: "\(error)"), at: Place(file: file.path))
    } catch {
      throw Diagnostic(FileIssue.unreadable(reason: reason(error)), at: Place(file: file.path))
    }
  }
}

extension BaselineRecord {
  /// JSON with a line for each box, so that a change of one box is one line of a diff.
  package func text() throws -> Data {
    var head = self
    head.layout.boxes = []
    let line = try JSONText.line(head)
    let empty = #""boxes":[]"#
    guard let place = line.range(of: empty) else { return Data((line + "\n").utf8) }
    let boxes = try layout.boxes.map { try JSONText.line($0) }
    let filled = boxes.isEmpty ? empty : "\"boxes\":[\n\(boxes.joined(separator: ",\n"))\n]"
    return Data((line.replacingCharacters(in: place, with: filled) + "\n").utf8)
  }
}
