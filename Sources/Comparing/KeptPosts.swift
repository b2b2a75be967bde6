import Digests
import Files
import Foundation

/// What the last comparison found as approved, post by post: `.feedproof/kept` in the review's folder. In memory is where
/// each post stands in the file. Safe to use from any task.
///
/// It is a help alone: what can't be read, or is of another design, options or tool, keeps nothing, and all is drawn.
struct KeptPosts: Sendable {
  fileprivate static let path: RelativePath = ".feedproof/kept"
  fileprivate static let partial: RelativePath = ".feedproof/kept.partial"
  fileprivate static let mark = "feedproof-kept 1 "

  private let file: RegularFile
  /// By the id's hash, which is another one in every process.
  private let places: [Int: Range<Int>]

  /// - Parameters:
  ///   - folder: The review's.
  ///   - key: Of all that the run's cases have in common.
  init?(in folder: URL, key: Digest) {
    guard let tree = try? FileTree(folder.path), let file = try? tree.open(Self.path) else { return nil }
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
    let parts = line.dropFirst(Self.checksumSize).split(separator: KeptPost.group, omittingEmptySubsequences: false)
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

/// Writes down what the next comparison may keep, beside what the last one did, which it replaces at the end.
final class KeptPostWriter {
  private let tree: FileTree
  private let sink: FileSink
  private var line: [UInt8] = []

  /// - Throws: `Diagnostic`.
  init(in folder: URL, key: Digest) throws {
    do throws(FileError) {
      tree = try FileTree(making: folder.path)
      // Of a run that was killed.
      try tree.remove(KeptPosts.partial)
      sink = try tree.create(KeptPosts.partial)
    } catch {
      throw error.diagnostic
    }
    try sink.write("\(KeptPosts.mark)\(key.hex)\n")
  }

  deinit { try? tree.remove(KeptPosts.partial) }

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

  /// Puts the whole in place.
  ///
  /// - Throws: `Diagnostic`.
  func finish() throws {
    try end()
    try sink.flush()
    do throws(FileError) { try tree.rename(KeptPosts.partial, to: KeptPosts.path) } catch { throw error.diagnostic }
  }
}
