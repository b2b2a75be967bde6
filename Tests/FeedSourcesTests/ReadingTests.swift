import FeedSources
import Foundation
import Projects
import Support
import Testing

@Suite("Finding feeds")
struct ReadingTests {
  @Test("Feedproof's own files in the project are not a feed, whatever the folder's name")
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
