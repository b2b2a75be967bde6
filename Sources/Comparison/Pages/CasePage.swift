import Basics
import Drawing
import Filming
import ImageComparison
import Site

/// A case in the form that the review's pages read: the record from the report, all boxes of both sides, and references
/// to data in other files. Templates/Site/review/types.js has the same names.
package struct CasePage {
  package struct Box {
    var path: String
    /// The frames in points from the card's top left corner; nil if the side lacks the box.
    var drawn: Rect?
    var reference: Rect?
    /// For text: the y coordinate of the first baseline.
    var baseline: Double?
    var referenceBaseline: Double?
    var changes: [CompareReport.Box.Change]
    /// The style; nil if the card lacks the box.
    var style: Style?

    package init(
      path: String, drawn: Rect? = nil, reference: Rect? = nil, baseline: Double? = nil,
      referenceBaseline: Double? = nil, changes: [CompareReport.Box.Change], style: Style? = nil
    ) {
      (self.path, self.drawn, self.reference, self.baseline) = (path, drawn, reference, baseline)
      (self.referenceBaseline, self.changes, self.style) = (referenceBaseline, changes, style)
    }
  }

  /// The style of a box, for red lines and the contrast of text.
  package struct Style {
    /// The color of a text or an icon, otherwise of the background: `#2C2D2E`.
    var color: String?
    /// The size of a text in points.
    var size: Double?
    var weight: Int?
    var isIcon = false
    var isPicture = false
    /// Names of the tokens that the box uses.
    var tokens: [String] = []
  }

  package var entry: CaseResult
  /// Indexes into the review's clusters, one for each cause.
  var clusters: [Int] = []
  /// The boxes in drawing order. Boxes that only the reference has come last.
  var boxes: [Box] = []
  /// The index among the playable films; nil if the case can't be played.
  var playable: Int?

  package init(entry: CaseResult, clusters: [Int] = [], boxes: [Box] = [], playable: Int? = nil) {
    (self.entry, self.clusters, self.boxes, self.playable) = (entry, clusters, boxes, playable)
  }

  private static let pictureEndings = [ImageFormat.png, .webp, .jpeg, .gif].flatMap(\.endings).map { ".\($0)" }

  /// The columns of the start page's row.
  package var row: [(name: String, value: ScriptValue)] {
    [
      ("id", .text(entry.id)), ("post", .text(entry.post)),
      ("kind", .count([.baseline, .mockup, .screen].firstIndex(of: entry.reference) ?? 0)),
      ("verdict", .text(entry.verdict.rawValue)), ("width", .count(entry.screenWidth)), ("scale", .count(entry.scale)),
      ("theme", .text(entry.theme)), ("state", .text(entry.state)), ("reason", Self.text(entry.reasons.first)),
      ("clusters", .counts(clusters)), ("isApprovable", .count(entry.accept == nil ? 0 : 1)),
      ("sha256", Self.text(entry.actual?.sha256)), ("thumbnail", .optional(small)),
      ("marks", .list(marks.map { .list($0.frame.numbers.map(ScriptValue.number) + [.text($0.kind.rawValue)]) })),
      ("author", Self.text(entry.label?.author)), ("words", Self.text(entry.label?.words)),
      ("film", Self.text(entry.isFilm ? ScreenFilm.name(inCase: entry.id) : nil)),
    ]
  }

  /// The names of the columns, in their order.
  static var columns: [String] {
    CasePage(
      entry: CaseResult(id: "", reference: .baseline, post: "", variant: nil, verdict: .identical, reasons: [])
    ).row.map(\.name)
  }

  /// The small image in lists: the thumbnail or, for an identical case without one, the stored image itself.
  private var small: ScriptValue? {
    if let thumbnail = entry.thumbnail { return Self.picture(thumbnail) }
    guard entry.verdict == .identical else { return nil }
    return [entry.actual, entry.expected].lazy.compactMap { $0 }.first { $0.path != nil }.map(Self.picture)
  }

  /// Additional data for the case's own page.
  package var detail: [(name: String, value: ScriptValue)] {
    [
      ("reasons", .texts(entry.reasons)), ("accept", Self.text(entry.accept ?? entry.takeOver)),
      ("actual", .optional(entry.actual.map(Self.picture))), ("expected", .optional(entry.expected.map(Self.picture))),
      ("boxes", .list(boxes.map(Self.box))), ("pixels", .optional(entry.pixels.map { .record(Self.pixels($0)) })),
      ("masks", .list(entry.masks.map(Self.mask))),
      ("film", .optional(playable.map(ScriptValue.count))),
      ("notes", .list(notes.map { [.text($0.title), .texts($0.lines)] })),
    ] + (elements.map { [("elements", $0)] } ?? [])
  }

  /// For a screen of an app: how the element for each box was identified, its identifier, and its name in a map.
  private var elements: ScriptValue? {
    entry.elements.map { elements in
      .list(
        boxes.map { box in
          .optional(elements[box.path].map { [Self.text($0.evidence), Self.text($0.identifier), Self.text($0.pin)] })
        })
    }
  }

  /// Additional notes, by title.
  private var notes: [(title: String, lines: [String])] {
    let deviations = entry.card?.deviations ?? []
    let met = deviations.filter { !$0.changes.isEmpty }
      .map { "\($0.changes.joined(separator: "; ")) (\($0.reason))" }
    let gone = deviations.filter(\.changes.isEmpty).map { "\($0.name): \($0.reason)" }
    let map = entry.card?.unmapped?.map.map { $0.split(separator: "\n").map(String.init) } ?? []
    return [("Intended deviations", met), ("Deviations that no longer occur", gone), ("Proposed map", map)]
      .filter { !$0.lines.isEmpty }
  }

  // MARK: Parts

  package static func pixels(_ pixels: CompareReport.Pixels) -> [(String, ScriptValue)] {
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

  private static func mask(_ mask: CompareReport.Mask) -> ScriptValue {
    let region = mask.region.map { [ScriptValue.list($0.map(ScriptValue.number))] } ?? []
    return .list([.text(mask.box), .text(mask.reason)] + region)
  }

  private static func box(_ box: Box) -> ScriptValue {
    [
      .text(box.path), frame(box.drawn), frame(box.reference), .optional(box.baseline.map(ScriptValue.number)),
      .optional(box.referenceBaseline.map(ScriptValue.number)),
      .list(box.changes.map { [.text($0.text), .count($0.own ? 1 : 0), .text($0.kind)] }),
      .optional(box.style.map { .record(Self.style($0)) }),
    ]
  }

  /// Omits unknown properties.
  private static func style(_ style: Style) -> [(String, ScriptValue)] {
    var members: [(String, ScriptValue)] = []
    if let color = style.color { members.append(("color", .text(color))) }
    if let size = style.size { members.append(("size", .number(size))) }
    if let weight = style.weight { members.append(("weight", .count(weight))) }
    if style.isIcon { members.append(("isIcon", .count(1))) }
    if style.isPicture { members.append(("isPicture", .count(1))) }
    if !style.tokens.isEmpty { members.append(("tokens", .texts(style.tokens))) }
    return members
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

  /// The kinds of marks on a thumbnail, most important first.
  enum MarkKind: String, CaseIterable {
    case photo, text, color, size, moved, came, gone
    /// Differing pixels outside of all changed boxes.
    case pixels
  }

  /// The largest number of marks. Further ones are combined into one.
  private static let marked = 8

  /// The marks on the thumbnail, in hundredths of the image: each box with a change of its own or, if there is none,
  /// the area of all differing pixels.
  private var marks: [(frame: Rect, kind: MarkKind)] {
    guard let picture = entry.actual ?? entry.expected, picture.width > 0, picture.height > 0 else { return [] }
    let scale = Double(max(1, entry.scale))
    let size = (width: Double(picture.width), height: Double(picture.height))
    func hundredths(_ rect: Rect) -> Rect {
      let (left, top) = (min(max(0, rect.minX), size.width), min(max(0, rect.minY), size.height))
      let (right, bottom) = (min(max(left, rect.maxX), size.width), min(max(top, rect.maxY), size.height))
      return Rect(
        x: left / size.width * 100, y: top / size.height * 100, width: (right - left) / size.width * 100,
        height: (bottom - top) / size.height * 100)
    }
    var found: [(frame: Rect, kind: MarkKind)] = []
    for box in boxes {
      guard
        let kind = box.changes.filter(\.own).compactMap({ MarkKind(change: $0.kind) }).min(by: { $0.rank < $1.rank }),
        let frame = box.drawn ?? box.reference
      else { continue }
      let pixels = Rect(
        x: frame.minX * scale, y: frame.minY * scale, width: frame.width * scale, height: frame.height * scale)
      found.append((hundredths(pixels), kind))
    }
    // A mark around the whole card is useless next to a mark on a part of it.
    if found.count > 1 { found.removeAll { $0.kind == .size && $0.frame.width >= 99 && $0.frame.height >= 99 } }
    if found.isEmpty {
      let regions = (entry.pixels?.regions ?? []).map {
        Rect(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
      }
      return regions.bounds.map { [(hundredths($0), .pixels)] } ?? []
    }
    let sorted = found.enumerated().sorted { ($0.element.kind.rank, $0.offset) < ($1.element.kind.rank, $1.offset) }
    let rest = sorted.dropFirst(Self.marked - 1).map(\.element)
    guard rest.count > 1, let around = rest.map(\.frame).bounds else { return sorted.map(\.element) }
    return sorted.prefix(Self.marked - 1).map(\.element) + [(around, rest[0].kind)]
  }
}

extension CasePage.MarkKind {
  /// The rank by importance, from 0.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// - Parameter change: The name of the change in the report. Returns nil for unknown names.
  fileprivate init?(change: String) {
    switch change {
    case "picture": self = .photo
    case "text", "lineCount", "lineBreaks", "truncated": self = .text
    case "color": self = .color
    case "font", "resized": self = .size
    case "moved", "baseline": self = .moved
    case "extra": self = .came
    case "missing": self = .gone
    default: return nil
    }
  }
}

extension [Rect] {
  /// The smallest rectangle that contains all of them; nil if there are none.
  fileprivate var bounds: Rect? {
    guard let first else { return nil }
    let right = reduce(first.maxX) { Swift.max($0, $1.maxX) }
    let bottom = reduce(first.maxY) { Swift.max($0, $1.maxY) }
    let left = reduce(first.minX) { Swift.min($0, $1.minX) }
    let top = reduce(first.minY) { Swift.min($0, $1.minY) }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Verdict {
  /// Returns the verdicts in the order of the page.
  ///
  /// - Parameter removal: The rule for removed images of a folder; nil for a project's baselines.
  package static func onPage(
    _ count: (Verdict) -> Int, removal: CompareReport.RemovedImages.Rule? = nil
  ) -> [ReviewSite.Verdict] {
    inOrder.map { verdict in
      let isRemoval = verdict == .obsolete && removal != nil
      return ReviewSite.Verdict(
        name: verdict.rawValue, cases: count(verdict), sign: verdict.facts.sign,
        isOpen: !verdict.isGood || isRemoval && removal == .fails, isMarked: verdict.hasDifferences,
        whyNot: isRemoval ? removedAdvice : verdict.facts.refusal?.advice ?? "")
    }
  }

  private static let removedAdvice =
    "The new folder does not contain this image. If this is intended, delete it from the old folder, or compare with --allow-removed."
}
