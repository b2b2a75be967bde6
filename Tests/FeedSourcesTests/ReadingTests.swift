import Foundation
import Projects
import Support
import Testing

@testable import FeedSources

@Suite("Finding feeds")
struct ReadingTests {
  @Test("what the tool wrote into the project's folder is no feed, whatever its folder is called")
  func ownFiles() throws {
    let folder = try TemporaryFolder()
    for path in [
      "page.json", "more/page.json", "output/manifest.json", "Baselines/wall1_1/375@2x-light-expanded.json",
      "part-1/review/report.json", "part-1/review/actual/a.json", "site/manifest.json", "site/cards/wall1_1/a.png",
      "more/manifest.json",
    ] { try folder.write("{}", to: path) }
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    let found = FeedFiles.find(of: project).files.map(\.name)
    #expect(found == ["page.json", "more/manifest.json", "more/page.json"])
  }
}
