import Comparison
import Foundation
import ImageComparison
import Testing

@Suite("A photo that was replaced")
struct ReplacedPhotoTests {
  private let project: ComparisonProject

  init() async throws {
    project = try ComparisonProject()
    project.settings = "locale: en\nwidths: 300\nscales: 1\nfilms: [refresh]\n"
    try await project.settle()
    try project.photo("aurora.jpg")
    project.texts[0] = "Another first"
    try await project.compare()
  }

  private static let card = "wall1_2/300@1x-light-expanded"

  @Test("is a change of its box, and a cause that says whose photo it is")
  func told() throws {
    let file = project.file("output").appendingPathComponent("review/report.json")
    let report = try JSONDecoder().decode(CompareReport.self, from: Data(contentsOf: file))
    let entry = try #require(report.cases.first { $0.id == Self.card })
    let changed = entry.boxes.filter { $0.changes.contains { $0.kind == "picture" && $0.own } }
    #expect(changed.map(\.path) == ["card/photo"])
    let cluster = try #require(report.clusters.first { $0.kind == .photo })
    #expect(cluster.title == "card/photo: different image")
    #expect(cluster.sentence?.hasSuffix(" is a different image, also seen in 1 film") == true)
  }

  @Test("is left by --all, by patterns and by bounds, with what approves it", arguments: ["all", "pattern", "only"])
  func left(_ way: String) throws {
    let account = try project.approve {
      switch way {
      case "all": $0.all = true
      case "pattern": $0.patterns = ["wall1_2/*"]
      default: $0.only = ["*/300@1x-light-*"]
      }
    }
    #expect(!account.approved.contains { $0.id == Self.card } && account.replaced.isEmpty)
    let left = try #require(account.left.first { $0.id == Self.card })
    #expect(left.why?.hasPrefix("replaced photo: review it") == true)
  }

  @Test("is approved with others if replaced photos are asked for, and listed once more")
  func asOption() throws {
    let account = try project.approve { ($0.all, $0.replacedPhotos) = (true, true) }
    #expect(account.approved.count == 3 && account.replaced.map(\.id) == [Self.card])
    #expect(account.text.contains("contains a replaced photo, please review:\n  \(Self.card)"))
  }

  @Test("is approved by the command that is printed under its cause")
  func byCause() throws {
    let file = project.file("output").appendingPathComponent("review/report.json")
    let report = try JSONDecoder().decode(CompareReport.self, from: Data(contentsOf: file))
    let cause = try #require(report.clusters.first { $0.kind == .photo })
    #expect(try project.approve([cause.id]).approved.contains { $0.id == Self.card })
  }

  @Test("is approved by the name of its post")
  func byPost() throws {
    #expect(try project.approve(["wall1_2"]).approved.contains { $0.id == Self.card })
  }

  @Test("is not named where its case is")
  func asked() throws {
    #expect(try project.approve([Self.card]).replaced.isEmpty)
  }
}
