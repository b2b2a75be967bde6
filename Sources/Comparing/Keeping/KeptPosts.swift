import Diagnostics
import Digests
import Files
import Foundation
import Names

/// A post whose cards a comparison found as they were approved, with what they were drawn from and what was said of them.
/// As long as nothing of that changes they need not be drawn to know how they come out.
struct KeptPost: Sendable {
  var id: String
  var key: PostKey
  /// `KeptFacts` as JSON: most posts have the same.
  var facts: String
  var cases: [KeptCase]
}

/// What a post adds to what is told of the whole comparison.
struct KeptFacts: Codable, Sendable {
  var diagnostics: [Diagnostic]
  /// What its cards are drawn with, by name.
  var environments: [String: BaselineEnvironment]
  var drift: [CompareReport.Drift]
}

/// What a post's cards are drawn from, beside what all cards have in common.
struct PostKey: Hashable, Sendable {
  /// Of the view models.
  var content: Digest
  /// Of the bytes of its photos, and of which of them are there.
  var photos: Digest
  /// Of the photos' names, sizes and times; nil where they can't be trusted to tell of a change.
  var stamp: Digest?
}

/// A case that came out identical.
struct KeptCase: Sendable {
  var id: String
  var marks: CaseMarks
  var texts: CaseTexts
}

/// Files that what is said of a case depends on.
struct CaseMarks: Hashable, Sendable {
  /// The baseline's description.
  var record: FileMark
  /// Whether the baseline's picture is kept.
  var hasPicture: Bool
}

/// A case in the words of every file that tells of it.
struct CaseTexts: Sendable {
  /// As an element of the report's list.
  var report: String
  /// Empty for a case that JUnit is not told of.
  var junit: String
  /// For the review's start page, and for the case's own.
  var head: String
  var detail: String
}

/// How kept posts stand in a file: a line each. What separates the parts are the characters that ASCII has for it, which
/// stand neither in JSON nor in XML, and in a name that a file may have neither.
extension KeptPost {
  static let unit: UInt8 = 0x1F
  private static let lineBreak: UInt8 = 0x1E
  static let group: UInt8 = 0x1D

  /// All but the cases.
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

  // Looking for a byte is left to the C library: in a build that is not optimised it takes a hundredth of the time.

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

  /// What stands between separators, empty ones included.
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

extension CaseMarks {
  var text: String { [record.text, hasPicture ? "1" : "0"].joined(separator: "\u{1F}") }

  init?(text: some Collection<UInt8>) {
    self.init(KeptPost.fields(text)[...])
  }

  fileprivate init?(_ fields: ArraySlice<String>) {
    let fields = Array(fields)
    guard fields.count == 2, let record = FileMark(text: fields[0]) else { return nil }
    self.init(record: record, hasPicture: fields[1] == "1")
  }
}

extension KeptCase {
  var text: String {
    [id, marks.text, texts.text].joined(separator: "\u{1F}")
  }

  /// Whether nothing in it could be taken for what separates the parts.
  var isPlain: Bool {
    [id, texts.report, texts.junit, texts.head, texts.detail].allSatisfy { text in
      text.utf8.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") }
    }
  }

  init?(_ bytes: ArraySlice<UInt8>) {
    let parts = KeptPost.parts(of: bytes, by: KeptPost.unit)
    guard parts.count == 7, let texts = CaseTexts(parts[3...]),
      let marks = CaseMarks(parts[1...2].map { String(decoding: $0, as: UTF8.self) }[...])
    else { return nil }
    id = String(decoding: parts[0], as: UTF8.self)
    self.marks = marks
    self.texts = texts
  }
}

extension CaseTexts {
  /// A line's parts.
  var text: String { [report, junit, head, detail].map(KeptPost.written).joined(separator: "\u{1F}") }

  init?(_ parts: ArraySlice<ArraySlice<UInt8>>) {
    let parts = parts.map { KeptPost.read($0) }
    guard parts.count == 4 else { return nil }
    self.init(report: parts[0], junit: parts[1], head: parts[2], detail: parts[3])
  }
}

/// What the last comparison found as approved, post by post: `.feedproof/kept` in the review's folder. In memory is where
/// each post stands in the file. Safe to use from any task.
///
/// It is a help alone: what can't be read, or is of another design, options or tool, keeps nothing, and all is drawn.
struct KeptPosts: Sendable {
  fileprivate static let mark = "feedproof-kept 2 "

  private let file: RegularFile
  /// By the id's hash, which is another one in every process.
  private let places: [Int: Range<Int>]

  /// - Parameters:
  ///   - folder: The review's.
  ///   - key: Of all that the run's cases have in common.
  init?(in folder: URL, key: Digest) {
    guard let tree = try? FileTree(folder.path), let file = try? tree.open(ReviewFolder.kept) else { return nil }
    var lines = FileLines(file, limit: 1 << 26)
    guard let first = try? lines.next(), first.elementsEqual((Self.mark + key.hex).utf8) else { return nil }
    var places: [Int: Range<Int>] = [:]
    var start = first.count + 1
    while let line = try? lines.next() {
      let id = line.dropFirst(Self.checksumSize).prefix { $0 != KeptPost.unit }
      places[Self.hash(id)] = start..<(start + line.count)
      start += line.count + 1
    }
    (self.file, self.places) = (file, places)
  }

  /// What is known of a post; nil where that is nothing.
  func post(_ id: String) -> KeptPost? {
    guard let place = places[Self.hash(id.utf8)], let line = try? file.read(at: place.lowerBound, upTo: place.count),
      line.starts(with: Self.checksum(of: line.dropFirst(Self.checksumSize)).utf8)
    else { return nil }
    let parts = KeptPost.parts(of: line.dropFirst(Self.checksumSize), by: KeptPost.group)
    guard let head = parts.first, var post = KeptPost(head: head), post.id == id else { return nil }
    post.cases = parts.dropFirst().compactMap { KeptCase($0) }
    return post.cases.count == parts.count - 1 && !post.cases.isEmpty ? post : nil
  }

  private static func hash(_ id: some Collection<UInt8>) -> Int {
    var hasher = Hasher()
    for byte in id { hasher.combine(byte) }
    return hasher.finalize()
  }

  /// Sixteen digits and a space.
  private static let checksumSize = 17

  fileprivate static func checksum(of line: some Sequence<UInt8>) -> String {
    var hash = FNV1a64()
    for byte in line { hash.append(byte) }
    return hash.hex + " "
  }
}

/// Writes down what the next comparison may keep.
final class KeptPostWriter {
  private let sink: FileSink
  private var line: [UInt8] = []

  init(in folder: URL, key: Digest) throws {
    do throws(FileError) {
      sink = try FileTree(making: folder.path).create(ReviewFolder.kept)
    } catch {
      throw error.diagnostic
    }
    try sink.write("\(KeptPosts.mark)\(key.hex)\n")
  }

  /// Begins a post, whose cases follow.
  func begin(_ head: [UInt8]) throws {
    try end()
    line = head
  }

  func append(_ entry: KeptCase) {
    guard !line.isEmpty else { return }
    // A post of which not all is known is none.
    guard entry.isPlain else { return line.removeAll(keepingCapacity: true) }
    line.append(KeptPost.group)
    line += entry.text.utf8
  }

  /// Ends the post.
  func end() throws {
    guard !line.isEmpty else { return }
    try sink.write(KeptPosts.checksum(of: line))
    try sink.write(line)
    try sink.write("\n")
    line.removeAll(keepingCapacity: true)
  }

  func finish() throws {
    try end()
    try sink.flush()
  }
}
