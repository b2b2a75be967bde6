import DataFormats
import Diagnostics
import Files
import Foundation
import OutputTransactions

/// Accepted causes of cases that also have other causes. A case becomes its new baseline when the last of its causes is
/// accepted. The next comparison discards them because its images may differ.
struct AcceptedCauses: Codable {
  static let file: RelativePath = ".feedproof/accepted.json"

  var schema = 1
  var causes: [String] = []

  init() {}

  /// - Throws: `Diagnostic` if the file can't be read.
  init(of review: ReviewFolder) throws {
    let path = review.url.appendingPathComponent(Self.file.text).path
    do {
      guard let data = try FileTree(review.url.path).data(Self.file) else { return }
      self = try JSONSource.decode(from: data, file: path)
    } catch let error as FileError {
      throw error.unreadable(as: path)
    } catch let fault as SourceFault {
      throw Diagnostic(CompareIssue.decisionsUnreadable(reason: fault.fact.message), at: fault.place)
    }
  }

  /// - Throws: `Diagnostic` if the file can't be written.
  func write(to review: ReviewFolder) throws {
    try OutputFolder(review.url).write(try JSONText.pretty(self), to: Self.file)
  }
}
