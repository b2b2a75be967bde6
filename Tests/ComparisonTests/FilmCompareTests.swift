import Basics
import Comparison
import Filming
import Foundation
import ImageComparison
import ImageFolders
import RunSupport
import Support
import Testing

@Suite("Films as cases")
struct FilmCompareTests {
  private let project: ComparisonProject

  init() throws {
    project = try ComparisonProject()
    project.settings = "locale: en\nwidths: 300\nscales: 1\nfilms: [refresh, reading.yml]\n"
    try script(faults: "[]")
  }

  private func script(faults: String) throws {
    try project.folder.write(
      "feed: {arriving: 2, length: 9}\nfaults: \(faults)\nevents: [{at: 0.2, arrive: 2}]\nduration: 0.5\n",
      to: "reading.yml")
  }

  private func film(_ name: String, in report: CompareReport) throws -> CaseResult {
    try #require(report.cases.first { $0.id == "films/\(name)/300@1x-light" })
  }

  private func report() throws -> CompareReport {
    let file = project.file("output").appendingPathComponent("review/report.json")
    return try JSONDecoder().decode(CompareReport.self, from: Data(contentsOf: file))
  }

  @Test("a film is new, then approved, and from then on the same until something moves otherwise")
  func life() async throws {
    var outcome = try await project.compare()
    #expect(outcome.count(.new) == 5)
    #expect(try film("refresh", in: report()).verdict == .new)
    try project.approveAll()
    #expect(FileManager.default.fileExists(atPath: project.file("Baselines/films/refresh/300@1x-light.json").path))
    outcome = try await project.compare()
    #expect(outcome.count(.identical) == 5 && outcome.failure == nil)

    try script(faults: "[batches-not-compensated]")
    outcome = try await project.compare()
    let entry = try film("reading", in: report())
    #expect(entry.verdict == .different && outcome.count(.identical) == 4)
    #expect(entry.reasons.first?.hasPrefix("at 0.20 s, wall1_3 jumps ") == true)
    #expect(entry.reasons.first?.hasSuffix(" pt down (batch)") == true)
    #expect(entry.actual?.path != nil && entry.expected?.path != nil)

    try project.approveAll()
    #expect(try await project.compare().count(.identical) == 5)
  }

  @Test("a baseline of a film that can't be read is one case, and approving repairs it")
  func damaged() async throws {
    project.settings = project.settings.replacing("refresh, ", with: "")
    try await project.settle()
    try project.folder.write("{", to: "Baselines/films/reading/300@1x-light.json")
    let outcome = try await project.compare()
    #expect((outcome.count(.identical), outcome.count(.error)) == (3, 1))
    try project.approveAll()
    #expect(try await project.compare().count(.identical) == 4)
  }

  @Test("a film with only a digest gets its image on request")
  func converted() async throws {
    project.settings += "baselines: {keep: digest}\n"
    try await project.settle()
    let picture = project.file("Baselines/films/reading/300@1x-light.png")
    #expect(!FileManager.default.fileExists(atPath: picture.path))
    project.settings = project.settings.replacing("keep: digest", with: "keep: full")
    let outcome = try await project.compare()
    #expect(outcome.count(.identical) == 5)
    let account = try project.approve { $0.convert = true }
    #expect(account.converted.count == 5 && account.left.isEmpty)
    #expect(FileManager.default.fileExists(atPath: picture.path))
    #expect(try await project.compare().count(.identical) == 5)
    #expect(try film("reading", in: report()).actual?.path == nil)
  }

  @Test("a film that the project names no longer is obsolete")
  func obsolete() async throws {
    try await project.settle()
    project.settings = project.settings.replacing("refresh, ", with: "")
    let outcome = try await project.compare()
    #expect(outcome.count(.obsolete) == 1 && outcome.count(.identical) == 4)
  }

  @Test("a script that can't be played is a case with an error, the others are compared")
  func broken() async throws {
    try project.folder.write("events: [{at: 0.2, tap: wall9_9}]", to: "reading.yml")
    let outcome = try await project.compare()
    let entry = try film("reading", in: report())
    #expect(entry.verdict == .error && entry.reasons == ["the feed has no post \"wall9_9\""])
    #expect(outcome.count(.new) == 4)
  }

  @Test("a film that is wrong from the beginning has a cause of its own, and says what is wrong first")
  func wrong() async throws {
    try script(faults: "[batches-not-compensated]")
    try await project.compare()
    let (good, wrong) = (try film("refresh", in: report()), try film("reading", in: report()))
    #expect(good.reasons == ["the film has not been approved yet"])
    #expect(wrong.verdict == .new && wrong.reasons.first?.hasPrefix("at 0.20 s, wall1_3 jumps ") == true)
    #expect(wrong.causes.first != good.causes.first)
  }

  @Test("the review has what a film is played with: its numbers, and every image that its frames show")
  func played() async throws {
    try await project.compare()
    let entry = try film("refresh", in: report())
    let film = try #require(entry.film)
    let review = ReviewFolder(in: project.file("output"))
    let record = try #require(review.film(at: film.actual))
    #expect(film.expected == nil && film.approved == nil)
    let ofChats: Set<FilmImage.Part> = [.composer, .day, .keyboard]
    #expect(Set(film.pictures.map(\.part)) == Set(FilmImage.Part.allCases).subtracting(ofChats))
    #expect(Set(film.pictures.compactMap(\.post)) == Set(record.cards.map(\.post)))
    for picture in film.pictures {
      let png = try #require(review.data(at: picture.path))
      #expect(
        try ComparedImageFile.size([UInt8](png), name: picture.path)
          == PixelSize(width: picture.width, height: picture.height))
    }
    let page = try String(contentsOf: project.file("output/review/site/films/0.js"), encoding: .utf8)
    #expect(page.hasPrefix(#"feedproof.chunk("films","0",[[{"#) && page.contains(#""film":"refresh""#))
    try project.approveAll()
    try await project.compare()
    #expect(try self.film("refresh", in: report()).film == nil)
  }

  @Test("a card that was approved with another image is shown with that on the reference's side")
  func approved() async throws {
    try await project.compare()
    try project.approveAll()
    project.texts[0] = "The first one, whose text has become so long that it takes a second line on this screen"
    try await project.compare()
    let film = try #require(try film("refresh", in: report()).film)
    let (old, new) = (film.approved ?? [], film.pictures.filter { $0.post == "wall1_1" })
    #expect(old.map(\.post) == ["wall1_1"] && new.count == 1)
    #expect(old[0].path != new[0].path && old[0].height < new[0].height && old[0].above == new[0].above)
  }

  @Test("a film whose cards changed for a cause belongs to it, also where the cards are not compared in the run")
  func follows() async throws {
    try await project.settle()
    project.texts[0] = "The first one, whose text has become so long that it takes a second line on this screen"
    try await project.compare()
    let whole = try report()
    #expect(whole.clusters.map(\.kind) == [.text] && whole.clusters.map(\.cases.count) == [3])
    #expect(whole.clusters.first?.sentence?.hasSuffix(", also seen in 2 films") == true, "\(whole.clusters)")
    try await project.compare(only: ["films/refresh/*"])
    let alone = try report()
    #expect(alone.clusters.map(\.id) == whole.clusters.map(\.id))
    #expect(alone.clusters.first?.sentence?.hasSuffix(", in 1 film") == true)
  }

  @Test("a film's own changes are a separate cause from those of its cards")
  func ownMotion() async throws {
    try await project.settle()
    project.texts[0] = "Another first"
    try script(faults: "[batches-not-compensated]")
    try await project.compare()
    let report = try report()
    #expect(try film("refresh", in: report).causes.count == 1)
    let clusters = try film("reading", in: report).causes
    #expect(report.clusters.filter { clusters.contains($0.id) }.map(\.kind) == [.text, .motion])
  }

  @Test("a feed in a different order is one cause, however many films show it")
  func reordered() async throws {
    try await project.settle()
    project.isReversed = true
    let outcome = try await project.compare()
    #expect(outcome.count(.identical) == 3)
    let sentence = "The feed’s posts or their order changed, in 2 films"
    let clusters = try report().clusters
    #expect(clusters.map(\.sentence) == [sentence], "\(clusters)")
  }

  @Test("films are chosen as other cases are")
  func chosen() async throws {
    let outcome = try await project.compare(only: ["films/refresh/*"])
    #expect(outcome.count(.new) == 1)
    #expect(try report().cases.map(\.id) == ["films/refresh/300@1x-light"])
  }
}
