import CardRendering
import Comparison
import Files
import Foundation
import Projects
import RunSupport
import Support
import Testing

@Suite("Inputs of a comparison are read once")
struct ComparePlanTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("tokens: look.tokens.json\ncards: Cards\nfeeds: feed.json\n", to: ProjectFile.name)
    try folder.write("cases: [{name: a, post: wall1_1, mockup: a.png}]", to: "cases.yml")
    try folder.write(feed(), to: "feed.json")
    for (file, copy) in [
      ("Mockups/newsfeed/newsfeed.tokens.json", "look.tokens.json"), ("Templates/Cards/post.yml", "Cards/post.yml"),
    ] {
      try folder.write(String(contentsOf: Checkout.url(file), encoding: .utf8), to: copy)
    }
  }

  /// Returns a feed with a post and an invalid item.
  private func feed(text: String = "Hello") -> String {
    let post = #"{"type":"post","source_id":1,"post_id":1,"date":1542566400,"text":"\#(text)"}"#
    let author = #"{"id":1,"first_name":"A","last_name":"B"}"#
    return #"{"response":{"items":[\#(post),17],"profiles":[\#(author)],"groups":[]}}"#
  }

  private func plan(_ report: (String) -> Void = { _ in }) throws -> String {
    let environment = Environment.tests(in: folder.url)
    let project = try Project.load(inputs: ["."], overrides: ProjectOverrides(), environment: environment)
    var plan = ComparePlan(
      project: project, overrides: ProjectOverrides(), environment: environment, isShared: true)
    try plan.addBaselines { report($0.code) }
    try plan.add(project.mockups.flatMap { try MockupList.read($0, name: "cases.yml") }) { report($0.code) }
    let fonts = CompareReport.Environment(name: "e", fonts: ["font"], libraries: [:])
    let share = try plan.share(
      for: Shard("1/2"), options: CompareRun.Options(), environment: RenderingEnvironment(fonts),
      renderers: plan.renderers()
    )
    return try #require(share.record?.plan)
  }

  @Test("changed inputs change the plan; unused files do not")
  func inputs() throws {
    var plans = [try plan()]
    try folder.write("{}", to: "look.other.tokens.json")
    #expect(try plan() == plans[0])
    try folder.write("cases: [{name: a, post: wall1_1, mockup: b.png}]", to: "cases.yml")
    plans.append(try plan())
    try folder.write(feed(text: "Good day"), to: "feed.json")
    plans.append(try plan())
    for path in ["look.tokens.json", "Cards/post.yml"] {
      let text = try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
      try folder.write("\(text)\n", to: path)
      plans.append(try plan())
    }
    #expect(Set(plans).count == plans.count)
  }

  @Test("the project's feed is read once for mockups")
  func once() throws {
    var codes: [String] = []
    _ = try plan { codes.append($0) }
    #expect(codes == ["feed.item"])
  }
}
