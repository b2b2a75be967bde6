import Basics
import Diagnostics
import Files
import Foundation

/// A post whose cards a comparison found identical, with everything they were rendered from and the texts of the
/// reports. As long as nothing of this changes, rendering is unnecessary.
struct CachedPost: Sendable {
  var id: String
  var key: PostKey
  /// `CachedFacts` as JSON; the same for most posts.
  var facts: String
  var cases: [CachedCase]
}

/// The facts about a post that go into the report of the whole comparison.
struct CachedFacts: Codable, Sendable {
  var diagnostics: [Diagnostic]
  /// The fonts and libraries of the post's cards, by name.
  var environments: [String: BaselineEnvironment]
  var drift: [CompareReport.Drift]
}

/// Everything that a post's cards are rendered from, except for what all cards have in common.
struct PostKey: Hashable, Sendable {
  /// The digest of the view models.
  var content: Digest
  /// The digest of the bytes of its photos and of the set of missing photos.
  var photos: Digest
  /// The digest of the photos' names, sizes and times; nil if these would not reveal every change.
  var stamp: Digest?
}

/// An identical case.
struct CachedCase: Sendable {
  var id: String
  var marks: CaseDependencies
  var texts: CaseTexts
}

/// The state of the files that a case depends on.
struct CaseDependencies: Hashable, Sendable {
  /// The mark of the baseline's description.
  var record: FileMark
  /// Whether the baseline's image is stored.
  var hasPicture: Bool
}

/// The texts of a case in each file of the report.
struct CaseTexts: Sendable {
  /// The element of the report's list.
  var report: String
  /// Empty for a case that JUnit omits.
  var junit: String
  /// The data for the review's start page, and for the case's page.
  var head: String
  var detail: String
}

/// Reads and writes kept posts, one a line. ASCII separators delimit the fields: they occur neither in JSON nor in XML
/// nor in valid names.
extension CachedPost {
  static let unit: UInt8 = 0x1F
  private static let lineBreak: UInt8 = 0x1E
  static let group: UInt8 = 0x1D

  /// All fields except for the cases.
  var head: String {
    [id, key.content.hex, key.photos.hex, key.stamp?.hex ?? "-", facts].joined(separator: "\u{1F}")
  }

  init?(head: some Collection<UInt8>) {
    let fields = Self.fields(head)
    guard fields.count == 5, let content = Digest(hex: fields[1]), let photos = Digest(hex: fields[2]) else {
      return nil
    }
    id = fields[0]
    key = PostKey(content: content, photos: photos, stamp: Digest(hex: fields[3]))
    facts = fields[4]
    cases = []
  }

  fileprivate static func fields(_ bytes: some Collection<UInt8>) -> [String] {
    bytes.split(separator: unit, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  fileprivate static func written(_ text: String) -> String {
    read(ArraySlice(text.utf8), exchanging: UInt8(ascii: "\n"), for: lineBreak)
  }

  fileprivate static func read(_ bytes: ArraySlice<UInt8>) -> String {
    read(bytes, exchanging: lineBreak, for: UInt8(ascii: "\n"))
  }

  // memchr searches for bytes, because a loop takes a hundred times as long in an unoptimized build.

  private static func read(_ bytes: ArraySlice<UInt8>, exchanging old: UInt8, for new: UInt8) -> String {
    var bytes = bytes
    bytes.withUnsafeMutableBytes { bytes in
      var start = 0
      while let place = find(old, in: UnsafeRawBufferPointer(bytes), from: start) {
        bytes[place] = new
        start = place + 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the fields between separators, including empty ones.
  static func parts(of bytes: ArraySlice<UInt8>, by separator: UInt8) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    bytes.withUnsafeBytes { buffer in
      while let place = find(separator, in: buffer, from: start) {
        parts.append(bytes[bytes.startIndex + start..<bytes.startIndex + place])
        start = place + 1
      }
    }
    return parts + [bytes[(bytes.startIndex + start)...]]
  }

  private static func find(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}

extension CaseDependencies {
  var text: String { [record.text, hasPicture ? "1" : "0"].joined(separator: "\u{1F}") }

  init?(text: some Collection<UInt8>) {
    self.init(CachedPost.fields(text)[...])
  }

  fileprivate init?(_ fields: ArraySlice<String>) {
    let fields = Array(fields)
    guard fields.count == 2, let record = FileMark(text: fields[0]) else { return nil }
    self.init(record: record, hasPicture: fields[1] == "1")
  }
}

extension CachedCase {
  var text: String {
    [id, marks.text, texts.text].joined(separator: "\u{1F}")
  }

  /// Whether the texts contain no separator.
  var isPlain: Bool {
    [id, texts.report, texts.junit, texts.head, texts.detail].allSatisfy { text in
      text.utf8.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") }
    }
  }

  init?(_ bytes: ArraySlice<UInt8>) {
    let parts = CachedPost.parts(of: bytes, by: CachedPost.unit)
    guard parts.count == 7, let texts = CaseTexts(parts[3...]),
      let marks = CaseDependencies(parts[1...2].map { String(decoding: $0, as: UTF8.self) }[...])
    else { return nil }
    id = String(decoding: parts[0], as: UTF8.self)
    self.marks = marks
    self.texts = texts
  }
}

extension CaseTexts {
  /// The fields of a line.
  var text: String { [report, junit, head, detail].map(CachedPost.written).joined(separator: "\u{1F}") }

  init?(_ parts: ArraySlice<ArraySlice<UInt8>>) {
    let parts = parts.map { CachedPost.read($0) }
    guard parts.count == 4 else { return nil }
    self.init(report: parts[0], junit: parts[1], head: parts[2], detail: parts[3])
  }
}

/// The posts that the last comparison found identical: `.feedproof/kept` in the review's folder. Memory holds only the
/// position of each post in the file. Safe to use from any task.
///
/// It is only a cache: if it is unreadable, or belongs to another design, other options or another version, everything
/// is rendered.
struct ComparisonCache: Sendable {
  fileprivate static let mark = "feedproof-kept 2 "

  private let file: RegularFile
  /// Positions by the hash of the post's id. The hash differs between processes.
  private let places: [Int: Range<Int>]

  /// - Parameters:
  ///   - folder: The review's folder.
  ///   - key: The digest of everything that the run's cases have in common.
  init?(in folder: URL, key: Digest) {
    guard let tree = try? FileTree(folder.path), let file = try? tree.open(ReviewFolder.kept) else { return nil }
    var lines = FileLines(file, limit: 1 << 26)
    guard let first = try? lines.next(), first.elementsEqual((Self.mark + key.hex).utf8) else { return nil }
    var places: [Int: Range<Int>] = [:]
    var start = first.count + 1
    while let line = try? lines.next() {
      let id = line.dropFirst(Self.checksumSize).prefix { $0 != CachedPost.unit }
      places[Self.hash(id)] = start..<(start + line.count)
      start += line.count + 1
    }
    (self.file, self.places) = (file, places)
  }

  /// Returns the cached result of a post; nil if there is none.
  func post(_ id: String) -> CachedPost? {
    guard let place = places[Self.hash(id.utf8)], let line = try? file.read(at: place.lowerBound, upTo: place.count),
      line.starts(with: Self.checksum(of: line.dropFirst(Self.checksumSize)).utf8)
    else { return nil }
    let parts = CachedPost.parts(of: line.dropFirst(Self.checksumSize), by: CachedPost.group)
    guard let head = parts.first, var post = CachedPost(head: head), post.id == id else { return nil }
    post.cases = parts.dropFirst().compactMap { CachedCase($0) }
    return post.cases.count == parts.count - 1 && !post.cases.isEmpty ? post : nil
  }

  private static func hash(_ id: some Collection<UInt8>) -> Int {
    var hasher = Hasher()
    for byte in id { hasher.combine(byte) }
    return hasher.finalize()
  }

  /// The length in bytes: sixteen digits and a space.
  private static let checksumSize = 17

  fileprivate static func checksum(of line: some Sequence<UInt8>) -> String {
    var hash = FNV1a64()
    for byte in line { hash.append(byte) }
    return hash.hex + " "
  }
}

/// Writes the posts that the next comparison may reuse.
final class ComparisonCacheWriter {
  private let sink: FileSink
  private var line: [UInt8] = []

  init(in folder: URL, key: Digest) throws {
    do throws(FileError) {
      sink = try FileTree(making: folder.path).create(ReviewFolder.kept)
    } catch {
      throw error.diagnostic
    }
    try sink.write("\(ComparisonCache.mark)\(key.hex)\n")
  }

  /// Begins a post. Its cases follow.
  func begin(_ head: [UInt8]) throws {
    try end()
    line = head
  }

  func append(_ entry: CachedCase) {
    guard !line.isEmpty else { return }
    // A post is written completely or not at all.
    guard entry.isPlain else { return line.removeAll(keepingCapacity: true) }
    line.append(CachedPost.group)
    line += entry.text.utf8
  }

  /// Ends the current post.
  func end() throws {
    guard !line.isEmpty else { return }
    try sink.write(ComparisonCache.checksum(of: line))
    try sink.write(line)
    try sink.write("\n")
    line.removeAll(keepingCapacity: true)
  }

  func finish() throws {
    try end()
    try sink.flush()
  }
}
