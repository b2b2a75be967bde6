import Foundation
import Support
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("feedproof compare")
struct CompareTests {
  /// A project whose baselines are what it draws.
  private func approved(_ project: ProofProject) throws -> ProofProject {
    _ = try project.run("compare", ".", "--quiet")
    let outcome = try project.run("approve", "--all")
    try #require(outcome.status == 0, "\(outcome.error)")
    return project
  }

  /// The colour of dates and counters, with 3 % more red.
  private static let secondary = (
    old: ##"[0.505882, 0.54902, 0.6], "hex": "#818C99""##, new: ##"[0.535882, 0.54902, 0.6], "hex": "#898C99""##
  )

  @Test("a card without a baseline is new, is not recorded, and does not pass the next time either")
  func new() throws {
    let project = try ProofProject()
    for _ in 0..<2 {
      let outcome = try project.run("compare", ".", "--quiet")
      #expect(outcome.status == 1 && outcome.output.hasSuffix("2 cases: 2 new\n"))
    }
    #expect(project.files(in: "Baselines").isEmpty)
  }

  @Test("what was approved is identical, and leaves a page and small pictures alone")
  func identical() throws {
    let project = try approved(ProofProject())
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 0 && outcome.output == "2 cases: 2 identical\n")
    #expect(
      project.files(in: "output/review").filter { !$0.hasPrefix("site/") } == [
        "design.json", "index.html", "junit.xml", "report.json", "summary.md",
        "thumbnails/wall1_1/375@2x-light-expanded.png",
        "thumbnails/wall1_2/375@2x-light-expanded.png",
      ])
    #expect(
      project.files(in: "Baselines").filter { $0.hasPrefix("wall") } == [
        "wall1_1/375@2x-light-expanded.json", "wall1_1/375@2x-light-expanded.png",
        "wall1_2/375@2x-light-expanded.json", "wall1_2/375@2x-light-expanded.png",
      ])
  }

  @Test(
    "a small change of the design is found and blamed on the right boxes",
    arguments: [
      // Half a point is one pixel at scale 2.
      (
        #""below-counters": { "$value": {"value": 10"#, #""below-counters": { "$value": {"value": 10.5"#, ["card"],
        "card: 0.5 pt taller"
      ),
      (
        #""counter-label": { "$value": {"value": 4"#, #""counter-label": { "$value": {"value": 4.5"#,
        ["card/counters/likes/label"],
        "card/counters/likes/label: moved 0.5 pt right"
      ),
      (
        secondary.old, secondary.new, ["card/date", "card/counters/likes/label"],
        "card/date: colour #818C99 → #898C99"
      ),
    ])
  func design(old: String, new: String, causes: [String], reason: String) throws {
    let project = try approved(ProofProject(posts: [ProofProject.text]))
    let tokens = try project.writeTokens(replacing: old, with: new)
    let outcome = try project.run("compare", ".", "--tokens", tokens, "--quiet")
    let found = try #require(try project.report.cases.first)
    #expect(outcome.status == 1 && found.verdict == "different")
    #expect(found.causes == causes && found.reasons.contains(reason))
    let blamed = Set((found.pixels?.regions ?? []).compactMap(\.boxes.first))
    #expect(blamed.isSubset(of: causes) && !blamed.isEmpty)
  }

  @Test("one line break more is one cause: the text; what it pushed is told in one line")
  func lineBreak() throws {
    let project = try approved(ProofProject(posts: [ProofProject.text]))
    try project.write([ProofProject.text.replacingOccurrences(of: "lazy dog and ", with: "lazy dog\\n\\nand ")])
    #expect(try project.run("compare", ".", "--quiet").status == 1)
    let found = try #require(try project.report.cases.first)
    #expect(found.causes == ["card/text"])
    #expect(found.reasons.contains { $0.hasPrefix("card/text: +") && $0.contains("line") })
    #expect(found.reasons.contains { $0.contains("boxes moved") && $0.contains("pt down") })
  }

  @Test("a failure prints the command that accepts it, and the command does")
  func accept() throws {
    let project = try approved(ProofProject())
    try project.write([ProofProject.text, "Hello there"])
    let outcome = try project.run("compare", ".", "--quiet")
    let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("accept with: feedproof ") })
    let words = line.components(separatedBy: "feedproof ")[1].split(separator: " ").map(String.init)
    #expect(words == ["approve", "wall1_2/375@2x-light-expanded"])
    #expect(try Tool.run(words, in: project.folder.url).output.hasSuffix("approved 1 baseline\n"))
    #expect(try project.run("compare", ".", "--quiet").status == 0)
  }

  @Test("another line height over the whole example is one cluster", .timeLimit(.minutes(30)))
  func oneCluster() throws {
    let feeds = Checkout.url("Examples/newsfeed/feed").path
    let project = try approved(
      ProofProject(settings: "feeds: [\(feeds)/page-1.json, \(feeds)/page-2.json]\nscales: 1\n"))
    let body = #""fontWeight": "{font.weight.regular}",\#n        "letterSpacing": {"value": -0.17, "unit": "px"},"#
    let tokens = try project.writeTokens(
      replacing: "\(body)\n        \"lineHeight\": 1.4666666667", with: "\(body)\n        \"lineHeight\": 1.5333333333")
    #expect(try project.run("compare", ".", "--tokens", tokens, "--quiet").status == 1)
    let report = try project.report
    #expect(report.clusters.map(\.title) == ["{type.body} lineHeight 1.4667 → 1.5333"])
    #expect(report.clusters.first?.cases.count == report.counts["different"])
    #expect(try #require(report.counts["different"]) > 40)
  }

  /// Says that baselines were drawn with another Cairo than they were.
  private func drift(_ project: ProofProject) throws {
    for file in project.files(in: "Baselines/environments") {
      let text = String(decoding: try project.data("Baselines/environments/\(file)"), as: UTF8.self)
      let other = text.replacingOccurrences(of: #""cairo" : ""#, with: #""cairo" : "0."#)
      try project.folder.write(other, to: "Baselines/environments/\(file)")
    }
  }

  @Test("other libraries are no verdict over cards that look as they did: they are told once and taken over")
  func drifted() throws {
    let project = try approved(ProofProject())
    try drift(project)
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(
      outcome.status == 0
        && outcome.output.hasPrefix("note: drawn with other fonts or libraries than approved\n  cairo 0."))
    #expect(
      outcome.output.contains(": 2 cases, all look as they did\n  take over with: feedproof approve --environment\n"))
    #expect(outcome.output.hasSuffix("2 cases: 2 identical\n"))
    #expect(try project.run("approve", "--environment").output.hasSuffix("took over the environment of 2 baselines\n"))
    #expect(try project.run("compare", ".", "--quiet").output == "2 cases: 2 identical\n")
  }

  @Test("a difference under a drift is told first, as what it is, and decides the status")
  func regressionUnderDrift() throws {
    let project = try approved(ProofProject(posts: ["One", "Two", "Three"]))
    try drift(project)
    try project.write(["One", "Two", "Four lines\\nof\\ntext\\nnow"])
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 1 && outcome.output.hasPrefix("different: wall1_3/375@2x-light-expanded (A B: “"))
    #expect(outcome.output.contains("3 cases, 2 look as they did"))
    #expect(try project.report.counts["environment"] == 0)
  }

  @Test("fonts that drew other cards as they were are no second cause of an edit")
  func editUnderFonts() throws {
    let project = try approved(ProofProject())
    for file in project.files(in: "Baselines/environments") {
      let text = String(decoding: try project.data("Baselines/environments/\(file)"), as: UTF8.self)
      let other = text.replacing(/(Inter-[A-Za-z]+\.otf#0 )[0-9a-f]{4}/) { "\($0.1)0000" }
      #expect(text != other)
      try project.folder.write(other, to: "Baselines/environments/\(file)")
    }
    try project.write([ProofProject.text, "Hello there"])
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(try project.report.clusters.map(\.title) == ["card/text: “Hello [+ there]”"])
    #expect(outcome.output.contains("note: drawn with other fonts or libraries than approved"))
  }

  @Test("other libraries explain another picture with the same boxes, with status 3; approving takes both over")
  func environment() throws {
    let project = try approved(ProofProject(posts: ["Hello"]))
    try drift(project)
    let path = "Baselines/wall1_1/375@2x-light-expanded"
    let text = String(decoding: try project.data("\(path).json"), as: UTF8.self)
    try FileManager.default.removeItem(at: project.folder.url.appendingPathComponent("\(path).png"))
    let digest = /"sha256":"[0-9a-f]*"/
    try project.folder.write(text.replacing(digest, with: "\"sha256\":\"00\""), to: "\(path).json")
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 3 && outcome.output.hasPrefix("environment: wall1_1/375@2x-light-expanded (A B: “"))
    #expect(try project.report.cases.first?.reasons.last?.hasPrefix("cairo 0.") == true)
    #expect(try project.run("approve", "--environment").output.contains("\napproved 1 baseline, "))
    #expect(try project.run("compare", ".", "--quiet").output == "1 case: 1 identical\n")
  }

  @Test("what a card is not drawn with is not its environment")
  func otherLibraries() throws {
    let project = try approved(ProofProject(posts: ["Hello"]))
    let file = try #require(project.files(in: "Baselines/environments").first)
    let text = String(decoding: try project.data("Baselines/environments/\(file)"), as: UTF8.self)
    #expect(
      text.contains("\"pango\"") && text.contains("Inter-") && !text.contains("Noto") && !text.contains("libjpeg"))
  }

  @Test("a baseline that is damaged is status 2, never a pass")
  func damaged() throws {
    let project = try approved(ProofProject())
    try project.write([ProofProject.text, "Hello there"])
    let path = "Baselines/wall1_2/375@2x-light-expanded"
    let whole = try project.data("\(path).png")
    try whole.prefix(whole.count / 2).write(to: project.folder.url.appendingPathComponent("\(path).png"))
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(
      outcome.status == 2 && outcome.error.contains("error[baseline.other-picture]: wall1_2/375@2x-light-expanded"))
    try project.folder.write("{", to: "\(path).json")
    #expect(try project.run("compare", ".", "--quiet").status == 2)
    #expect(try project.report.counts["error"] == 1)
  }

  @Test(
    "a run that records still ends as if it had not",
    arguments: [("missing", 2), ("failed", 1), ("all", 3), ("never", 1)])
  func record(mode: String, ids: Int) throws {
    let project = try approved(ProofProject(posts: ["One"]))
    try project.write(["Another one", "Two", "Three"].prefix(mode == "all" ? 3 : mode == "missing" ? 2 : 1).map { $0 })
    #expect(try project.run("compare", ".", "--record", mode, "--quiet").status == 1)
    #expect(project.files(in: "Baselines").filter { $0.hasSuffix("expanded.json") }.count == ids)
    let again = try project.run("compare", ".", "--quiet")
    #expect((again.status == 0) == (mode == "failed" || mode == "all"))
  }

  @Test("with digests alone nothing but text is kept, and a change is found all the same")
  func digests() throws {
    let project = try ProofProject(posts: ["Hello"])
    _ = try project.run("compare", ".", "--baselines", "digest", "--quiet")
    #expect(try project.run("approve", "--all").status == 0)
    #expect(!project.files(in: "Baselines").contains { $0.hasSuffix(".png") })
    #expect(try project.run("compare", ".", "--quiet").status == 0)
    try project.write(["Hallo"])
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 1 && outcome.output.contains("card/text: “[Hello → Hallo]”"))
  }

  @Test("obsolete baselines are listed, do not fail, and go with --prune alone")
  func obsolete() throws {
    let project = try approved(ProofProject())
    try project.write([ProofProject.text])
    let outcome = try project.run("compare", ".", "--quiet")
    #expect(outcome.status == 0 && outcome.output.contains("obsolete: wall1_2/375@2x-light-expanded"))
    let summary = String(decoding: try project.data("output/review/summary.md"), as: UTF8.self)
    #expect(!summary.contains("all good") && summary.contains("`wall1_2/375@2x-light-expanded`"))
    #expect(try project.run("approve", "--all").status == 0)
    #expect(project.files(in: "Baselines").contains("wall1_2/375@2x-light-expanded.png"))
    #expect(try project.run("approve", "--prune").output.hasSuffix("removed 1 obsolete baseline\n"))
    #expect(!project.files(in: "Baselines").contains { $0.hasPrefix("wall1_2") })
  }

  @Test("every command of the output can be pasted, whatever the project is called and wherever that is")
  func commands() throws {
    let parent = try TemporaryFolder()
    let project = try approved(ProofProject())
    let name = "our cards' feed"
    let here = parent.url.appendingPathComponent(name)
    try FileManager.default.copyItem(at: project.folder.url, to: here)
    try parent.write(
      #"{"items":[{"type":"post","source_id":1,"post_id":1,"date":1542566400,"text":"Other","likes":{"count":12}}],"#
        + #""profiles":[{"id":1,"first_name":"A","last_name":"B"}],"groups":[]}"#, to: "\(name)/feed.json")
    let outcome = try Tool.run(["compare", name, "--quiet"], in: parent.url)
    let commands = outcome.output.split(separator: "\n").compactMap { line in
      line.range(of: "feedproof approve").map { String(line[$0.lowerBound...]) }
    }
    #expect(commands.count == 2, "\(outcome.output)")
    let summary = try String(contentsOf: here.appendingPathComponent("output/review/summary.md"), encoding: .utf8)
    for command in commands {
      #expect(command.hasPrefix("feedproof approve --project 'our cards'\\'' feed' "))
      // The summary names the cause where the terminal names the only case.
      if command.hasSuffix("--prune") { #expect(summary.contains("`\(command)`")) }
      let words = "set -- \(command.dropFirst("feedproof ".count)); printf '%s\\n' \"$@\""
      let shell = Process()
      (shell.executableURL, shell.arguments) = (URL(fileURLWithPath: "/bin/sh"), ["-c", words])
      let output = Pipe()
      shell.standardOutput = output
      try shell.run()
      let read = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(try Tool.run(read.split(separator: "\n").map(String.init), in: parent.url).status == 0, "\(command)")
    }
    #expect(try Tool.run(["compare", name, "--quiet"], in: parent.url).output == "1 case: 1 identical\n")
  }

  @Test(
    "posts and cases are chosen by ids and patterns; nothing is said of the others",
    arguments: [
      (["--post", "2"], ["wall1_2/375@1x-light-expanded", "wall1_2/375@1x-dark-expanded"]),
      (["--post", "wall1_?", "--only", "*dark*"], ["wall1_1/375@1x-dark-expanded", "wall1_2/375@1x-dark-expanded"]),
      (["--only", "wall1_1/*light*", "--only", "baselines"], ["wall1_1/375@1x-light-expanded"]),
    ])
  func chosen(arguments: [String], ids: [String]) throws {
    let project = try approved(ProofProject(settings: "themes: [light, dark]\nscales: 1\n"))
    try project.write(["Other", "texts"])
    _ = try Tool.run(["compare", ".", "--quiet"] + arguments, in: project.folder.url)
    let report = try project.report
    #expect(report.cases.map(\.id) == ids && report.cases.allSatisfy { $0.verdict == "different" })
    // What was not asked for is compared by the next run as if nothing had been.
    #expect(try project.run("compare", ".", "--quiet").output.hasSuffix("4 cases: 4 different\n"))
  }

  @Test("a choice of nothing is an error with the nearest name")
  func nothingChosen() throws {
    let outcome = try ProofProject().run("compare", ".", "--post", "wall1_3")
    #expect(outcome.status == 2 && outcome.error.contains("error[compare.nothing-chosen]"))
    #expect(outcome.error.contains("did you mean \"wall1_"))
  }

  @Test("a run of one theme says nothing about the baselines of another")
  func partial() throws {
    let project = try approved(ProofProject(posts: ["Hello"], settings: "themes: [light, dark]\nscales: 1\n"))
    let outcome = try project.run("compare", ".", "--theme", "dark", "--quiet")
    #expect(outcome.status == 0 && outcome.output == "1 case: 1 identical\n")
  }

  @Test("a tolerance of the project holds for the cases of its pattern")
  func tolerance() throws {
    let project = try approved(ProofProject(posts: ["Hello", "Hello"]))
    let settings = "widths: 375\nscales: 2\nlocale: en\n"
    let tolerance = "tolerances:\n  - {cases: 'wall1_1/*', color: 9, threshold: 1, reason: the date's colour is open}\n"
    try project.folder.write(settings + tolerance, to: "feedproof.yml")
    let tokens = try project.writeTokens(
      replacing: Self.secondary.old, with: Self.secondary.new)
    _ = try project.run("compare", ".", "--tokens", tokens, "--quiet")
    #expect(try project.report.cases.map(\.verdict) == ["similar", "different"])
  }

  @Test("machines get JUnit, Markdown and annotations of the same facts")
  func formats() throws {
    let project = try approved(ProofProject())
    try project.write([ProofProject.text, "Hello <b>&amp; there"])
    try project.folder.write("", to: "summary.txt")
    let summary = project.folder.url.appendingPathComponent("summary.txt").path
    let outcome = try project.run("compare", ".", "--github", "--quiet", environment: ["GITHUB_STEP_SUMMARY": summary])
    let title = "::error title=different%3A wall1_2/375@2x-light-expanded (A B%3A “Hello <b>& there”)::card/text: "
    #expect(outcome.output.contains(title), "\(outcome.output)")
    let parser = XMLParser(data: try project.data("output/review/junit.xml"))
    #expect(parser.parse())
    let junit = String(decoding: try project.data("output/review/junit.xml"), as: UTF8.self)
    #expect(junit.contains(#"tests="2" failures="1" errors="0" time=""#))
    #expect(junit.contains(#"name="wall1_2/375@2x-light-expanded A B: “Hello &lt;b&gt;&amp; there”">"#))
    let pictures = ["diff", "actual", "expected"].map {
      "[[ATTACHMENT|output/review/\($0)/wall1_2/375@2x-light-expanded.png]]"
    }
    #expect(junit.contains("<system-out>\n\(pictures.joined(separator: "\n"))\n</system-out>"))
    #expect(junit.matches(of: /<testcase [^>]*time="[0-9]+\.[0-9]{3}"/).count == 2)
    #expect(junit.contains("accept with: feedproof approve wall1_2/375@2x-light-expanded"))
    let markdown = String(decoding: try project.data("summary.txt"), as: UTF8.self)
    #expect(markdown.hasPrefix("## Feedproof: 1 to look at\n"))
    #expect(markdown == String(decoding: try project.data("output/review/summary.md"), as: UTF8.self))
  }

  @Test("a step of GitHub that gets no summary is told", arguments: [nil, "", "/nowhere/summary"])
  func missingSummary(file: String?) throws {
    let project = try approved(ProofProject(posts: ["Hello"]))
    let outcome = try project.run("compare", ".", "--github", "--quiet", environment: ["GITHUB_STEP_SUMMARY": file])
    #expect(outcome.status == 0 && outcome.error.contains("warning[github."), "\(outcome.error)")
  }

  @Test(
    "wrong usage is status 2",
    arguments: [
      ["--only", "everything"], ["--only", "mockups", "--only", "baselines"], ["--record", "yes"],
      ["--only", "mockups", "--record", "all"], ["nowhere"],
    ])
  func usage(arguments: [String]) throws {
    let project = try ProofProject(posts: ["Hello"])
    let outcome = try Tool.run(["compare"] + arguments, in: project.folder.url)
    #expect(outcome.status == 2 && outcome.error.lowercased().contains("error"))
  }
}
