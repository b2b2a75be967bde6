import AppScreens
import Basics
import Foundation
import Support
import Testing

/// View hierarchies from real tools, with the results of an independent reader.
@Suite("Extra vectors: hierarchies", .enabled(if: ScreenSamples.folder != nil))
struct ScreenSampleTests {
  @Test("every sample is read as expected", arguments: ScreenSamples.names)
  func samples(name: String) throws {
    let folder = try #require(ScreenSamples.folder)
    let expected = try #require(ScreenSamples.json(Data(contentsOf: folder.appendingPathComponent(name))))
    let file = try #require(expected["file"] as? String)
    let size = ((expected["picture"] as? [String: Any])?["px"] as? [Int]).map { PixelSize(width: $0[0], height: $0[1]) }
    let screen = try ScreenReader.read(Array(Data(contentsOf: folder.appendingPathComponent(file))), picture: size)
    let shown = try #require(ScreenSamples.json(JSONEncoder().encode(HierarchyListing(screen))))
    for key in ["format", "unit_in_file", "nodes", "visible_leaves", "screen"] {
      #expect(shown[key] as? NSObject == expected[key] as? NSObject, "\(key)")
    }
    guard shown["visible_leaves"] as? Int != 0 else { return }
    let leaves = try #require(shown["leaves"] as? [NSObject])
    for sample in try #require(expected["samples"] as? [NSObject]) {
      #expect(leaves.contains(sample), "\(sample)")
    }
  }
}

private enum ScreenSamples {
  static let folder = ExtraVectors.url("hierarchies/samples")

  static let names: [String] = {
    let all = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return all.filter { $0.hasSuffix(".expected.json") }.sorted()
  }()

  static func json(_ data: Data) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
  }
}
