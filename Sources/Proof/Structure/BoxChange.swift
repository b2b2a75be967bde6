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
  /// Another text; the first line that says something else, counted from 1.
  case text(line: Int)
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
    // How a line that was cut off ends is told in different ways.
    let isCut = reference.isTruncated == true || box.isTruncated == true
    if let change = words(reference.lineTexts, box.lineTexts, isCut: isCut), changes.isEmpty || change.isOfWords {
      changes.append(change)
    }
    return changes
  }

  private func words(_ before: [String]?, _ after: [String]?, isCut: Bool) -> BoxChange? {
    guard var before, var after, before != after else { return nil }
    let isSame = isCut || compact(before) == compact(after)
    if isCut {
      before = before.dropLast()
      after = after.dropLast()
    }
    let count = min(before.count, after.count)
    let line = (0..<count).first { before[$0] != after[$0] } ?? count
    guard line < max(before.count, after.count) else { return nil }
    return isSame ? .lineBreaks(line: line + 2) : .text(line: line + 1)
  }

  /// The text without the white space that a line break may swallow.
  private func compact(_ lines: [String]) -> String { lines.joined().filter { !$0.isWhitespace } }

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

extension BoxChange {
  fileprivate var isOfWords: Bool {
    if case .text = self { true } else { false }
  }
}
