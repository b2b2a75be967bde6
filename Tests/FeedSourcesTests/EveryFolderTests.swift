import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import Support
import Testing

/// Nothing of a folder is dropped silently: everything in its files that is not an entry is reported with the file.
@Suite("Every entry of a folder")
struct EveryFolderTests {
  /// No numbers or strings, because they are counts in VK's lists and addresses in those of ActivityStreams.
  private static let strays = ["null", "true", "[]", "[7]"]

  @Test(
    "entries that are read and those that are named are everything that its files have", arguments: ServiceSample.all)
  func folder(_ sample: ServiceSample) throws {
    var random = SplitMix64(seed: UInt64(sample.name.utf8.count))
    for _ in 0..<6 {
      let folder = try TemporaryFolder()
      var there = 0
      for number in 1...3 {
        // The first item of each file reveals the service.
        var items = (0..<4).map { _ in Self.strays.randomElement(using: &random) ?? "null" }
        items.insert(sample.item(2 * number), at: Int.random(in: 0...items.count, using: &random))
        items.insert(sample.item(2 * number - 1), at: 0)
        there += items.count
        try folder.write(sample.document(items), to: "feed/page\(number).json")
      }
      let feed = folder.url.appendingPathComponent("feed")
      let project = Project(folder: folder.url, feeds: [feed], output: folder.url.appendingPathComponent("out"))
      var named: Set<String> = []
      let source = try FeedSource.open(FeedFiles.find(of: project), showsChats: false) { issue in
        guard case .jsonPath(let path)? = issue.place?.position, issue.code == "feed.item" || issue.code == "feed.event"
        else { return }
        named.insert("\(issue.place?.file ?? "") \(path)")
      }
      #expect(source.facts.count == 6)
      #expect(source.facts.count + named.count == there, "\(named.sorted())")
    }
  }
}
