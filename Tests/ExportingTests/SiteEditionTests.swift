import Cards
import Drawing
import FeedSources
import Files
import Foundation
import OutputFolders
import Projects
import Runs
import Support
import Testing

@testable import Exporting

@Suite("A site's edition, made after another")
struct SiteEditionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(WrittenFeed.posts(["The first", "The second"]), to: "feed.json")
  }

  private func edition(_ settings: String, after earlier: SiteEdition? = nil) throws -> SiteEdition {
    try folder.write("widths: 320\nscales: 1\n\(settings)\n", to: ProjectFile.name)
    let environment = Environment.tests(in: folder.url)
    let project = try Project.load(inputs: ["."], overrides: ProjectOverrides(), environment: environment)
    return try SiteEdition(
      project: project, environment: environment, after: earlier, changes: .texts, report: { _ in })
  }

  @Test(
    "an option that reaches cards makes the cards of the edition before anew",
    arguments: [
      "dates: absolute", "highlight: first", "locale: ru", "now: 2018-11-24T00:00:00Z", "timeZone: Asia/Tokyo",
    ])
  func options(setting: String) throws {
    let first = try edition("")
    let card = first.card(0)
    let second = try edition(setting, after: first)
    #expect(second.card(0) != card)
  }

  @Test("an option that does not reach cards keeps them")
  func kept() throws {
    let first = try edition("")
    let second = try edition("feedHeight: 300", after: first)
    #expect(second.source.made?.inputs === first.source.made?.inputs)
  }

  @Test("an export of what is looked at parses nothing, lays nothing out again, and takes over what is drawn")
  func exported() async throws {
    let tally = WorkTally()
    try await WorkTally.$current.withValue(tally) {
      let edition = try edition("themes: [light, dark]")
      let seen = PictureVariant(width: 320, scale: 1, theme: "light", state: .expanded)
      let picture = try edition.picture(1, seen)
      for place in 0..<2 { #expect(try edition.heights(place, width: 320) != nil) }
      let run = ExportRun(
        project: edition.renderer.project, output: OutputFolder(edition.renderer.project.output),
        context: RunContext(.tests(in: folder.url), jobs: 2))
      #expect(try await run.run(from: edition.source).drawn == 2)
      let file = edition.renderer.project.output.appendingPathComponent(seen.path(ofCard: edition.posts[1].id))
      #expect(try Data(contentsOf: file) == picture)
      // Two cards in two themes, and the feed in both.
      #expect((tally[.parsedPage], tally[.laidOutCard], tally[.drewPicture]) == (1, 4, 6))
    }
  }
}

extension SiteEdition {
  fileprivate func card(_ place: Int) -> [FeedCard]? { source.made?.input(posts[place]).cards }
}
