import Comparison
import Diagnostics
import Foundation
import Support
import Testing

@Suite("Records that were damaged by hand")
struct UnreadableRecordTests {
  private let folder: TemporaryFolder
  private var store: BaselineStore { BaselineStore(folder.url.appendingPathComponent("Baselines")) }
  private var review: ReviewFolder { ReviewFolder(in: folder.url) }

  private static let sound = """
    {"case": "p/a", "environment": "e", "height": 4, "layout": {"boxes": [
    {"frame": [0, 0, 1, 2], "path": "card"}], "size": {"width": 1, "height": 2}}, "schema": 1, "sha256": "00", "width": 4}
    """

  init() throws {
    folder = try TemporaryFolder()
  }

  private func problem(_ body: () throws -> Void) -> Diagnostic? { #expect(throws: Diagnostic.self) { try body() } }

  @Test(
    "a baseline is reported with the place in it, as text, and with a hint",
    arguments: [
      ("{", ":1:2", "the baseline can't be read: the file is truncated"),
      (
        sound.replacingOccurrences(of: "[0, 0, 1, 2]", with: "[0, 0]"), ": layout.boxes[0].frame",
        "the baseline can't be read: a frame is x, y, width and height"
      ),
      (
        sound.replacingOccurrences(of: "\"width\": 4", with: "\"width\": \"4\""), ": width",
        "the baseline can't be read: expected a whole number, found \"4\""
      ),
    ])
  func baseline(text: String, place: String, message: String) throws {
    try folder.write(text, to: "Baselines/p/a.json")
    let found = problem { _ = try store.record(of: "p/a") }
    #expect(found?.message == message && found?.code == "baseline.unreadable")
    #expect(found?.place?.description == store.url.appendingPathComponent("p/a.json").path + place)
    #expect(found?.hint == "restore it from version control, or approve the case again")
  }

  @Test("so are the records of environments and designs", arguments: ["environments", "designs"])
  func records(name: String) throws {
    try folder.write("[]", to: "Baselines/\(name)/e.json")
    let found = problem {
      if name == "designs" { _ = try store.design("e") } else { _ = try store.environment("e") }
    }
    #expect(found?.message == "the baseline can't be read: expected a mapping, found a list")
    #expect(found?.place?.file?.hasSuffix("Baselines/\(name)/e.json") == true)
  }

  @Test("a report's case is reported by its number")
  func report() throws {
    let file = review.url.appendingPathComponent("report.json")
    try ReportWriterTests.writeReport(of: 2, to: review)
    let report = try String(contentsOf: file, encoding: .utf8)
    try folder.write(
      report.replacingOccurrences(of: #""id" : "post/1""#, with: #""id" : 1"#), to: "review/report.json")
    let found = problem { _ = try review.report() }
    #expect(found?.description.contains("\(file.path): cases[1].id: the report can't be read: ") == true)
    #expect(found?.message == "the report can't be read: expected a text, found 1")
    #expect(found?.hint == "run feedproof compare again")
  }
}
