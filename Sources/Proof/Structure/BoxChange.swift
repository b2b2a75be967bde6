import Drawing

/// One thing about a box that is not as it was. Lengths in points, the reference's value first.
package enum BoxChange: Hashable, Sendable {
  /// The reference has the box, the card does not.
  case missing
  /// The card has the box, the reference does not.
  case extra
  /// Top left corner, against the card's.
  case moved(Point)
  case resized(Size)
  /// The first baseline, against the box's own top.
  case baseline(Double)
  case lineCount(from: Int, to: Int)
  /// The same text in as many lines, broken elsewhere; the first line that starts elsewhere, counted from 1.
  case lineBreaks(line: Int)
  /// Another text, as far as it is shown.
  case text(WordDifference)
  case truncated(Bool)
  case color(from: String, to: String)
  /// `lineHeight`, `size`, …
  case font(property: String, from: String, to: String)
}

/// How far a box may be from its reference, in points, and still be as it should.
package struct StructureTolerance: Hashable, Codable, Sendable {
  package var position: Double
  package var size: Double
  package var baseline: Double
  /// Of colours, as whole steps of 255 a channel.
  package var color: Int

  package init(position: Double = 0, size: Double = 0, baseline: Double = 0, color: Int = 0) {
    self.position = position
    self.size = size
    self.baseline = baseline
    self.color = color
  }
}

extension StructureTolerance {
  /// What rounding to a thousandth of a point can do.
  private static let rounding = 0.0021

  /// The changes from `reference` to `box` beyond the tolerance, what the reader needs first in front.
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
      // A box that is not moved as far as the tolerance goes may still not add its share to the baseline's.
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
      // How a line that was cut off ends is told in different ways.
      (before, after) = (before.dropLast(), after.dropLast())
    }
    // Another number of lines says that they break elsewhere.
    if changes.count == (saysOther ? 1 : 0),
      let line = saysOther ? firstOtherStart(before, after) : firstOtherLine(before, after)
    {
      changes.append(.lineBreaks(line: line))
    }
    return changes
  }

  /// Whether the texts themselves are others, wherever their lines break. Of texts that are cut off only their whole
  /// tells.
  private func saysOther(_ reference: BoxRecord, _ box: BoxRecord, isCut: Bool) -> Bool {
    if let before = reference.wording, let after = box.wording { return before != after }
    let (before, after) = (reference.lineTexts ?? [], box.lineTexts ?? [])
    guard isCut else { return compact(before) != compact(after) }
    let (one, other) = (compact(before.dropLast()), compact(after.dropLast()))
    return !one.hasPrefix(other) && !other.hasPrefix(one)
  }

  private static func words(_ lines: [String]) -> [String] { lines.flatMap(WordDifference.words) }

  /// Of the same text: the first line, counted from 1, that begins elsewhere.
  private func firstOtherLine(_ before: [String], _ after: [String]) -> Int? {
    let line = (0..<min(before.count, after.count)).first { before[$0] != after[$0] }
    return line.map { $0 + 2 } ?? (before.count == after.count ? nil : min(before.count, after.count) + 1)
  }

  /// Of another text: the first line, counted from 1, that does not begin with the word that it began with; words that
  /// are not in both texts don't count.
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

  /// The text without the white space that a line break may swallow.
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

/// A length as people write it: at most two decimals, none where there is nothing behind the point.
func points(_ value: Double) -> String {
  let rounded = (value * 100).rounded() / 100
  guard rounded.magnitude < 1e15 else { return String(value) }
  return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}
