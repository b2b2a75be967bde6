import Drawing

/// A box that differs from its reference.
package struct BoxDifference: Hashable, Sendable {
  package var path: String
  package var changes: [BoxChange]
  /// The changes that aren't consequences of others: a box may be pushed, moved along, or grow with its contents.
  package var ownChanges: [BoxChange]
  package var reference: BoxRecord?
  package var actual: BoxRecord?
}

/// All structural differences of one card.
package struct StructureDifference: Hashable, Sendable {
  /// The differing boxes in the order of the reference, extra boxes last.
  package var boxes: [BoxDifference]

  package var isEmpty: Bool { boxes.isEmpty }
  /// The boxes with changes of their own.
  package var causes: [BoxDifference] { boxes.filter { !$0.ownChanges.isEmpty } }

  /// The changes without duplicates, with consequences combined: "card/text: +1 line", "5 boxes moved 22 pt down".
  package var reasons: [String] {
    let causes = causes.map { "\($0.path): \($0.ownChanges.map(\.message).joined(separator: ", "))" }
    return causes + displacements.map(\.message) + growths
  }

  /// Adds boxes that show another photo than before. This isn't a difference by itself: the pixels decide.
  package mutating func addReplacedPictures(from reference: LayoutRecord, to actual: LayoutRecord) {
    for pair in BoxPair.matching(reference.boxes, actual.boxes) {
      guard let old = pair.reference, let new = pair.actual, let before = old.image, let after = new.image,
        before != after
      else { continue }
      if let place = boxes.firstIndex(where: { $0.reference == old && $0.actual == new }) {
        boxes[place].changes.insert(.picture, at: 0)
        boxes[place].ownChanges.insert(.picture, at: 0)
      } else {
        boxes.append(
          BoxDifference(path: pair.path, changes: [.picture], ownChanges: [.picture], reference: old, actual: new))
      }
    }
  }

  /// Boxes that moved by the same distance as a consequence.
  package var displacements: [Displacement] {
    var groups: [Displacement] = []
    for box in boxes {
      guard let delta = box.changes.compactMap(\.move).first, !box.ownChanges.contains(.moved(delta)) else { continue }
      if let known = groups.firstIndex(where: { $0.isBy(delta) }) {
        groups[known].paths.append(box.path)
      } else {
        groups.append(Displacement(delta: delta, paths: [box.path]))
      }
    }
    return groups
  }

  /// Boxes that changed size with their contents.
  private var growths: [String] {
    boxes.compactMap { box in
      guard box.ownChanges.isEmpty else { return nil }
      let sizes = box.changes.filter { if case .resized = $0 { true } else { false } }
      return sizes.first.map { "\(box.path) is \($0.message)" }
    }
  }
}

/// Compares the boxes of a card with those of its reference and separates causes from consequences.
package struct StructureComparison: Hashable, Sendable {
  package var tolerance: StructureTolerance
  /// Boxes that may exist on one side only, including their descendants.
  package var ignored: [String]
  /// Whether to ignore boxes that the reference doesn't record.
  package var ignoresExtra: Bool

  package init(tolerance: StructureTolerance = StructureTolerance(), ignored: [String] = [], ignoresExtra: Bool = false)
  {
    (self.tolerance, self.ignored, self.ignoresExtra) = (tolerance, ignored, ignoresExtra)
  }

  package func compare(reference: LayoutRecord, actual: LayoutRecord) -> StructureDifference {
    let all = BoxPair.matching(kept(reference.boxes), kept(actual.boxes))
    let pairs = ignoresExtra ? all.filter { $0.reference != nil } : all
    let different = pairs.filter { !changes(of: $0).isEmpty }
    guard !different.isEmpty else { return StructureDifference(boxes: []) }
    let attribution = ChangeAttribution(pairs: pairs, tolerance: tolerance)
    var boxes = different.map { pair in
      let changes = changes(of: pair)
      return BoxDifference(
        path: pair.path, changes: changes, ownChanges: attribution.ownChanges(of: pair, changes),
        reference: pair.reference, actual: pair.actual)
    }
    // If all boxes explain each other in a cycle, there must still be a cause.
    if boxes.allSatisfy(\.ownChanges.isEmpty) { boxes[0].ownChanges = boxes[0].changes }
    return StructureDifference(boxes: boxes)
  }

  private func kept(_ boxes: [BoxRecord]) -> [BoxRecord] {
    boxes.filter { box in !ignored.contains { box.path == $0 || box.path.hasPrefix($0 + "/") } }
  }

  private func changes(of pair: BoxPair) -> [BoxChange] {
    switch (pair.reference, pair.actual) {
    case (let reference?, let actual?): tolerance.changes(from: reference, to: actual)
    case (_?, nil): [.missing]
    case (nil, _): [.extra]
    }
  }
}

/// A box and its reference; one of them may be missing.
package struct BoxPair: Hashable {
  package var path: String
  package var reference: BoxRecord?
  package var actual: BoxRecord?

  /// Matches boxes by path; repeated paths are matched in order.
  package static func matching(_ references: [BoxRecord], _ actuals: [BoxRecord]) -> [BoxPair] {
    var waiting: [String: [BoxRecord]] = [:]
    for box in actuals.reversed() { waiting[box.path, default: []].append(box) }
    var pairs = references.map { BoxPair(path: $0.path, reference: $0, actual: waiting[$0.path]?.popLast()) }
    var seen: [String: Int] = [:]
    for pair in pairs where pair.actual != nil { seen[pair.path, default: 0] += 1 }
    for box in actuals {
      if let count = seen[box.path], count > 0 {
        seen[box.path] = count - 1
      } else {
        pairs.append(BoxPair(path: box.path, reference: nil, actual: box))
      }
    }
    return pairs
  }
}

/// Boxes that all moved by the same distance, in points.
package struct Displacement: Hashable, Sendable {
  package var delta: Point
  package var paths: [String]

  fileprivate func isBy(_ other: Point) -> Bool { abs(delta.x - other.x) < 0.01 && abs(delta.y - other.y) < 0.01 }

  /// The message, e.g. `5 boxes moved 22 pt down`.
  package var message: String {
    let who = paths.count == 1 ? paths[0] : "\(paths.count) boxes"
    return "\(who) \(BoxChange.moved(delta).message)"
  }
}

extension BoxChange {
  fileprivate var move: Point? {
    if case .moved(let delta) = self { delta } else { nil }
  }

  /// The change in a few words, without the name of the box.
  package var message: String {
    switch self {
    case .missing: return "missing"
    case .extra: return "not in the reference"
    case .moved(let delta):
      let parts = [
        Self.distance(delta.x, positive: "right", negative: "left"),
        Self.distance(delta.y, positive: "down", negative: "up"),
      ].compactMap { $0 }
      return "moved \(parts.joined(separator: " and "))"
    case .resized(let growth):
      return [
        Self.distance(growth.width, positive: "wider", negative: "narrower"),
        Self.distance(growth.height, positive: "taller", negative: "shorter"),
      ].compactMap { $0 }.joined(separator: " and ")
    case .baseline(let shift): return "baseline \(Self.distance(shift, positive: "lower", negative: "higher") ?? "")"
    case .lineCount(let from, let to):
      let count = abs(to - from)
      return "\(to > from ? "+" : "−")\(count.counted("line"))"
    case .lineBreaks(let line): return "different line breaks from line \(line)"
    case .text(let words): return words.message
    case .truncated(let isTruncated): return isTruncated ? "cut off" : "no longer cut off"
    case .picture: return "different image"
    case .color(let from, let to): return "color \(from) → \(to)"
    case .font(let property, let from, let to): return "\(property) \(from) → \(to)"
    }
  }

  /// Returns nil for a distance that rounds to zero hundredths.
  private static func distance(_ value: Double, positive: String, negative: String) -> String? {
    let text = points(abs(value))
    return text == "0" ? nil : "\(text) pt \(value > 0 ? positive : negative)"
  }
}

/// A change of a box. Lengths are in points, the reference's value comes first.
package enum BoxChange: Hashable, Sendable {
  /// Only the reference has the box.
  case missing
  /// Only the card has the box.
  case extra
  /// The movement of the top left corner, relative to the card.
  case moved(Point)
  case resized(Size)
  /// The movement of the first baseline, relative to the box's top.
  case baseline(Double)
  case lineCount(from: Int, to: Int)
  /// The same text with as many lines but other breaks; holds the first line that starts differently, counted from 1.
  case lineBreaks(line: Int)
  /// Another text, as far as it is displayed.
  case text(WordDifference)
  case truncated(Bool)
  /// Another photo in the same place.
  case picture
  case color(from: String, to: String)
  /// `lineHeight`, `size`, …
  case font(property: String, from: String, to: String)
}

/// The maximum deviation of a box from its reference, in points.
package struct StructureTolerance: Hashable, Codable, Sendable {
  package var position = 0.0
  package var size = 0.0
  package var baseline = 0.0
  /// The tolerance for colors, in steps of 255 a channel.
  package var color = 0

  /// The maximum error of rounding to a thousandth of a point.
  private static let rounding = 0.0021

  /// Returns the changes from `reference` to `box` beyond the tolerance, the most significant first.
  func changes(from reference: BoxRecord, to box: BoxRecord) -> [BoxChange] {
    texts(reference, box) + fonts(reference.font, box.font) + colors(reference, box) + frames(reference, box)
  }

  private func exceeds(_ delta: Double, _ limit: Double) -> Bool { abs(delta) > limit + Self.rounding }

  private func frames(_ reference: BoxRecord, _ box: BoxRecord) -> [BoxChange] {
    var changes: [BoxChange] = []
    let (old, new) = (reference.frame, box.frame)
    let growth = Size(width: new.width - old.width, height: new.height - old.height)
    if exceeds(growth.width, size) || exceeds(growth.height, size) { changes.append(.resized(growth)) }
    let move = Point(x: new.minX - old.minX, y: new.minY - old.minY)
    if exceeds(move.x, position) || exceeds(move.y, position) { changes.append(.moved(move)) }
    if let before = reference.baseline, let after = box.baseline {
      let shift = after - before - move.y
      // The shift of a box within the tolerance must not push its baseline over the tolerance.
      if exceeds(shift, baseline) && exceeds(after - before, baseline) { changes.append(.baseline(shift)) }
    }
    return changes
  }

  private func texts(_ reference: BoxRecord, _ box: BoxRecord) -> [BoxChange] {
    var changes: [BoxChange] = []
    if let before = reference.lineCount, let after = box.lineCount, before != after {
      changes.append(.lineCount(from: before, to: after))
    }
    if let before = reference.isTruncated, let after = box.isTruncated, before != after {
      changes.append(.truncated(after))
    }
    guard var before = reference.lineTexts, var after = box.lineTexts, before != after else { return changes }
    let isCut = reference.isTruncated == true || box.isTruncated == true
    let saysOther = saysOther(reference, box, isCut: isCut)
    if saysOther {
      changes.insert(.text(WordDifference(from: Self.words(before), to: Self.words(after))), at: 0)
    } else if isCut {
      // A truncated last line can be recorded in different ways.
      (before, after) = (before.dropLast(), after.dropLast())
    }
    // A different number of lines already implies other breaks.
    if changes.count == (saysOther ? 1 : 0),
      let line = saysOther ? firstOtherStart(before, after) : firstOtherLine(before, after)
    {
      changes.append(.lineBreaks(line: line))
    }
    return changes
  }

  /// Whether the texts differ, regardless of line breaks. For truncated texts, only the full text can tell.
  private func saysOther(_ reference: BoxRecord, _ box: BoxRecord, isCut: Bool) -> Bool {
    if let before = reference.wording, let after = box.wording { return before != after }
    let (before, after) = (reference.lineTexts ?? [], box.lineTexts ?? [])
    guard isCut else { return compact(before) != compact(after) }
    let (one, other) = (compact(before.dropLast()), compact(after.dropLast()))
    return !one.hasPrefix(other) && !other.hasPrefix(one)
  }

  private static func words(_ lines: [String]) -> [String] { lines.flatMap(WordDifference.words) }

  /// For equal texts: returns the first line, counted from 1, that begins elsewhere.
  private func firstOtherLine(_ before: [String], _ after: [String]) -> Int? {
    let line = (0..<min(before.count, after.count)).first { before[$0] != after[$0] }
    return line.map { $0 + 2 } ?? (before.count == after.count ? nil : min(before.count, after.count) + 1)
  }

  /// For different texts: returns the first line, counted from 1, that begins with another word; words that aren't in
  /// both texts are ignored.
  private func firstOtherStart(_ before: [String], _ after: [String]) -> Int? {
    func starts(_ lines: [String]) -> [Int] {
      var count = 0
      return lines.map { line in
        defer { count += WordDifference.words(of: line).count }
        return count
      }
    }
    let places = WordDifference(from: Self.words(before), to: Self.words(after)).sameWords
    let new = Dictionary(places.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
    let old = Dictionary(places.map { ($0.new, $0.old) }, uniquingKeysWith: { first, _ in first })
    let (oldStarts, newStarts) = (starts(before), starts(after))
    return zip(oldStarts, newStarts).enumerated().dropFirst().first { _, start in
      if let place = new[start.0] { return place != start.1 }
      return old[start.1] != nil
    }.map { $0.offset + 1 }
  }

  /// Returns the text without white space, which line breaks may remove.
  private func compact(_ lines: some Sequence<String>) -> String { lines.joined().filter { !$0.isWhitespace } }

  private func fonts(_ reference: FontRecord?, _ font: FontRecord?) -> [BoxChange] {
    guard let reference, let font else { return [] }
    var changes: [BoxChange] = []
    func compare<Value: Equatable>(_ property: String, _ path: KeyPath<FontRecord, Value?>, _ text: (Value) -> String) {
      guard let before = reference[keyPath: path], let after = font[keyPath: path], text(before) != text(after) else {
        return
      }
      changes.append(.font(property: property, from: text(before), to: text(after)))
    }
    compare("family", \.family) { $0 }
    compare("weight", \.weight) { String($0) }
    compare("size", \.size, points)
    compare("line height", \.lineHeight, points)
    compare("letter spacing", \.letterSpacing, points)
    return changes
  }

  private func colors(_ reference: BoxRecord, _ box: BoxRecord) -> [BoxChange] {
    guard let before = reference.color, let after = box.color, before != after else { return [] }
    let (old, new) = (channels(before), channels(after))
    let isNear = old.count == new.count && !old.isEmpty && zip(old, new).allSatisfy { abs($0 - $1) <= color }
    return isNear ? [] : [.color(from: before, to: after)]
  }

  private func channels(_ color: String) -> [Int] {
    let digits = Array(color.dropFirst())
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { Int(String(digits[$0...$0 + 1]), radix: 16) }
  }
}

/// Formats a length with at most two decimals and without trailing zeros.
func points(_ value: Double) -> String {
  let rounded = (value * 100).rounded() / 100
  guard rounded.magnitude < 1e15 else { return String(value) }
  return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}
