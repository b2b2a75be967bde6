import CheckedSources
import Diagnostics
import Files
import Foundation

/// A `report.json` that is read case by case: what it says of the whole is in memory, its cases are not.
struct StoredReport {
  /// Without cases.
  let whole: CompareReport
  private let file: RegularFile

  /// Nil where there is none.
  ///
  /// - Throws: `FileError`, `SourceFault`, `Diagnostic`.
  init?(in tree: FileTree) throws {
    guard let file = try tree.open(ReviewFolder.report) else { return nil }
    let frame = try JSONListReader.read(file, list: "cases") { _, _ in }
    var whole = try JSONSource.decode(CompareReport.self, from: Data(frame))
    // Each case says of which clusters it is.
    for index in whole.clusters.indices { whole.clusters[index].cases = [] }
    guard whole.schema == CompareReport.currentSchema else {
      throw Diagnostic(CompareIssue.reportUnreadable(reason: "it has schema \(whole.schema)"))
    }
    (self.whole, self.file) = (whole, file)
  }

  /// Each case with its place in the file.
  ///
  /// - Throws: As `init`.
  func forEach(_ body: (CompareReport.Case, Range<Int>) throws -> Void) throws {
    var count = 0
    _ = try JSONListReader.read(file, list: "cases") { element, place in
      let entry = try JSONSource.decode(
        CompareReport.Case.self, from: Data(element), element: "cases[\(count)]")
      try body(entry, place)
      count += 1
    }
  }

  /// The cases that stand in a part of the file.
  ///
  /// - Parameter place: From the beginning of a case to the end of that or a later one.
  /// - Throws: `FileError`, `SourceFault`.
  func cases(at place: Range<Int>) throws -> [CompareReport.Case] {
    let bytes = try file.read(at: place.lowerBound, upTo: place.count)
    return try JSONSource.decode(
      from: Data([UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")]), element: "cases")
  }
}
