import Diagnostics
import Files
import Foundation

/// The cases of a comparison before they are reported, one a line in a temporary file in the review's folder. A run of
/// any length keeps only counts and causes in memory.
final class CaseLog {
  /// A line of the log.
  enum Entry {
    /// The start of a post whose cases the next comparison may reuse.
    case post(head: [UInt8])
    /// A case that was not rendered again.
    case kept(CachedCase)
    /// A case as text that the next comparison can't reuse.
    case told(CaseTexts)
    /// - marks: The state of the case's files, if the case is part of such a post.
    /// - seconds: The duration of the comparison.
    case compared(CompareReport.Case, marks: CaseDependencies?, seconds: Double)
  }

  private enum Kind {
    static let post = "P"
    static let kept = "K"
    static let told = "T"
    static let compared = "C"
  }

  private let file: TemporaryLineFile

  /// - Parameter folder: The review's folder.
  /// - Throws: `Diagnostic` if the folder can't be written.
  init(in folder: URL) throws(Diagnostic) {
    file = try TemporaryLineFile(in: folder, name: "cases")
  }

  func append(_ entry: CompareReport.Case, marks: CaseDependencies? = nil, seconds: Double = 0) throws {
    let head = "\(seconds)\u{1D}\(marks?.text ?? "")"
    try file.append(Kind.compared, head + "\u{1D}" + JSONText.line(entry))
  }

  func append(_ post: CachedPost) throws {
    try append(head: post.head)
    for entry in post.cases { try file.append(Kind.kept, entry.text) }
  }

  /// - Parameter line: `CaseTexts.text`.
  func append(told line: String) throws { try file.append(Kind.told, line) }

  /// - Parameter head: The head of a reusable post whose cases follow.
  func append(head: String) throws { try file.append(Kind.post, head) }

  /// Calls `body` for each line so far, in order, with one line in memory at a time. Can be called repeatedly.
  func forEach(_ body: (Entry) throws -> Void) throws {
    let decoder = JSONDecoder()
    try file.forEach { line in
      let rest = line.dropFirst()
      switch line.first.map({ String(UnicodeScalar($0)) }) {
      case Kind.post: try body(.post(head: Array(rest)))
      case Kind.told:
        if let texts = CaseTexts(CachedPost.parts(of: rest, by: CachedPost.unit)[...]) { try body(.told(texts)) }
      case Kind.kept: if let entry = CachedCase(rest) { try body(.kept(entry)) }
      default:
        let parts = rest.split(separator: CachedPost.group, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return }
        let entry = try decoder.decode(CompareReport.Case.self, from: Data(parts[2]))
        let seconds = Double(String(decoding: parts[0], as: UTF8.self)) ?? 0
        try body(.compared(entry, marks: CaseDependencies(text: parts[1]), seconds: seconds))
      }
    }
  }

  /// Calls `body` for each case that this run compared.
  func forEachCompared(_ body: (CompareReport.Case) throws -> Void) throws {
    try forEach { if case .compared(let entry, _, _) = $0 { try body(entry) } }
  }
}

/// Lines that wait on the review's disk instead of in memory. The file has no name, so it disappears however the
/// process ends.
final class TemporaryLineFile {
  private let sink: FileSink
  private let file: RegularFile

  /// - Parameters:
  ///   - folder: The review's folder.
  ///   - name: The temporary name, also for messages.
  /// - Throws: `Diagnostic` if the folder can't be written.
  init(in folder: URL, name: RelativePath) throws(Diagnostic) {
    do throws(FileError) {
      let tree = try FileTree(making: folder.path)
      try tree.remove(name)
      sink = try tree.create(name)
      guard let file = try tree.open(name) else { throw FileError(sink.path, .system(ENOENT)) }
      self.file = file
      try tree.remove(name)
    } catch {
      throw error.diagnostic
    }
  }

  /// Appends a line.
  ///
  /// - Parameter parts: Parts of the line, without line breaks.
  func append(_ parts: String...) throws(Diagnostic) {
    for part in parts { try sink.write(part) }
    try sink.write("\n")
  }

  /// Calls `body` for each line so far, in order, with one line in memory at a time. Can be called repeatedly.
  func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    try sink.flush()
    var lines = FileLines(file, limit: 1 << 30)
    while let line = try lines.next() { try body(line) }
  }
}
