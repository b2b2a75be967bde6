import Foundation
import Support
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("What feedproof compare tells")
struct CompareOutputTests {
  @Test("every command of the output can be pasted, whatever the project is called and wherever that is")
  func commands() throws {
    let parent = try TemporaryFolder()
    let project = try ProofProject().approved()
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
      #expect(command.hasPrefix("feedproof approve 'our cards'\\'' feed' "))
      // The terminal names the only case, the summary names its cause.
      if command.hasSuffix("--prune") { #expect(summary.contains("`\(command)`")) }
      let words = "set -- \(command.dropFirst("feedproof ".count)); printf '%s\\n' \"$@\""
      let read = try Tool.run(command: ["sh", "-c", words], in: parent.url).output
      #expect(try Tool.run(read.split(separator: "\n").map(String.init), in: parent.url).status == 0, "\(command)")
    }
    #expect(try Tool.run(["compare", name, "--quiet"], in: parent.url).output == "1 case: 1 identical\n")
  }

  @Test("machines get JUnit, Markdown and annotations of the same facts")
  func formats() throws {
    let project = try ProofProject().approved()
    try project.write([ProofProject.text, "Hello <b>&amp; there"])
    try project.folder.write("", to: "summary.txt")
    let summary = project.folder.url.appendingPathComponent("summary.txt").path
    let outcome = try project.run("compare", ".", "--github", "--quiet", environment: ["GITHUB_STEP_SUMMARY": summary])
    let title =
      "::error title=different%3A wall1_2/375@2x-light-expanded (A B%3A “Hello <b>& there”)::"
      + "The text of “A B” now also says “<b>& there”%0Acard/text: "
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
    #expect(markdown.hasPrefix("## Feedproof: 1 to review\n"))
    #expect(markdown == String(decoding: try project.data("output/review/summary.md"), as: UTF8.self))
  }

  @Test("a missing job summary of GitHub is reported", arguments: [nil, "", "/nowhere/summary"])
  func missingSummary(file: String?) throws {
    let project = try ProofProject(posts: ["Hello"]).approved()
    let outcome = try project.run("compare", ".", "--github", "--quiet", environment: ["GITHUB_STEP_SUMMARY": file])
    #expect(outcome.status == 0 && outcome.error.contains("warning[github."), "\(outcome.error)")
  }
}
