import Drawing

/// A case as it is written into the review's data files: encoded at once, so that a run keeps texts, not trees. The forms
/// are read by the review's scripts; Templates/Site/review/types.js describes them as types.
package struct ReviewEntry: Sendable {
  /// What the start page needs.
  package let head: String
  /// What the case's own page needs besides.
  package let detail: String

  /// What was written before.
  package init(head: String, detail: String) {
    (self.head, self.detail) = (head, detail)
  }

  package init(_ reviewed: ReviewCase) {
    head = reviewed.head.script
    detail = reviewed.detail.script
  }
}

extension ReviewCase {
  fileprivate var head: ScriptValue {
    [
      .text(id), .text(post), .count(isMockup ? 1 : 0), .text(verdict), .count(width), .count(scale), .text(theme),
      .text(state), .optional(reasons.first.map(ScriptValue.text)), .counts(clusters),
      .count(accept == nil ? 0 : 1), .optional(sha256.map(ScriptValue.text)), .optional(thumbnail?.script),
      .optional(mark.map { .list($0.numbers) }), .optional(author.map(ScriptValue.text)),
      .optional(words.map(ScriptValue.text)), .optional(film.map(ScriptValue.text)),
    ]
  }

  fileprivate var detail: ScriptValue {
    .record([
      ("reasons", .texts(reasons)), ("accept", .optional(accept.map(ScriptValue.text))),
      ("actual", .optional(actual?.script)), ("expected", .optional(expected?.script)),
      ("boxes", .list(boxes.map(\.script))), ("pixels", .optional(pixels?.script)),
      ("masks", .list(masks.map { [.text($0.box), .text($0.reason)] })),
      ("film", .optional(playable.map(ScriptValue.count))),
    ])
  }

  /// Where to look on the thumbnail, in hundredths of the picture: around all that happened of itself, else around all
  /// pixels that differ.
  private var mark: Rect? {
    guard let picture = actual ?? expected, picture.width > 0, picture.height > 0 else { return nil }
    let scale = Double(max(1, scale))
    let width = Double(picture.width)
    let height = Double(picture.height)
    let causes = boxes.filter { $0.changes.contains(where: \.own) }.compactMap { $0.actual ?? $0.reference }
      .map { Rect(x: $0.minX * scale, y: $0.minY * scale, width: $0.width * scale, height: $0.height * scale) }
    let regions = (pixels?.regions ?? []).map {
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

extension ReviewCase.Picture {
  fileprivate var script: ScriptValue {
    [.optional(path.map(ScriptValue.text)), .count(width), .count(height)]
  }
}

extension ReviewCase.Box {
  fileprivate var script: ScriptValue {
    [
      .text(path), .optional(actual.map { .list($0.numbers) }), .optional(reference.map { .list($0.numbers) }),
      .optional(actualBaseline.map(ScriptValue.number)), .optional(referenceBaseline.map(ScriptValue.number)),
      .list(changes.map { [.text($0.text), .count($0.own ? 1 : 0)] }),
    ]
  }
}

extension ReviewCase.Pixels {
  fileprivate var script: ScriptValue {
    .record([
      ("differing", .count(differing)), ("limit", .count(limit)), ("antialiased", .count(antialiased)),
      ("compared", .count(compared)), ("path", .optional(path.map(ScriptValue.text))),
      ("regions", .list(regions.map(\.script))),
    ])
  }
}

extension ReviewCase.Region {
  fileprivate var script: ScriptValue {
    .list([.count(x), .count(y), .count(width), .count(height), .count(differing), .texts(boxes)])
  }
}
