import CardRendering
import Export
import FeedSources
import Files
import Foundation
import Projects
import RunSupport
import Support
import Testing

@Suite("The last screens of a conversation")
struct ChatPictureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("locale: en\nwidths: 320\nscales: 1\nfeedHeight: 400\n", to: "feedproof.yml")
  }

  /// Returns the image of messages by one person on one day.
  private func column(_ count: Int) throws -> FeedImage.Column {
    let messages = (1...count).map { number in
      """
      {"id": \(number), "type": "message", "date": "2024-06-01T10:00:00", "date_unixtime": "1717236000",
       "from": "Anna", "from_id": "user1", "text": "words"}
      """
    }
    try folder.write(
      #"{"name": "Group", "type": "private_group", "id": 7, "messages": [\#(messages.joined(separator: ","))]}"#,
      to: "result.json")
    let environment = Environment.tests(in: folder.url)
    let project = try Project.load(
      inputs: [folder.url.path], overrides: ProjectOverrides(), environment: environment)
    let files = FeedFiles.find(of: project)
    let feed = try FeedSource.open(files) { _ in }
    let renderer = try CardRenderer(
      project: project, files: files, facts: feed.facts, environment: environment)
    let check = try CardCheck(
      renderer: renderer, keys: DesignKeys(renderer, build: "test"), store: nil,
      folder: folder.url.appendingPathComponent("output").path, isForced: false)
    return try FeedImage(renderer: renderer, check: check, feed: feed).chatColumn(
      width: 320, theme: renderer.design.themes[0])
  }

  /// Returns the top and bottom edges in points.
  private func edges(_ column: FeedImage.Column) -> [(top: Double, bottom: Double)] {
    column.parts.map { ($0.origin.y, $0.origin.y + $0.layout.size.height) }
  }

  @Test("a short one is at the bottom, each message on the one after it, with nothing pinned")
  func short() throws {
    let column = try column(2)
    let edges = edges(column)
    // Two messages and their day, with eight points below the last one.
    #expect(edges.count == 3 && edges[0].bottom == column.height - 8)
    #expect(zip(edges, edges.dropFirst()).allSatisfy { $0.top == $1.bottom })
    #expect(edges.allSatisfy { $0.top > 0 })
  }

  @Test("of a long one the end is seen, and its day is pinned to the top")
  func long() throws {
    let column = try column(60)
    let edges = edges(column)
    #expect(column.height == 400 && edges[0].bottom == 392)
    let messages = edges.dropLast()
    #expect(messages.last.map { $0.top <= 0 } ?? false)
    #expect(edges.last?.top == 0)
  }
}
