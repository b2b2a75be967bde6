import Foundation
import Support
import Testing

@Suite("feedproof prefetch")
struct PrefetchCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"{"items":[{"type":"post","source_id":1,"post_id":1,"text":"A"}],"profiles":[{"id":1,"first_name":"A"}]}"#,
      to: "feed.json")
    try folder.write(#"{"steps": [[1000, 0]]}"#, to: "zero.json")
    try folder.write(#"{"steps": [[-5, 100]]}"#, to: "negative.json")
    try folder.write(#"{"steps": [[1000, 100]], "loss": 1}"#, to: "loss.json")
  }

  private func run(_ options: [String]) throws -> Tool.Outcome {
    try Tool.run(["prefetch"] + options, in: folder.url)
  }

  @Test(
    "what makes no sense is reported before anything is run, and nothing is written",
    arguments: [
      (["--link", "zero.json"], "a link with rate 0 transmits nothing"),
      (["--link", "negative.json"], "step 1 must have a duration of 1 ms or more"),
      (["--link", "loss.json"], "a link that loses every packet"),
      (["--link", "5g"], "there is neither a built-in link nor a file \"5g\""),
      (["--policy", "next-0"], "there is no policy \"next-0\""),
      (["--policy", "weigthed"], "did you mean \"weighted\"?"),
      (["--sweep", "budget=5..1"], "not \"budget=5..1\""),
      (["--sweep", "budget=0..99", "--sweep", "photo=0..99", "--sweep", "text=0..99"], "add --long"),
      (["--sweep", "budget=0..99", "--sweep", "photo=0..99", "--sweep", "text=0..99"], "they would take about"),
      (
        ["--sweep", "budget=0..999", "--sweep", "photo=0..999", "--sweep", "text=0..999", "--long"],
        "exceed the maximum of 1000000"
      ),
      (["--items", "0"], "--items must be from 1"), (["--repeat", "0"], "--repeat must be from 1"),
      (["--dwell", "0"], "--dwell must be from"), (["--generated", "cats"], "cats"),
      (["--generated", "photos", "--apply"], "--apply needs a project's feed"),
      (["--prefetch-budget", "2000"], "must be a number from 0 to 1000"),
      (["--csv", "--json"], "exclude each other"),
    ])
  func refused(_ options: [String], _ expected: String) throws {
    let outcome = try run(
      (options.contains("--generated") ? [] : ["feed.json"])
        + ["--items", "20", "--repeat", "1"].filter { _ in
          !options.contains("--items") && !options.contains("--repeat")
        } + options)
    #expect(outcome.status == 2 && outcome.error.contains(expected), "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("output").path))
  }

  @Test("--apply needs a project file to write into")
  func noProject() throws {
    let outcome = try run(["feed.json", "--apply"])
    #expect(outcome.status == 2 && outcome.error.contains("there is no feedproof.yml"))
  }

  @Test("tables for people, rows for spreadsheets, events for machines; the same report each time")
  func outputs() throws {
    let options = [
      "--generated", "photos", "--link", "lte", "--items", "40", "--repeat", "3", "--policy", "none,next-5",
    ]
    let table = try run(options + ["--quiet"])
    #expect(table.status == 0 && table.output.contains("next-5") && table.output.contains("recommended: "))
    let csv = try run(options + ["--csv"])
    #expect(csv.output.hasPrefix("link,policy,budget,") && csv.output.contains("lte,next-5,"))
    let json = try run(options + ["--json"])
    let last = try #require(json.output.split(separator: "\n").last)
    #expect(last.contains("\"event\":\"summary\"") && last.contains("\"recommended\""))
    let written = try String(
      contentsOf: folder.url.appendingPathComponent("output/prefetch/prefetch.csv"), encoding: .utf8)
    #expect(written == csv.output)
  }

  @Test("a budget of 0 loads nothing ahead: as many loaders as without a policy, or nearly")
  func noBudget() throws {
    let options = ["--generated", "photos", "--link", "3g", "--items", "60", "--repeat", "2"]
    let outcome = try run(options + ["--policy", "none,weighted", "--prefetch-budget", "0", "--csv"])
    let rows = outcome.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let column = try #require(rows[0].firstIndex(of: "loaders"))
    let loaders = try rows.dropFirst().map { try #require(Double($0[column])) }
    #expect(loaders.count == 2 && abs(loaders[0] - loaders[1]) < loaders[0] * 0.3)
  }

  @Test("the user's file in the report's folder is left alone, and ends the run")
  func ownFile() throws {
    try folder.write("mine", to: "output/prefetch/index.html")
    let outcome = try run(["--generated", "photos", "--link", "lte", "--items", "20", "--repeat", "2"])
    #expect(outcome.status == 4)
    let kept = try String(contentsOf: folder.url.appendingPathComponent("output/prefetch/index.html"), encoding: .utf8)
    #expect(kept == "mine")
  }
}
