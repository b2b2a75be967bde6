import Diagnostics
import Files
import Foundation
import OutputFolders

extension ReviewFolder {
  /// Reads of each case of the report what `Head` is, one in memory at a time.
  ///
  /// - Parameter body: Gets it with its place in the file.
  /// - Throws: `Diagnostic`.
  func readCases<Head: Decodable>(as _: Head.Type, _ body: (Head, Range<Int>) throws -> Void) throws {
    let decoder = JSONDecoder()
    try reading {
      _ = try JSONListReader.read(try reportFile(), list: "cases") { element, place in
        try body(decoder.decode(Head.self, from: Data(element)), place)
      }
    }
  }

  /// Changes some of the report's cases; every other byte stays.
  ///
  /// - Parameter places: Theirs, rising.
  /// - Throws: `Diagnostic`; the report is as it was then.
  func rewriteCases(at places: [Range<Int>], _ change: (inout CompareReport.Case) -> Void) throws {
    let file = try reading(reportFile)
    let decoder = JSONDecoder()
    _ = try OutputFolder(url).write(to: Self.report, replacing: true) { sink in
      var end = 0
      for place in places {
        try copy(file, from: end, to: place.lowerBound, into: sink)
        let bytes = try file.read(at: place.lowerBound, upTo: place.count)
        var entry = try decoder.decode(CompareReport.Case.self, from: Data(bytes))
        change(&entry)
        try sink.write(try JSONText.element(entry, depth: 2))
        end = place.upperBound
      }
      try copy(file, from: end, to: .max, into: sink)
    }
  }

  private func copy(_ file: RegularFile, from start: Int, to end: Int, into sink: FileSink) throws {
    var position = start
    while position < end {
      let piece = try file.read(at: position, upTo: min(1 << 18, end - position))
      if piece.isEmpty { return }
      try sink.write(piece)
      position += piece.count
    }
  }

  private func reportFile() throws(FileError) -> RegularFile {
    try RegularFile(url.appendingPathComponent(Self.report.text))
  }

  /// Another content of a file that the comparison wrote.
  ///
  /// - Throws: `Diagnostic`.
  func replace(_ data: Data, at path: String) throws(Diagnostic) {
    try OutputFolder(url).write(data, to: try RelativePath.checked(path))
  }
}
