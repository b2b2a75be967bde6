import Foundation
import Support
import Testing

/// A small project for tests of `compare` and `approve`.
struct ProofProject {
  let folder: TemporaryFolder

  static let text = "The quick brown fox jumps over the lazy dog and then runs back home again"

  /// The color of dates and counters, with 3 % more red.
  static let secondary = (
    old: ##"[0.505882, 0.54902, 0.6], "hex": "#818C99""##, new: ##"[0.535882, 0.54902, 0.6], "hex": "#898C99""##
  )

  init(posts: [String] = [text, "Hello"], settings: String = "widths: 375\nscales: 2\nlocale: en\n") throws {
    folder = try TemporaryFolder()
    try folder.write(settings, to: "feedproof.yml")
    try write(posts)
  }

  func write(_ posts: [String]) throws {
    let items = posts.enumerated().map { index, text in
      #"{"type":"post","source_id":1,"post_id":\#(index + 1),"date":1542566400,"text":"\#(text)","likes":{"count":12}}"#
    }
    try folder.write(WrittenFeed.document(items), to: "feed.json")
  }

  /// Writes the design's tokens with a text replaced.
  func writeTokens(replacing old: String, with new: String) throws -> String {
    try writeTokens(replacing: [(old, new)])
  }

  func writeTokens(replacing edits: [(old: String, new: String)]) throws -> String {
    for name in ["newsfeed.tokens.json", "newsfeed.dark.tokens.json"] {
      let text = try String(contentsOf: Checkout.url("Mockups/newsfeed/\(name)"), encoding: .utf8)
      let edited = edits.reduce(text) { $0.replacingFirst($1.old, with: $1.new) }
      try folder.write(name.contains("dark") ? text : edited, to: "tokens/\(name)")
    }
    return folder.url.appendingPathComponent("tokens/newsfeed.tokens.json").path
  }

  /// Returns the project with baselines of its current images.
  ///
  /// - Parameter options: Options of the comparison.
  func approved(_ options: String...) throws -> ProofProject {
    let run = try Tool.run(["compare", ".", "--quiet"] + options, in: folder.url)
    try #require(run.status == 1, "\(run.error)")
    let approval = try self.run("approve", "--all")
    try #require(approval.status == 0, "\(approval.error)")
    return self
  }

  func run(_ arguments: String..., environment: [String: String?] = [:]) throws -> Tool.Outcome {
    try Tool.run(arguments, environment: environment, in: folder.url)
  }

  /// Returns the files in a folder, except for state folders.
  func files(in path: String) -> [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: folder.url.appendingPathComponent(path).path)) ?? [])
      .filter { $0.contains(".") && !$0.contains(".feedproof") }.sorted()
  }

  func data(_ path: String) throws -> Data { try Data(contentsOf: folder.url.appendingPathComponent(path)) }

  var report: Report {
    get throws { try JSONDecoder().decode(Report.self, from: data("output/review/report.json")) }
  }

  /// The fields of `report.json` that tests check.
  struct Report: Decodable {
    struct Case: Decodable {
      struct Box: Decodable {
        struct Change: Decodable {
          var kind: String
          var own: Bool
        }
        var path: String
        var changes: [Change]
      }
      struct Pixels: Decodable {
        struct Region: Decodable {
          var boxes: [String]
        }
        var regions: [Region]
      }
      struct Picture: Decodable {
        var path: String?
        var sha256: String?
      }
      var id: String
      var reference: String
      var verdict: String
      var reasons: [String]
      var accept: String?
      var cluster: String?
      var boxes: [Box]
      var pixels: Pixels?
      var actual: Picture?
      var decision: Decision?
      struct Decision: Decodable {
        var decision: String
        var comment: String?
      }

      /// Boxes with changes of their own.
      var causes: [String] { boxes.filter { $0.changes.contains(where: \.own) }.map(\.path) }
    }
    struct Cluster: Decodable {
      var id: String
      var title: String
      var cases: [String]
      var accept: String?
    }
    var cases: [Case]
    var clusters: [Cluster]
    var counts: [String: Int]
  }
}

/// The shard that a manifest or a report names.
struct WrittenShard: Decodable {
  var shard: String
  var plan: String
  var total: Int
}

extension String {
  fileprivate func replacingFirst(_ old: String, with new: String) -> String {
    range(of: old).map { replacingCharacters(in: $0, with: new) } ?? self
  }
}
