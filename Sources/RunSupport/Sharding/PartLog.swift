import Diagnostics
import Files
import Foundation

/// The files that a shard of any run writes into its folder for merging: `shard/run.json` identifies the run and the
/// part, `shard/items.ndjson` has one line per item, with the item's place in the whole run.
///
/// Neither is hidden, because services that store folders between jobs omit names that begin with a dot.
package enum PartLog {
  package static let folder: RelativePath = "shard"
  package static let run: RelativePath = "shard/run.json"
  package static let items: RelativePath = "shard/items.ndjson"

  fileprivate static let schema = 1

  /// `Whole` is the data that merging needs besides the items: data common to all parts of a run, and data of each
  /// part.
  fileprivate struct Head<Whole: Codable>: Codable {
    var schema = PartLog.schema
    var record: ShardRecord
    /// The number of lines in `items.ndjson`.
    var items: Int
    var whole: Whole
  }

  /// Writes both files.
  ///
  /// - Parameters:
  ///   - write: Writes one file.
  ///   - body: Adds the items.
  package static func write(
    _ record: ShardRecord, _ whole: some Codable,
    to write: (RelativePath, (FileSink) throws -> Void) throws -> Void, _ body: @escaping (inout Writer) throws -> Void
  ) throws {
    var count = 0
    try write(items) { sink in
      var writer = Writer(sink: sink)
      try body(&writer)
      count = writer.count
    }
    let head = try JSONText.pretty(Head(record: record, items: count, whole: whole))
    try write(run) { try $0.write(head) }
  }

  package struct Writer {
    fileprivate let sink: FileSink
    fileprivate var count = 0

    /// - Parameters:
    ///   - json: JSON on one line.
    ///   - place: The place in the whole run, from 0; nil for data without a place among the items.
    package mutating func add(_ json: String, at place: Int?) throws {
      try sink.write(place.map { "{\"place\":\($0),\"item\":\(json)}\n" } ?? "{\"item\":\(json)}\n")
      count += 1
    }
  }

  /// - Returns: The place, and the item's JSON; nil if the line is not part of a log.
  fileprivate static func parsed(_ line: ArraySlice<UInt8>) -> (place: Int?, item: Range<Int>)? {
    guard line.last == UInt8(ascii: "}") else { return nil }
    let (placed, loose) = (Array("{\"place\":".utf8), Array("{\"item\":".utf8))
    if line.starts(with: loose) { return (nil, (line.startIndex + loose.count)..<(line.endIndex - 1)) }
    guard line.starts(with: placed) else { return nil }
    let digits = line.dropFirst(placed.count).prefix { $0 != UInt8(ascii: ",") }
    let rest = line[digits.endIndex...].dropFirst()
    guard let place = Shard.number(String(decoding: digits, as: UTF8.self)), rest.starts(with: loose.dropFirst()) else {
      return nil
    }
    return (place, (rest.startIndex + loose.count - 1)..<(line.endIndex - 1))
  }
}

/// A shard's folder. Its contents are untrusted: files must be regular files inside the folder, and places must be
/// places of the run.
package struct Part<Whole: Codable & Sendable>: Sendable {
  /// The folder's name on the command line.
  package let name: String
  package let tree: FileTree
  package let record: ShardRecord
  package let whole: Whole
  fileprivate let count: Int

  /// In bytes, more than any run needs.
  private static var runLimit: Int { 1 << 28 }

  /// - Throws: `Diagnostic` if the folder does not belong to a shard.
  package init(_ folder: URL, name: String, isSound: (Whole) -> Bool = { _ in true }) throws {
    self.name = name
    let data: Data?
    do throws(FileError) {
      tree = try FileTree(folder.path)
      data = try tree.data(PartLog.run, limit: Self.runLimit)
    } catch {
      let issue = error.code == ENOENT ? MergeIssue.noShard : .notRegular(PartLog.run.text)
      throw Diagnostic(issue, at: Place(file: name))
    }
    guard let data else { throw Diagnostic(MergeIssue.noShard, at: Place(file: name)) }
    guard let head = try? JSONDecoder().decode(PartLog.Head<Whole>.self, from: data), head.schema == PartLog.schema,
      head.items >= 0, head.record.total >= 0, isSound(head.whole)
    else { throw Diagnostic(MergeIssue.unreadableList(PartLog.run.text), at: Place(file: name)) }
    (record, whole, count) = (head.record, head.whole, head.items)
  }

  package func failure(_ issue: MergeIssue) -> Diagnostic { Diagnostic(issue, at: Place(file: name)) }

  /// - Returns: nil if the file is missing.
  /// - Throws: `Diagnostic` if it is not a regular file inside the folder.
  package func open(_ path: RelativePath) throws -> RegularFile? {
    do throws(FileError) {
      return try tree.open(path)
    } catch {
      throw failure(error.code == nil ? .notRegular(path.text) : .missingFile(path.text))
    }
  }
}

/// The parts of one run, joined in the order of the whole run. Memory holds only the position of each item in its
/// part's log.
package struct JoinedParts<Whole: Codable & Sendable> {
  package let parts: [Part<Whole>]
  /// The number of items in the whole run.
  package let total: Int

  private struct Location {
    var part: Int
    /// The position of the item's JSON in the log, in bytes.
    var bytes: Range<Int>
    /// The line in the log, from 1.
    var line: Int
  }

  private var files: [RegularFile] = []
  private var placed: [Int: Location] = [:]
  private var loose: [Location] = []
  /// Folders of items that occur more than once.
  private var doubled: [Int: [String]] = [:]

  private static var lineLimit: Int { 1 << 28 }

  /// - Throws: `RunFailure` with all reasons why the parts are not one run.
  package init(_ parts: [Part<Whole>]) throws {
    guard let first = parts.first else { throw Diagnostic(MergeIssue.nothingToJoin) }
    try ShardRecord.checkCompleteness(of: parts.map { ($0.name, $0.record) })
    (self.parts, total) = (parts, first.record.total)
    for index in parts.indices { try add(index) }
    let issues =
      missing
      + doubled.sorted { $0.key < $1.key }.map {
        .doubledItem("post number \($0.key + 1) of the run", folders: $0.value)
      }
    guard issues.isEmpty else { throw RunFailure(issues.map { Diagnostic($0) }) }
  }

  private mutating func add(_ index: Int) throws {
    let part = parts[index]
    guard let file = try part.open(PartLog.items) else { throw part.failure(.missingFile(PartLog.items.text)) }
    var lines = FileLines(file, limit: Self.lineLimit)
    var start = 0
    while let line = try? lines.next() {
      guard let (place, item) = PartLog.parsed(line), place.map({ $0 < total }) ?? true else {
        throw part.failure(.unreadableList("\(PartLog.items):\(lines.number)"))
      }
      let offset = start - line.startIndex
      let bytes = (item.lowerBound + offset)..<(item.upperBound + offset)
      let location = Location(part: index, bytes: bytes, line: lines.number)
      start += line.count + 1
      guard let place else {
        loose.append(location)
        continue
      }
      if let other = placed.updateValue(location, forKey: place) {
        doubled[place, default: [parts[other.part].name]].append(part.name)
      }
    }
    guard lines.number == part.count else { throw part.failure(.otherLength(PartLog.items.text)) }
    files.append(file)
  }

  private var missing: [MergeIssue] {
    let count = total - placed.count
    guard count > 0 else { return [] }
    // `total` comes from a file, so never allocate by it.
    return [.missingItems(count: count, first: Array((0..<total).lazy.filter { placed[$0] == nil }.prefix(20)))]
  }

  /// Calls `body` for each item in the run's order, then for items without a place, in the order of the parts. Only one
  /// item is in memory at a time.
  ///
  /// - Throws: `Diagnostic` if an item can't be read, and errors of `body`.
  package func forEach<Item: Decodable>(
    _: Item.Type, _ body: (_ item: Item, _ place: Int?, Part<Whole>) throws -> Void
  ) throws {
    let decoder = JSONDecoder()
    func visit(_ location: Location, at place: Int?) throws {
      let part = parts[location.part]
      guard
        let bytes = try? files[location.part].read(at: location.bytes.lowerBound, upTo: location.bytes.count),
        let item = try? decoder.decode(Item.self, from: Data(bytes))
      else { throw part.failure(.unreadableList("\(PartLog.items):\(location.line)")) }
      try body(item, place, part)
    }
    for place in placed.keys.sorted() {
      if let location = placed[place] { try visit(location, at: place) }
    }
    for location in loose { try visit(location, at: nil) }
  }
}
