import Diagnostics
import Drawing
import Files
import Filming
import Projects
import Proof
import Runs

/// `report.json`: how every case of a comparison came out (docs/comparison.md). Members that a case does not have are
/// left out.
package struct CompareReport: Codable, Sendable {
  /// Raised when a member changes its meaning; new members alone do not raise it.
  static let currentSchema = 1

  struct Picture: Codable, Sendable {
    /// Pixels.
    var width: Int
    var height: Int
    var sha256: String?
    /// The digest of its pixels, of what is compared with a baseline.
    var pixels: String?
    /// Relative to the report.
    var path: String?
    /// Where its boxes are saved, relative to the report.
    var layout: String?
  }

  /// A small picture for a list of cases.
  struct Thumbnail: Codable, Sendable {
    /// Pixels.
    var width: Int
    var height: Int
    /// Relative to the report.
    var path: String
  }

  struct Box: Codable, Sendable {
    /// What both texts say, or what one says instead of the other; one of the two may be empty.
    struct Words: Codable, Sendable {
      var same: String?
      var old: String?
      var new: String?
    }

    struct Change: Codable, Sendable {
      /// `moved`, `resized`, `lineCount`, …
      var kind: String
      var text: String
      /// Of another text: all of it, word by word.
      var words: [Words]?
      /// False where it follows from what happened to other boxes.
      var own: Bool
    }
    var path: String
    var changes: [Change]
    /// x, y, width, height in points; absent where the side does not have the box.
    var reference: [Double]?
    var actual: [Double]?
  }

  struct Displacement: Codable, Sendable {
    /// Points.
    var x: Double
    var y: Double
    var boxes: [String]
  }

  struct Region: Codable, Sendable {
    /// Pixels.
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var differing: Int
    /// The deepest boxes under it, the one with most of its pixels first.
    var boxes: [String]
  }

  struct Pixels: Codable, Sendable {
    /// Those that count, and how many would pass.
    var differing: Int
    var limit: Int
    var antialiased: Int
    var compared: Int
    /// Of texts, where they are judged apart.
    var ink: InkFinding?
    var regions: [Region]
    /// The picture of the difference, relative to the report.
    var path: String?
  }

  struct Mask: Codable, Sendable {
    /// Of a region its numbers in words.
    var box: String
    /// x, y, width, height in points; absent where a box is masked.
    var region: [Double]?
    var reason: String
  }

  /// What an app's screen has for a part of the card.
  struct Element: Codable, Sendable {
    /// How that is known, in words; nil of what belongs to no part.
    var evidence: String?
    var identifier: String?
    /// What `screens.yml` may call it; nil where nothing tells it from others.
    var pin: String?
  }

  /// What a film is shown with, frame by frame. Paths are relative to the report.
  struct Film: Codable, Sendable {
    /// As `film.json` has it (docs/films.md).
    var actual: String
    /// What was approved.
    var expected: String?
    var pictures: [FilmPicture]
    /// Of cards that were approved with another picture.
    var approved: [FilmPicture]?

    var paths: [String] {
      [actual] + (expected.map { [$0] } ?? []) + (pictures + (approved ?? [])).map(\.path)
    }
  }

  /// A difference from a mockup that is meant.
  struct Deviation: Codable, Sendable {
    var box: String
    /// What may be otherwise; all of it where empty.
    var what: [String]
    var reason: String
    /// What is otherwise; empty where nothing is any more.
    var changes: [String]

    /// `card/avatar (size)`
    var name: String { what.isEmpty ? box : "\(box) (\(what.joined(separator: ", ")))" }
  }

  /// Of a mockup's frame and the card: what has no counterpart in the other.
  struct Unmapped: Codable, Sendable {
    var layers: Int
    var boxes: [String]
    /// A map of what may be meant, as it can be saved; nil where nothing is alike.
    var map: String?
  }

  /// What is not the same about a design's tokens and the project's.
  struct Tokens: Codable, Sendable {
    struct Change: Codable, Sendable {
      var token: String
      /// The variable or style.
      var origin: String
      /// Nil for all.
      var theme: String?
      /// The design's value, then the project's.
      var text: String
      var takeOver: String
    }

    /// An alias that leads nowhere.
    struct Broken: Codable, Sendable {
      var origin: String
      var text: String
    }

    /// As the command line names it.
    var design: String
    var changed: [Change]
    var broken: [Broken]
    var onlyInDesign: [String]
    var onlyInProject: [String]
  }

  package struct Case: ReportedCase, Codable, Sendable {
    package var id: String
    var reference: ProofCase.Kind
    var post: String
    /// Whose post it is and how that begins; nil where no post is known, and in older reports.
    var label: CaseLabel?
    var screenWidth: Int
    var scale: Int
    var theme: String
    var state: String
    var verdict: Verdict
    /// In words, the most telling first.
    var reasons: [String]
    /// The first of `clusters`.
    var cluster: String?
    /// Of each of its causes.
    var clusters: [String]?
    /// The name of what it was drawn with, among the report's `environments`.
    var environment: String?
    /// Its fonts or libraries are not those that it was approved with.
    var drifted: Bool?
    /// The command that accepts it.
    var accept: String?
    /// Of a design's tokens: the command that takes over all that are otherwise there.
    var takeOver: String?
    /// What was decided about it since.
    var decision: CaseDecision?
    var actual: Picture?
    var expected: Picture?
    var thumbnail: Thumbnail?
    var boxes: [Box]
    var displacements: [Displacement]
    var pixels: Pixels?
    var masks: [Mask]
    var deviations: [Deviation]?
    var unmapped: Unmapped?
    var tokens: Tokens?
    /// Of a film that somebody should look at.
    var film: Film?
    /// Of a screen of an app, by boxes.
    var elements: [String: Element]?
  }

  struct Group: Codable, Sendable {
    var id: String
    /// Nil in reports of earlier versions.
    var kind: Cause.Kind?
    var title: String
    /// The same from the design's side; nil where the title is all that there is to say.
    var sentence: String?
    var cases: [String]
    var accept: String?
    /// The command that takes over what a designer has otherwise.
    var takeOver: String?
    /// The id of its cause in all reports; empty in a report that was read.
    var cause = ""

    private enum CodingKeys: String, CodingKey {
      case id, kind, title, sentence, cases, accept, takeOver
    }

    /// What people read of it first.
    var headline: String { sentence ?? title }

    func cause(_ fact: CauseFact?) -> Cause {
      Cause(id: id, kind: kind ?? .unknown, title: title, command: takeOver, fact: fact)
    }
  }

  /// A font or a library that is not what it was when cases were approved.
  struct Drift: Codable, Sendable {
    var text: String
    /// How many cases are drawn with it.
    var cases: Int
    /// How many of them look as they did.
    var same: Int
  }

  /// What a shard's report says of the whole run.
  struct ShardSummary: Codable, Sendable {
    var shard: Shard
    /// The same in all shards of the run.
    var plan: String
    /// How many items the whole run has.
    var total: Int
    /// What was compared, as the command line named it.
    var project: String
  }

  /// Images that a newer folder lacks.
  struct Removal: Codable, Sendable {
    enum Rule: String, Codable, Sendable { case fails, allowed }

    var rule: Rule
    /// Ids of the cases.
    var images: [String]
  }

  struct Environment: Codable, Sendable {
    var name: String
    var fonts: [String]
    var libraries: [String: String]
    /// Nil of all that there is to draw with.
    var scope: BaselineEnvironment.Scope?
    /// As in `BaselineEnvironment`.
    var drawing: Int?
  }

  var schema = CompareReport.currentSchema
  var tool: String
  /// Nil where the report is about the whole.
  var shard: ShardSummary?
  /// The command that approves in this project; ids or options follow. Older reports do not have it.
  var approve: String?
  /// What approving keeps.
  package var keeping: BaselineKeeping
  /// All that the run had to draw with.
  var environment: Environment
  /// What cards were drawn with, by name. Older reports do not have it.
  var environments: [String: Environment]?
  /// What changed of it, each thing once; nil where nothing did.
  var drift: [Drift]?
  /// How many cases have each verdict; every verdict is there.
  var counts: [String: Int]
  /// Nil in a report about a project.
  var removal: Removal?
  var clusters: [Group]
  package var cases: [Case]

  package func count(_ verdict: Verdict) -> Int { counts[verdict.rawValue] ?? 0 }
}

/// What deciding needs of a case of a report.
protocol ReportedCase {
  var id: String { get }
  var reference: ProofCase.Kind { get }
  var post: String { get }
  var label: CaseLabel? { get }
  var verdict: Verdict { get }
  var cluster: String? { get }
  var clusters: [String]? { get }
  var environment: String? { get }
  /// Whether the review has its picture and its layout.
  var wasDrawn: Bool { get }
}

extension ReportedCase {
  /// Of all its causes; older reports name one.
  var allClusters: [String] { clusters ?? cluster.map { [$0] } ?? [] }

  /// Its picture may become the baseline, also in place of one that can't be read.
  var isApprovable: Bool {
    reference == .baseline && (verdict.isApprovable || verdict == .error && wasDrawn)
  }
}

extension CompareReport.Case {
  /// Not a card. Pictures by anybody may lie in a folder that is called like that of the films.
  var isFilm: Bool {
    reference == .baseline && post == FilmCase.post && FilmCase.film(inCase: id) != nil
  }

  var wasDrawn: Bool { actual?.path != nil && actual?.layout != nil }
}

extension CompareReport.Box {
  package init(_ difference: BoxDifference) {
    path = difference.path
    changes = difference.changes.map { change in
      Change(
        kind: change.kind, text: change.message, words: change.words, own: difference.ownChanges.contains(change))
    }
    reference = difference.reference?.frame.numbers
    actual = difference.actual?.frame.numbers
  }
}

extension CompareReport.Pixels {
  package init(_ finding: PixelFinding, path: String?) {
    differing = finding.differing
    limit = finding.limit
    antialiased = finding.difference.antialiased.count
    compared = finding.difference.compared
    ink = finding.ink
    // A picture of noise has a region a pixel; nobody looks at more than the first ones.
    regions = finding.regions.prefix(200).map { region in
      CompareReport.Region(
        x: region.bounds.x, y: region.bounds.y, width: region.bounds.width, height: region.bounds.height,
        differing: region.differing, boxes: region.boxes)
    }
    self.path = path
  }
}

extension Rect {
  var numbers: [Double] { [minX, minY, width, height] }
}

extension BoxChange {
  fileprivate var words: [CompareReport.Box.Words]? {
    guard case .text(let words) = self else { return nil }
    return words.pieces.map { piece in
      switch piece {
      case .same(let words): CompareReport.Box.Words(same: words.joined(separator: " "))
      case .changed(let old, let new):
        CompareReport.Box.Words(old: old.joined(separator: " "), new: new.joined(separator: " "))
      }
    }
  }

  /// The change in the report.
  fileprivate var kind: String {
    switch self {
    case .missing: "missing"
    case .extra: "extra"
    case .moved: "moved"
    case .resized: "resized"
    case .baseline: "baseline"
    case .lineCount: "lineCount"
    case .lineBreaks: "lineBreaks"
    case .text: "text"
    case .truncated: "truncated"
    case .picture: "picture"
    case .color: "color"
    case .font: "font"
    }
  }
}
