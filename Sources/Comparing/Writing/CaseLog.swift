import Diagnostics
import Files
import Foundation

/// The cases of a comparison on their way into its report: a line each in a file of the review's own folder, so that a run
/// of any length keeps counts and causes in memory, never the cases.
final class CaseLog {
  /// A line of the log.
  enum Entry {
    /// The cases that follow are all those of a post that the next comparison may keep.
    case post(head: [UInt8])
    /// What was not drawn again.
    case kept(KeptCase)
    /// A case in words, of which nothing is kept.
    case told(CaseTexts)
    /// - Parameters:
    ///   - marks: Of a case of such a post.
    ///   - seconds: That it took.
    case compared(CompareReport.Case, marks: CaseMarks?, seconds: Double)
  }

  private enum Kind {
    static let post = "P"
    static let kept = "K"
    static let told = "T"
    static let compared = "C"
  }

  private let file: SpillFile

  /// - Parameter folder: The review's.
  /// - Throws: `Diagnostic` where nothing can be written there.
  init(in folder: URL) throws(Diagnostic) {
    file = try SpillFile(in: folder, name: "cases")
  }

  func append(_ entry: CompareReport.Case, marks: CaseMarks? = nil, seconds: Double = 0) throws {
    let head = "\(seconds)\u{1D}\(marks?.text ?? "")"
    try file.append(Kind.compared, head + "\u{1D}" + JSONText.line(entry))
  }

  func append(_ post: KeptPost) throws {
    try append(head: post.head)
    for entry in post.cases { try file.append(Kind.kept, entry.text) }
  }

  /// - Parameter line: `CaseTexts.text`.
  func append(told line: String) throws { try file.append(Kind.told, line) }

  /// - Parameter head: Of a kept post whose cases come next.
  func append(head: String) throws { try file.append(Kind.post, head) }

  /// All lines so far, in the order in which they came, one in memory at a time. Asked as often as somebody likes.
  func forEach(_ body: (Entry) throws -> Void) throws {
    let decoder = JSONDecoder()
    try file.forEach { line in
      let rest = line.dropFirst()
      switch line.first.map({ String(UnicodeScalar($0)) }) {
      case Kind.post: try body(.post(head: Array(rest)))
      case Kind.told:
        if let texts = CaseTexts(KeptPost.parts(of: rest, by: KeptPost.unit)[...]) { try body(.told(texts)) }
      case Kind.kept: if let entry = KeptCase(rest) { try body(.kept(entry)) }
      default:
        let parts = rest.split(separator: KeptPost.group, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return }
        let entry = try decoder.decode(CompareReport.Case.self, from: Data(parts[2]))
        let seconds = Double(String(decoding: parts[0], as: UTF8.self)) ?? 0
        try body(.compared(entry, marks: CaseMarks(text: parts[1]), seconds: seconds))
      }
    }
  }

  /// Those that were compared in this run.
  func forEachCompared(_ body: (CompareReport.Case) throws -> Void) throws {
    try forEach { if case .compared(let entry, _, _) = $0 { try body(entry) } }
  }
}

/// Lines that are put aside on the review's own disk until they are needed, so that they take no memory. The file has no
/// name: whatever becomes of the process, nothing of it is left.
final class SpillFile {
  private let sink: FileSink
  private let file: RegularFile

  /// - Parameters:
  ///   - folder: The review's.
  ///   - name: For messages.
  /// - Throws: `Diagnostic` where nothing can be written there.
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

  /// - Parameter parts: Of a line, without line breaks.
  func append(_ parts: String...) throws(Diagnostic) {
    for part in parts { try sink.write(part) }
    try sink.write("\n")
  }

  /// All lines so far, in the order in which they came, one in memory at a time. Asked as often as somebody likes.
  func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    try sink.flush()
    var lines = FileLines(file, limit: 1 << 30)
    while let line = try lines.next() { try body(line) }
  }
}
