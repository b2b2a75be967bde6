import Foundation
import Proof
import Testing

@testable import Comparing

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
    #expect(cluster.title == "card/photo: another picture")
    #expect(cluster.sentence?.hasSuffix(" is another picture, also seen in 1 film") == true)
  }

  @Test("is named by an approval that passes it beside others, and not by one that was asked for it")
  func named() throws {
    let account = try project.approve([])
    #expect(account.approved.count == 3 && account.replaced.map(\.id) == [Self.card])
    #expect(account.text.contains("with another photo than before, to be looked at:\n  \(Self.card)"))
  }

  @Test("is not named where its case is")
  func asked() throws {
    #expect(try project.approve([Self.card]).replaced.isEmpty)
  }
}
