import Drawing
import Names
import Proof
import Site

/// A case of the report as the review's pages read it: the record itself, all boxes of both sides, and where what belongs to
/// it stands in the page's files. Templates/Site/review/types.js has the same names.
struct ReviewedCase {
  struct Box {
    var path: String
    /// Points from the card's top left corner; nil where the side does not have the box.
    var drawn: Rect?
    var reference: Rect?
    /// Of text: the first baseline's y.
    var baseline: Double?
    var referenceBaseline: Double?
    var changes: [CompareReport.Box.Change]
  }

  var entry: CompareReport.Case
  /// Indexes into the review's clusters, one for each of its causes.
  var clusters: [Int] = []
  /// In drawing order, those that only the reference has last.
  var boxes: [Box] = []
  /// Which of the films that can be played it is; nil where it can't.
  var playable: Int?

  private static let pictureEndings = [ImageFormat.png, .webp, .jpeg].flatMap(\.endings).map { ".\($0)" }

  /// The start page's row, a column after the other.
  var row: [(name: String, value: ScriptValue)] {
    // Pictures by anybody may lie in a folder that is called so.
    let isPicture = Self.pictureEndings.contains(where: entry.id.lowercased().hasSuffix)
    let film = entry.reference == .baseline && !isPicture ? FilmCase.film(inCase: entry.id) : nil
    return [
      ("id", .text(entry.id)), ("post", .text(entry.post)),
      ("kind", .count([.baseline, .mockup, .screen].firstIndex(of: entry.reference) ?? 0)),
      ("verdict", .text(entry.verdict.rawValue)), ("width", .count(entry.screenWidth)), ("scale", .count(entry.scale)),
      ("theme", .text(entry.theme)), ("state", .text(entry.state)), ("reason", Self.text(entry.reasons.first)),
      ("clusters", .counts(clusters)), ("isApprovable", .count(entry.accept == nil ? 0 : 1)),
      ("sha256", Self.text(entry.actual?.sha256)), ("thumbnail", .optional(entry.thumbnail.map(Self.picture))),
      ("mark", Self.frame(mark)), ("author", Self.text(entry.label?.author)), ("words", Self.text(entry.label?.words)),
      ("film", Self.text(film)),
    ]
  }

  /// What the case's own page needs besides.
  var detail: [(name: String, value: ScriptValue)] {
    [
      ("reasons", .texts(entry.reasons)), ("accept", Self.text(entry.accept ?? entry.takeOver)),
      ("actual", .optional(entry.actual.map(Self.picture))), ("expected", .optional(entry.expected.map(Self.picture))),
      ("boxes", .list(boxes.map(Self.box))), ("pixels", .optional(entry.pixels.map { .record(Self.pixels($0)) })),
      ("masks", .list(entry.masks.map { [.text($0.box), .text($0.reason)] })),
      ("film", .optional(playable.map(ScriptValue.count))),
      ("notes", .list(notes.map { [.text($0.title), .texts($0.lines)] })),
    ] + (elements.map { [("elements", $0)] } ?? [])
  }

  /// Of a screen of an app: by boxes, how it is known what shows them, and its identifier.
  private var elements: ScriptValue? {
    entry.elements.map { elements in
      .list(
        boxes.map { box in
          .optional(elements[box.path].map { [Self.text($0.evidence), Self.text($0.identifier)] })
        })
    }
  }

  /// What there is to say besides, under titles.
  private var notes: [(title: String, lines: [String])] {
    let deviations = entry.deviations ?? []
    let met = deviations.filter { !$0.changes.isEmpty }
      .map { "\($0.changes.joined(separator: "; ")) (\($0.reason))" }
    let gone = deviations.filter(\.changes.isEmpty).map { "\($0.name): \($0.reason)" }
    let map = entry.unmapped?.map.map { $0.split(separator: "\n").map(String.init) } ?? []
    return [("Meant otherwise", met), ("Meant otherwise, and no more so", gone), ("A map that may be meant", map)]
      .filter { !$0.lines.isEmpty }
  }

  // MARK: Parts

  static func pixels(_ pixels: CompareReport.Pixels) -> [(String, ScriptValue)] {
    [
      ("differing", .count(pixels.differing)), ("limit", .count(pixels.limit)),
      ("antialiased", .count(pixels.antialiased)), ("compared", .count(pixels.compared)), ("path", text(pixels.path)),
      (
        "regions",
        .list(
          pixels.regions.map {
            [.count($0.x), .count($0.y), .count($0.width), .count($0.height), .count($0.differing), .texts($0.boxes)]
          })
      ),
    ]
  }

  private static func box(_ box: Box) -> ScriptValue {
    [
      .text(box.path), frame(box.drawn), frame(box.reference), .optional(box.baseline.map(ScriptValue.number)),
      .optional(box.referenceBaseline.map(ScriptValue.number)),
      .list(box.changes.map { [.text($0.text), .count($0.own ? 1 : 0)] }),
    ]
  }

  private static func picture(_ picture: CompareReport.Picture) -> ScriptValue {
    [text(picture.path), .count(picture.width), .count(picture.height)]
  }

  private static func picture(_ picture: CompareReport.Thumbnail) -> ScriptValue {
    [.text(picture.path), .count(picture.width), .count(picture.height)]
  }

  private static func text(_ text: String?) -> ScriptValue { .optional(text.map(ScriptValue.text)) }

  private static func frame(_ frame: Rect?) -> ScriptValue {
    .optional(frame.map { .list($0.numbers.map(ScriptValue.number)) })
  }

  /// Where to look on the thumbnail, in hundredths of the picture: around all that happened of itself, else around all
  /// pixels that differ.
  private var mark: Rect? {
    guard let picture = entry.actual ?? entry.expected, picture.width > 0, picture.height > 0 else { return nil }
    let scale = Double(max(1, entry.scale))
    let width = Double(picture.width)
    let height = Double(picture.height)
    let causes = boxes.filter { $0.changes.contains(where: \.own) }.compactMap { $0.drawn ?? $0.reference }
      .map { Rect(x: $0.minX * scale, y: $0.minY * scale, width: $0.width * scale, height: $0.height * scale) }
    let regions = (entry.pixels?.regions ?? []).map {
      Rect(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
    }
    guard let around = (causes.isEmpty ? regions : causes).bounds else { return nil }
    let (left, top) = (min(max(0, around.minX), width), min(max(0, around.minY), height))
    let (right, bottom) = (min(max(left, around.maxX), width), min(max(top, around.maxY), height))
    return Rect(
      x: left / width * 100, y: top / height * 100, width: (right - left) / width * 100,
      height: (bottom - top) / height * 100)
  }
}

extension [Rect] {
  /// What holds all of them; nil where there are none.
  fileprivate var bounds: Rect? {
    guard let first else { return nil }
    let right = reduce(first.maxX) { Swift.max($0, $1.maxX) }
    let bottom = reduce(first.maxY) { Swift.max($0, $1.maxY) }
    let left = reduce(first.minX) { Swift.min($0, $1.minX) }
    let top = reduce(first.minY) { Swift.min($0, $1.minY) }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
