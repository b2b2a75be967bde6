import Foundation
import Support
import Testing

@Suite("Why cases are not unchanged")
struct CauseTests {
  private static let link = (
    old: ##"[0.321569, 0.545098, 0.8], "hex": "#528BCC""##, new: ##"[0.666667, 0, 0], "hex": "#AA0000""##
  )

  @Test(
    "one token is one cluster, whatever it touches, and is reported with both values", arguments: ["full", "digest"])
  func token(keeping: String) throws {
    let project = try ProofProject(posts: ["A #link", "Another #link\\nand a line", "None"]).approved(
      "--baselines", keeping)
    let tokens = try project.writeTokens(replacing: Self.link.old, with: Self.link.new)
    let outcome = try project.run("compare", ".", "--tokens", tokens, "--quiet")
    #expect(outcome.status == 1)
    let report = try project.report
    #expect(report.clusters.map(\.title) == ["{color.link} #528BCC → #AA0000"])
    #expect(report.clusters.first?.cases.count == 2 && report.counts["identical"] == 1)
    #expect(report.cases.first?.reasons.first == "{color.link} #528BCC → #AA0000")
  }

  @Test("boxes moved by a token belong to its cause")
  func gap() throws {
    let project = try ProofProject(posts: ["One", "Two\\nlines", "Three"]).approved()
    let tokens = try project.writeTokens(
      replacing: #""counter-label": { "$value": {"value": 4"#, with: #""counter-label": { "$value": {"value": 9"#)
    _ = try project.run("compare", ".", "--tokens", tokens, "--quiet")
    let report = try project.report
    #expect(report.clusters.map(\.title) == ["{space.counter-label} 4 → 9"])
    #expect(report.clusters.first?.cases.count == 3)
  }

  @Test("in a feed of several services, with words that images stand for, each card has its own causes")
  func mixed() throws {
    let project = try ProofProject(posts: ["None"])
    let picture = Checkout.url("Examples/mastodon/media/blobtea.png")
    let media = project.folder.url.appendingPathComponent("media")
    try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: picture, to: media.appendingPathComponent("cup.png"))
    let emoji = #"{"shortcode": "cup", "url": "https://a.example/cup.png"}"#
    try project.folder.write(
      #"""
      [{"id": "7", "created_at": "2018-11-18T18:40:00.000Z", "url": "https://a.example/@ann/7",
        "account": {"id": "7", "acct": "ann", "username": "ann", "display_name": "Ann", "url": "https://a.example/@ann"},
        "content": "<p>A :cup: of <a href=\"https://a.example/tea\">tea</a></p>", "emojis": [\#(emoji)]}]
      """#, to: "other.json")
    _ = try project.approved("--face", "vk")
    let gap = #""counter-label": { "$value": {"value": "#
    let tokens = try project.writeTokens(replacing: [Self.link, (gap + "4", gap + "9")])
    _ = try project.run("compare", ".", "--face", "vk", "--tokens", tokens, "--quiet")
    let clusters = try project.report.clusters
    #expect(clusters.map(\.title) == ["{space.counter-label} 4 → 9", "{color.link} #528BCC → #AA0000"])
    #expect(clusters.map { $0.cases.count } == [1, 1])
  }

  @Test("different texts are different causes; the same edit in two posts is one")
  func texts() throws {
    let project = try ProofProject(posts: ["One fox", "Two foxes", "One fox", "No fox"]).approved()
    try project.write(["One cat", "Two cats", "One cat", "No fox"])
    _ = try project.run("compare", ".", "--quiet")
    let report = try project.report
    #expect(
      report.clusters.map(\.title) == ["card/text: “One [fox → cat]”", "card/text: “Two [foxes → cats]”"])
    #expect(report.clusters.map(\.cases.count) == [2, 1])
  }

  @Test("the same words with another link are reported by the link")
  func links() throws {
    let project = try ProofProject(posts: ["See [id5|the red fox] now", "See [id5|the fox] now", "No fox"]).approved()
    try project.write(["See the [id5|red fox] now", "See the fox now", "No fox"])
    _ = try project.run("compare", ".", "--quiet")
    let report = try project.report
    #expect(
      report.clusters.map(\.title) == [
        "card/text: the link “the red fox → red fox”", "card/text: “the fox” is no longer a link",
      ])
    #expect(report.cases[0].reasons.first == "card/text: the link “the red fox → red fox”")
  }

  @Test("an id that was printed for one text does not approve another")
  func identity() throws {
    let project = try ProofProject(posts: ["One fox", "One fox"]).approved()
    try project.write(["One cat", "One cat"])
    _ = try project.run("compare", ".", "--quiet")
    let cluster = try #require(try project.report.clusters.first)
    try project.write(["One dog", "One dog"])
    _ = try project.run("compare", ".", "--quiet")
    let outcome = try project.run("approve", cluster.id)
    #expect(outcome.status == 2 && outcome.error.contains("error[approve.no-case]"))
  }

  /// Returns two posts with a changed link color. The text of the second has changed, too.
  private func twoCauses() throws -> (project: ProofProject, compare: () throws -> [ProofProject.Report.Cluster]) {
    let project = try ProofProject(posts: ["A #link", "B #link"]).approved()
    let tokens = try project.writeTokens(replacing: Self.link.old, with: Self.link.new)
    try project.write(["A #link", "Bee #link"])
    return (
      project,
      {
        _ = try project.run("compare", ".", "--tokens", tokens, "--quiet")
        return try project.report.clusters
      }
    )
  }

  @Test("the command under a cause approves that cause alone; a case waits for the last of its causes")
  func commandOfCause() throws {
    let (project, compare) = try twoCauses()
    let clusters = try compare()
    #expect(clusters.map(\.title) == ["{color.link} #528BCC → #AA0000", "card/text: “[B → Bee] #link”"])
    #expect(clusters.map(\.cases.count) == [2, 1])
    #expect(clusters.map(\.accept) == clusters.map { "feedproof approve \($0.id)" })
    let old = try project.data("Baselines/wall1_2/375@2x-light-expanded.json")
    let text = try project.run("approve", clusters[1].id)
    #expect(text.status == 0 && text.output.contains("it also has other causes: \(clusters[0].id)"), "\(text)")
    #expect(text.output.contains("approved 0 baselines"))
    #expect(try project.data("Baselines/wall1_2/375@2x-light-expanded.json") == old)
    let token = try project.run("approve", clusters[0].id)
    #expect(token.status == 0 && token.output.hasSuffix("approved 2 baselines\n"), "\(token)")
    #expect(try compare().isEmpty)
  }

  @Test("a cause that is approved with others in one command, or a case by its name, needs no other command")
  func together() throws {
    let (project, compare) = try twoCauses()
    let clusters = try compare()
    #expect(try project.run("approve", clusters[1].id, clusters[0].id).output.hasSuffix("approved 2 baselines\n"))
    #expect(try compare().isEmpty)
  }

  @Test("a part of a cause is not remembered as all of it")
  func bounded() throws {
    let (project, compare) = try twoCauses()
    let clusters = try compare()
    let part = try project.run("approve", clusters[1].id, "--only", "wall1_2")
    #expect(part.status == 2 && part.error.contains("error[approve.other-causes]"))
    #expect(try project.run("approve", clusters[0].id).output.contains("approved 1 baseline"))
    #expect(try compare().map(\.cases.count) == [1, 1])
  }

  @Test("a comparison forgets what was accepted for the images of an earlier one")
  func forgotten() throws {
    let (project, compare) = try twoCauses()
    let first = try compare()
    _ = try project.run("approve", first[1].id)
    let second = try compare()
    #expect(second.map(\.id) == first.map(\.id))
    #expect(try project.run("approve", second[0].id).output.contains("it also has other causes: \(second[1].id)"))
  }

  @Test("the name of new cards stands for these cards")
  func newCards() throws {
    let project = try ProofProject(posts: ["One", "Two"])
    func compare() throws -> String {
      _ = try project.run("compare", ".", "--quiet")
      let clusters = try project.report.clusters
      return try #require(clusters.count == 1 ? clusters.first?.id : nil)
    }
    let first = try compare()
    #expect(try compare() == first)
    try project.write(["One", "Two", "Three"])
    #expect(try compare() != first)
    #expect(try project.run("approve", first).status == 2)
    try project.write(["One", "Twenty"])
    #expect(try compare() != first)
    try project.write(["One", "Two"])
    #expect(try compare() == first)
  }

  @Test("an edit of a template is reported with its line")
  func template() throws {
    let project = try ProofProject(posts: ["One", "Two"])
    let cards = project.folder.url.appendingPathComponent("cards")
    try FileManager.default.copyItem(at: Checkout.url("Templates/Cards"), to: cards)
    try project.folder.write("widths: 375\nscales: 2\nlocale: en\ncards: cards\n", to: "feedproof.yml")
    _ = try project.approved()
    let file = cards.appendingPathComponent("post.yml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let edited = text.replacingOccurrences(of: "bottom: \"{space.below-counters}\"", with: "bottom: 24")
    try Data(("# A comment more.\n" + edited).utf8).write(to: file)
    _ = try project.run("compare", ".", "--quiet")
    let line = try #require(text.components(separatedBy: "\n").firstIndex { $0.contains("space.below-counters") }) + 2
    let titles = try project.report.clusters.map(\.title)
    #expect(titles == ["post.yml:\(line): bottom {space.below-counters} → 24"])
  }

  @Test("another language of the project is one cause, whatever it says otherwise")
  func language() throws {
    let project = try ProofProject(posts: ["One", "Two"]).approved()
    try project.folder.write("widths: 375\nscales: 2\nlocale: ru\n", to: "feedproof.yml")
    _ = try project.run("compare", ".", "--quiet")
    #expect(try project.report.clusters.map(\.title) == ["locale en → ru"])
  }

  @Test("baselines of earlier versions, which know no design, are reported by what happened")
  func earlier() throws {
    let project = try ProofProject(posts: ["A #link"]).approved()
    let path = "Baselines/wall1_1/375@2x-light-expanded.json"
    let text = String(decoding: try project.data(path), as: UTF8.self)
    try project.folder.write(text.replacing(/"design":"[0-9a-f]*",/, with: ""), to: path)
    #expect(try project.run("compare", ".", "--quiet").status == 0)
    let tokens = try project.writeTokens(replacing: Self.link.old, with: Self.link.new)
    _ = try project.run("compare", ".", "--tokens", tokens, "--quiet")
    #expect(try project.report.clusters.map(\.title) == ["pixels differ in card/text"])
  }
}
