import CardRendering
import Diagnostics
import Drawing
import Files
import Filming
import ImageComparison
import Projects
import RunSupport

/// `report.json`: the results of all cases of a comparison (docs/comparison.md). Absent values are omitted.
package struct CompareReport: Codable, Sendable {
  /// Incremented when the meaning of a member changes, but not when members are added.
  static let currentSchema = 1

  package struct Picture: Codable, Sendable {
    /// Pixels.
    package var width: Int
    package var height: Int
    package var sha256: String?
    /// The digest of the pixels that are compared with a baseline.
    var pixels: String?
    /// Relative to the report.
    package var path: String?
    /// The path of its boxes, relative to the report.
    package var layout: String?

    package init(
      width: Int, height: Int, sha256: String? = nil, pixels: String? = nil, path: String? = nil, layout: String? = nil
    ) {
      (self.width, self.height, self.sha256, self.pixels, self.path) = (width, height, sha256, pixels, path)
      self.layout = layout
    }
  }

  /// A small image for a list of cases.
  package struct Thumbnail: Codable, Sendable {
    /// Pixels.
    package var width: Int
    package var height: Int
    /// Relative to the report.
    package var path: String
  }

  package struct Box: Codable, Sendable {
    /// Words that both texts share, or words that one text replaces with others; either side may be empty.
    package struct Words: Codable, Sendable {
      var same: String?
      var old: String?
      var new: String?
    }

    package struct Change: Codable, Sendable {
      /// `moved`, `resized`, `lineCount`, …
      package var kind: String
      package var text: String
      /// The whole text of a text change, word by word.
      var words: [Words]?
      /// False if the change follows from changes of other boxes.
      package var own: Bool

      package init(kind: String, text: String, words: [Words]? = nil, own: Bool) {
        (self.kind, self.text, self.words, self.own) = (kind, text, words, own)
      }
    }
    package var path: String
    package var changes: [Change]
    /// x, y, width, height in points; absent if this side lacks the box.
    package var reference: [Double]?
    package var actual: [Double]?

    package init(path: String, changes: [Change], reference: [Double]? = nil, actual: [Double]? = nil) {
      (self.path, self.changes, self.reference, self.actual) = (path, changes, reference, actual)
    }
  }

  struct Displacement: Codable, Sendable {
    /// Points.
    var x: Double
    var y: Double
    var boxes: [String]
  }

  package struct Region: Codable, Sendable {
    /// Pixels.
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var differing: Int
    /// The deepest boxes under it, the one that covers most of its pixels first.
    var boxes: [String]

    package init(x: Int, y: Int, width: Int, height: Int, differing: Int, boxes: [String]) {
      (self.x, self.y, self.width, self.height, self.differing, self.boxes) = (x, y, width, height, differing, boxes)
    }
  }

  package struct Pixels: Codable, Sendable {
    /// The number of pixels that count as different, and the number allowed.
    var differing: Int
    var limit: Int
    var antialiased: Int
    var compared: Int
    /// The finding for texts if they are judged separately.
    var ink: InkFinding?
    var regions: [Region]
    /// The path of the difference image, relative to the report.
    var path: String?

    package init(
      differing: Int, limit: Int, antialiased: Int, compared: Int, ink: InkFinding? = nil, regions: [Region],
      path: String? = nil
    ) {
      (self.differing, self.limit, self.antialiased, self.compared) = (differing, limit, antialiased, compared)
      (self.ink, self.regions, self.path) = (ink, regions, path)
    }
  }

  struct Mask: Codable, Sendable {
    /// The box, or a region's numbers as text.
    var box: String
    /// x, y, width, height in points; absent if a box is masked.
    var region: [Double]?
    var reason: String
  }

  /// The element of an app's screen that matches a part of the card.
  package struct Element: Codable, Sendable {
    /// The evidence for the match as text; nil if the element belongs to no part.
    package var evidence: String?
    package var identifier: String?
    /// Its name for `screens.yml`; nil if nothing distinguishes it from others.
    package var pin: String?

    package init(evidence: String? = nil, identifier: String? = nil, pin: String? = nil) {
      (self.evidence, self.identifier, self.pin) = (evidence, identifier, pin)
    }
  }

  /// The files of a film, frame by frame. Paths are relative to the report.
  package struct Film: Codable, Sendable {
    /// In the format of `film.json` (docs/films.md).
    package var actual: String
    /// The approved film.
    package var expected: String?
    package var pictures: [FilmImage]
    /// The approved images of cards that have changed.
    package var approved: [FilmImage]?

    var paths: [String] {
      [actual] + (expected.map { [$0] } ?? []) + (pictures + (approved ?? [])).map(\.path)
    }
  }

  /// An intended difference from a mockup.
  struct Deviation: Codable, Sendable {
    var box: String
    /// The properties that may differ; empty allows all.
    var what: [String]
    var reason: String
    /// The properties that do differ; empty if none differs any more.
    var changes: [String]

    /// `card/avatar (size)`
    var name: String { what.isEmpty ? box : "\(box) (\(what.joined(separator: ", ")))" }
  }

  /// Parts of a mockup's frame and of the card that have no counterpart.
  struct UnmappedParts: Codable, Sendable {
    var layers: Int
    var boxes: [String]
    /// A proposed map that can be saved; nil if nothing matches.
    var map: String?
  }

  /// Differences between a design's tokens and the project's.
  package struct Tokens: Codable, Sendable {
    struct Change: Codable, Sendable {
      var token: String
      /// The variable or style.
      var origin: String
      /// Nil for all themes.
      var theme: String?
      /// The design's value, then the project's.
      var text: String
      var takeOver: String
    }

    /// An alias without a target.
    struct BrokenAlias: Codable, Sendable {
      var origin: String
      var text: String
    }

    /// The design as named on the command line.
    var design: String
    var changed: [Change]
    var broken: [BrokenAlias]
    var onlyInDesign: [String]
    var onlyInProject: [String]
  }

  package struct Group: Codable, Sendable {
    package var id: String
    /// Nil in reports of earlier versions.
    package var kind: Cause.Kind?
    package var title: String
    /// The title in terms of the design; nil if the title says everything.
    package var sentence: String?
    package var cases: [String]
    var accept: String?
    /// The command that adopts the designer's values.
    var takeOver: String?
    /// The id of its cause across all reports; empty in a decoded report.
    var cause = ""

    private enum CodingKeys: String, CodingKey {
      case id, kind, title, sentence, cases, accept, takeOver
    }

    /// The text that readers see first.
    var headline: String { sentence ?? title }

    func cause(_ fact: CauseFact?) -> Cause {
      Cause(id: id, kind: kind ?? .unknown, title: title, command: takeOver, fact: fact)
    }
  }

  /// A font or library that has changed since cases were approved.
  package struct Drift: Codable, Sendable {
    var text: String
    /// The number of cases drawn with it.
    package var cases: Int
    /// The number of those cases that look the same.
    package var same: Int

    package init(text: String, cases: Int, same: Int) {
      (self.text, self.cases, self.same) = (text, cases, same)
    }
  }

  /// A shard report's information about the whole run.
  struct ShardSummary: Codable, Sendable {
    var shard: Shard
    /// The same in all shards of the run.
    var plan: String
    /// The number of items in the whole run.
    var total: Int
    /// The compared project as named on the command line.
    var project: String
  }

  /// Images that a newer folder lacks.
  package struct RemovedImages: Codable, Sendable {
    package enum Rule: String, Codable, Sendable { case fails, allowed }

    var rule: Rule
    /// Ids of the cases.
    var images: [String]
  }

  package struct Environment: Codable, Sendable {
    var name: String
    var fonts: [String]
    var libraries: [String: String]
    /// Nil if it lists everything that is available for drawing.
    var scope: RenderingEnvironment.Scope?
    /// The same as in `RenderingEnvironment`.
    var drawing: Int?

    package init(
      name: String, fonts: [String], libraries: [String: String], scope: RenderingEnvironment.Scope? = nil,
      drawing: Int? = nil
    ) {
      (self.name, self.fonts, self.libraries, self.scope, self.drawing) = (name, fonts, libraries, scope, drawing)
    }
  }

  var schema = CompareReport.currentSchema
  var tool: String
  /// Nil if the report covers the whole run.
  var shard: ShardSummary?
  /// The command that approves in this project; ids or options follow. Absent in older reports.
  var approve: String?
  /// The form in which approved baselines are stored.
  package var keeping: BaselineStorage
  /// Everything that was available for drawing in this run.
  var environment: Environment
  /// The environments that cards were drawn in, by name. Absent in older reports.
  var environments: [String: Environment]?
  /// The environment changes, each listed once; nil if there are none.
  var drift: [Drift]?
  /// The number of cases with each verdict; every verdict is present.
  var counts: [String: Int]
  /// The removed images of a folder comparison. Nil for a project.
  var removal: RemovedImages?
  package var clusters: [Group]
  package var cases: [CaseResult]

  package func count(_ verdict: Verdict) -> Int { counts[verdict.rawValue] ?? 0 }
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
    // A noisy image has a region per pixel; only the first ones are useful.
    regions = finding.regions.prefix(200).map { region in
      CompareReport.Region(
        x: region.bounds.x, y: region.bounds.y, width: region.bounds.width, height: region.bounds.height,
        differing: region.differing, boxes: region.boxes)
    }
    self.path = path
  }
}

extension Rect {
  package var numbers: [Double] { [minX, minY, width, height] }
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

  /// The name of the change in the report.
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
