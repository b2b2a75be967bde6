import Diagnostics
import Files
import Foundation
import PrefetchLab
import Prefetching
import Support
import Testing

@Suite("Links as files")
struct LinkFileTests {
  private func links(_ text: String, named name: String = "mine.json") throws -> [NetworkLink] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: name)
    return try LinkFile.links([name], usesStreams: false, in: .tests(in: folder.url))
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try links(text)
      return []
    } catch let list as DiagnosticList {
      return list.diagnostics.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test("a link in JSON says its steps and what else it knows")
  func json() throws {
    let link = try #require(
      try links(#"{"steps": [[500, 800], [1500, 0]], "latency_ms": 120, "loss": 0.02, "streams": true}"#).first)
    #expect(link.name == "mine" && link.roundTrip == 0.12 && link.loss == 0.02 && link.transport == .streams)
    #expect(link.trace.steps == [.init(duration: 0.5, rate: 800_000), .init(duration: 1.5, rate: 0)])
  }

  /// Ten packets of 1,504 bytes in 100 ms, then two in 50 ms.
  @Test("mahimahi's lines are times at which packets pass")
  func mahimahi() throws {
    let times = (1...10).map { $0 * 10 } + [120, 150]
    let link = try #require(try links(times.map { "\($0)\n" }.joined(), named: "train.up").first)
    #expect(link.trace.steps.map(\.duration) == [0.1, 0.05])
    #expect(link.trace.steps.map { ($0.rate * $0.duration).rounded() } == [120_320, 24_064])
  }

  private static let hardly = "a link must transmit at least 8 kbit/s on average, and at least 800 bits in each step"

  @Test(
    "anything that is not a link is refused with its place",
    arguments: [
      (#"{"steps": [[1000, 0]]}"#, "error[prefetch.link]: mine.json:1:11: a link with rate 0 transmits nothing"),
      (
        #"{"steps": [[1000, 5], [-1, 5]]}"#,
        "error[prefetch.link]: mine.json:1:23: step 2 must have a duration of 1 ms or more and a rate of 0 or more"
      ),
      (
        #"{"steps": [[1000, -5]]}"#,
        "error[prefetch.link]: mine.json:1:12: step 1 must have a duration of 1 ms or more and a rate of 0 or more"
      ),
      (
        #"{"steps": [], "loss": 1}"#,
        "error[prefetch.link]: mine.json:1:23: a link that loses every packet transmits nothing"
      ),
      (
        #"{"steps": [[0.9, 5000]]}"#,
        "error[prefetch.link]: mine.json:1:12: step 1 must have a duration of 1 ms or more and a rate of 0 or more"
      ),
      (#"{"steps": [[1000, 1e-300], [1000, 1e-9]]}"#, "error[prefetch.link]: mine.json:1:11: \(LinkFileTests.hardly)"),
      // 9 kbit/s with a loss of one fifth.
      (#"{"steps": [[1000, 9]], "loss": 0.2}"#, "error[prefetch.link]: mine.json:1:11: \(LinkFileTests.hardly)"),
      // 700 bits per step.
      (#"{"steps": [[1, 600], [1, 800]]}"#, "error[prefetch.link]: mine.json:1:11: \(LinkFileTests.hardly)"),
      ("900000\n", "error[prefetch.link]: mine.json: \(LinkFileTests.hardly)"),
      (#"{"steps": []}"#, "error[prefetch.link]: mine.json:1:11: a link needs at least one step"),
      (
        #"{"loss": 0}"#,
        "error[prefetch.value]: mine.json:1:1: \"steps\" must be a list of [milliseconds, kilobits per second]"
      ),
      (#"{"steps": [[9, 900]], "latency": 5}"#, "error[prefetch.unknown-key]: mine.json:1:23: unknown key \"latency\""),
      (
        "5\nfast\n",
        "error[prefetch.link]: mine.json:2: \"fast\" must be a time in milliseconds, not earlier than the previous line"
      ),
      (
        "50\n10\n",
        "error[prefetch.link]: mine.json:2: \"10\" must be a time in milliseconds, not earlier than the previous line"
      ),
      ("0\n", "error[prefetch.link]: mine.json: a link needs at least one step"),
    ])
  func refused(_ text: String, _ expected: String) {
    #expect(problems(text).first?.split(separator: "\n").first.map(String.init) == expected)
  }

  /// An empty name between two commas is not the current folder.
  @Test("a name that is no profile and no file is reported with those there are", arguments: ["4g", ""])
  func unknown(_ name: String) throws {
    let folder = try TemporaryFolder()
    #expect {
      try LinkFile.links([name], usesStreams: false, in: .tests(in: folder.url))
    } throws: { error in
      (error as? DiagnosticList)?.diagnostics.first?.description.contains(
        "there is neither a built-in link nor a file \"\(name)\"") == true
    }
  }

  @Test("two links of a name are distinguished")
  func names() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"name": "3g", "steps": [[1000, 8]]}"#, to: "a.json")
    let links = try LinkFile.links(["3g", "a.json"], usesStreams: true, in: .tests(in: folder.url))
    #expect(links.map(\.name) == ["3g", "3g-2"] && links.allSatisfy { $0.transport == .streams })
  }
}
