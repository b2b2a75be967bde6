import Diagnostics
import Figma
import Foundation
import Support
import Testing

/// API responses saved by others, compared with the results of an independent program.
@Suite(.enabled(if: Samples.folder != nil, "no extra vectors beside the checkout"))
struct SampleTests {
  @Test(arguments: Samples.names("files"))
  func readsAFile(_ name: String) throws {
    let file = try Samples.file("files/\(name).json")
    let differences = try Samples.differences(file.json, to: "files/\(name).expected.json")
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(arguments: Samples.names("variables"))
  func readsVariables(_ name: String) throws {
    guard case .variables(let variables) = try Samples.answer("variables/\(name).json") else {
      Issue.record("no variables")
      return
    }
    let differences = try Samples.differences(variables.json, to: "variables/\(name).expected.json")
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(arguments: Samples.names("versions"))
  func tellsWhatChanged(_ name: String) throws {
    let parts = name.split(separator: "_v")
    let old = try Samples.file("versions/\(parts[0])_v\(parts[1]).json")
    let new = try Samples.file("versions/\(parts[0])_v\(parts[2]).json")
    let differences = try Samples.differences(
      FigmaChanges(from: old, to: new).json, to: "versions/\(name).expected.json")
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test func tellsWhatBecomesOfStyles() throws {
    guard case .styles(let styles) = try Samples.answer("answers/styles_terrazzo.json") else {
      Issue.record("no styles")
      return
    }
    let name = "files/terrazzo_style_nodes_2025.json"
    let text = try Samples.file(name).json(of: styles, name: name)
    let differences = try Samples.differences(text, to: "answers/styles_terrazzo.expected.json")
    #expect(differences.isEmpty, "\(differences)")
  }
}

enum Samples {
  static let folder = ExtraVectors.url("figma")

  /// Returns the samples in a folder that have an expected result.
  static func names(_ subfolder: String) -> [String] {
    let url = folder?.appendingPathComponent(subfolder)
    let all = (try? url.map { try FileManager.default.contentsOfDirectory(atPath: $0.path) }) ?? []
    return all.filter { $0.hasSuffix(".expected.json") }.map { String($0.dropLast(".expected.json".count)) }.sorted()
  }

  static func text(_ path: String) throws -> Data {
    try Data(contentsOf: try #require(folder).appendingPathComponent(path))
  }

  static func answer(_ path: String) throws -> FigmaResponse {
    try FigmaResponse.read([UInt8](try text(path)), name: path).0
  }

  static func file(_ path: String) throws -> FigmaFile {
    guard case .file(let file) = try answer(path) else { throw CocoaError(.fileReadCorruptFile) }
    return file
  }

  /// Returns the first differences between two JSON texts. Compares members by name.
  static func differences(_ text: String, to path: String) throws -> [String] {
    let found = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let expected = try JSONSerialization.jsonObject(with: try self.text(path))
    var all: [String] = []
    compare(found, expected, "", &all)
    return Array(all.prefix(8))
  }

  private static func compare(_ found: Any?, _ expected: Any?, _ place: String, _ all: inout [String]) {
    switch (found, expected) {
    case (let found as [String: Any], let expected as [String: Any]):
      for key in Set(found.keys).union(expected.keys).sorted() {
        compare(found[key], expected[key], "\(place).\(key)", &all)
      }
    case (let found as [Any], let expected as [Any]) where found.count == expected.count:
      for (index, pair) in zip(found, expected).enumerated() { compare(pair.0, pair.1, "\(place)[\(index)]", &all) }
    case (let found as NSObject, let expected as NSObject) where found == expected: break
    case (nil, nil): break
    default: all.append("\(place): \(found ?? "nothing"), not \(expected ?? "nothing")")
    }
  }
}
