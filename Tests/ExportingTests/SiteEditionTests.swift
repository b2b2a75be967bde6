import FeedSources
import Files
import Foundation
import Projects
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
      "dates: absolute", "highlight: first", "locale: en", "now: 2018-11-24T00:00:00Z", "timeZone: Asia/Tokyo",
    ])
  func options(setting: String) throws {
    let first = try edition("")
    let card = first.feed.input(0, first.renderer).cards
    let second = try edition(setting, after: first)
    #expect(second.feed.input(0, second.renderer).cards != card)
  }

  @Test("an option that does not reach cards keeps them")
  func kept() throws {
    let first = try edition("")
    #expect(try edition("feedHeight: 300", after: first).feed === first.feed)
  }
}
