import DataFormats
import Diagnostics
import Foundation
import Testing

@Suite("Files that programs have written")
struct JSONDecodingTests {
  private struct Record: Codable, Equatable {
    enum Kind: String, Codable { case card, event }

    struct Box: Codable, Equatable {
      var name: String
      var frame: [Double]
      var isHidden: Bool?

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        frame = try container.decode([Double].self, forKey: .frame)
        isHidden = try container.decodeIfPresent(Bool.self, forKey: .isHidden)
        guard frame.count == 4 else {
          throw DecodingError.dataCorruptedError(
            forKey: .frame, in: container, debugDescription: "a frame is x, y, width and height")
        }
      }
    }

    var width: Int
    var kind: Kind
    var boxes: [Box]
    var digests: [String: String]
  }

  private static let unfitNumber = "a number is too large, or has decimals although a whole number is required"
  private static let sound =
    #"{"width": 8, "kind": "card", "boxes": [{"name": "a", "frame": [1, 2, 3, 4]}], "digests": {}}"#

  private func fault(_ text: String, element: String = "") -> Diagnostic? {
    do throws(SourceFault) {
      _ = try JSONSource.decode(Record.self, from: Data(text.utf8), file: "r.json", element: element)
      return nil
    } catch {
      return Diagnostic(severity: .error, code: "a", message: error.fact.message, place: error.place, hint: nil)
    }
  }

  @Test("a sound file is decoded")
  func decoded() throws {
    #expect(try JSONSource.decode(Record.self, from: Data(Self.sound.utf8)).boxes.map(\.name) == ["a"])
  }

  @Test(
    "a missing member is reported at its value",
    arguments: [
      (#""width": 8"#, #""weight": 8"#, nil, #""width" is missing"#),
      (#""width": 8"#, #""width": "wide""#, "width", #"expected a whole number, found "wide""#),
      (#""width": 8"#, #""width": 8.5"#, nil, unfitNumber),
      (#""width": 8"#, #""width": 1e30"#, nil, unfitNumber),
      (#""width": 8"#, #""width": null"#, "width", "expected a whole number, found nothing"),
      (#""card""#, #""cart""#, "kind", #""cart" is not allowed here"#),
      (#"{"name": "a""#, #"{"label": "a""#, "boxes[0]", #""name" is missing"#),
      (#""name": "a""#, #""name": {}"#, "boxes[0].name", "expected a text, found a mapping"),
      ("[1, 2, 3, 4]", "[1, 2, 3]", "boxes[0].frame", "a frame is x, y, width and height"),
      ("[1, 2, 3, 4]", "[1, true]", "boxes[0].frame[1]", "expected a number, found true"),
      ("[1, 2, 3, 4]", "4", "boxes[0].frame", "expected a list, found 4"),
      ("4]}", #"4], "isHidden": 1}"#, "boxes[0].isHidden", "expected true or false, found 1"),
      (#""digests": {}"#, #""digests": []"#, "digests", "expected a mapping, found a list"),
    ])
  func wrongValue(part: String, other: String, path: String?, message: String) {
    let fault = fault(Self.sound.replacingOccurrences(of: part, with: other))
    #expect(fault?.message == message)
    #expect(fault?.place == (path.map { .json($0, in: "r.json") } ?? Place(file: "r.json")))
  }

  @Test(
    "anything that is not a JSON is reported at its line and column",
    arguments: [
      ("", 1, 1, "the file is empty"), ("{\n", 2, 1, "the file is truncated"),
      ("{\"width\": 8,\n  oops}", 2, 3, "not JSON: expected a key in quotes, found \"o\""),
    ])
  func noJSON(text: String, line: Int, column: Int, message: String) {
    #expect(fault(text)?.message == message)
    #expect(fault(text)?.place == .line(line, column: column, in: "r.json"))
  }

  @Test("a part of a document is reported by its path in the whole")
  func element() {
    #expect(fault(#"{"width": []}"#, element: "cases[3]")?.place == .json("cases[3].width", in: "r.json"))
    #expect(fault("{]", element: "cases[3]")?.place == .json("cases[3]", in: "r.json"))
  }
}
