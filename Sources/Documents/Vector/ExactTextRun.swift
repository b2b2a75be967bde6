import Drawing
import Raster

/// A part of a run that a program reproduces exactly from the face, the position and the letter spacing.
struct ExactTextRun {
  var text: String
  /// The pen position: the left end of the baseline, whatever the direction.
  var place: Point
  /// Points after each letter.
  var spacing: Double
  var isRightToLeft: Bool

  /// The maximum distance of a letter from its layout position, in points.
  private static let tolerance = 0.1

  /// Returns nil if glyphs or positions would differ.
  init?(_ run: GlyphRun, _ part: Range<Int>, fonts: FontSet) {
    guard run.face != .lastResort, let pieces = run.pieces, let offsets = run.offsets,
      pieces.count == run.glyphs.count, offsets.count == run.glyphs.count
    else { return nil }
    // Blanks at either end are invisible.
    var part = part
    while let first = part.first, pieces[first].isBlank { part.removeFirst() }
    while let last = part.last, pieces[last].isBlank { part.removeLast() }
    isRightToLeft = part.count > 1 && offsets[part.lowerBound] > offsets[part.upperBound - 1]
    if part.count == 1 { isRightToLeft = pieces[part.lowerBound].unicodeScalars.contains(where: \.isFromRightToLeft) }
    let ordered = isRightToLeft ? part.sorted { (offsets[$0], $0) < (offsets[$1], $1) } : Array(part)
    text = ordered.map { pieces[$0] }.joined().filter { !$0.isNewline }
    (place, spacing) = (.zero, 0)
    if text.isEmpty { return }
    guard let natural = fonts.natural(text, in: run.face, isRightToLeft: isRightToLeft), natural.count == part.count,
      zip(natural, part).allSatisfy({ $0.id == run.glyphs[$1].id })
    else { return nil }
    let glyphs = run.glyphs[part]
    // The distance of each glyph from its natural position, and the number of letters before it.
    let shifts = zip(natural, glyphs).map { $1.x - $0.x * run.size }
    var before = [0]
    for (last, next) in zip(part, part.dropFirst()) {
      before.append(before[before.count - 1] + (offsets[last] == offsets[next] ? 0 : 1))
    }
    let rises = zip(natural, glyphs).map { $1.y - $0.y * run.size }
    place = Point(x: shifts[0], y: rises[0])
    if let last = before.last, last > 0 { spacing = (shifts[shifts.count - 1] - shifts[0]) / Double(last) }
    if abs(spacing) * Double(before.last ?? 0) < Self.tolerance / 2 { spacing = 0 }
    guard spacing == 0 || !isRightToLeft,
      zip(shifts, before).allSatisfy({ abs($0 - place.x - spacing * Double($1)) < Self.tolerance }),
      rises.allSatisfy({ abs($0 - place.y) < Self.tolerance })
    else { return nil }
  }

  /// Returns the ranges of glyphs whose characters are consecutive in one direction.
  static func parts(of run: GlyphRun) -> [Range<Int>] {
    guard let pieces = run.pieces, let offsets = run.offsets, pieces.count == run.glyphs.count,
      offsets.count == run.glyphs.count, run.face != .lastResort
    else { return [0..<run.glyphs.count] }
    var parts: [Range<Int>] = []
    var (start, direction) = (0, 0)
    for next in run.glyphs.indices.dropFirst() {
      let step = offsets[next] - offsets[next - 1]
      let isOn: Bool
      switch step {
      case 0: isOn = true
      // The distance to the next letter; further glyphs of the same letter share its offset.
      case 1...: isOn = direction >= 0 && step == length(before: next, pieces, offsets)
      default: isOn = direction <= 0 && -step == pieces[next].utf8.count
      }
      if !isOn {
        parts.append(start..<next)
        (start, direction) = (next, 0)
      } else if step != 0 {
        direction = step.signum()
      }
    }
    return parts + [start..<run.glyphs.count]
  }

  /// Returns the UTF-8 length of the letter before a glyph.
  private static func length(before next: Int, _ pieces: [String], _ offsets: [Int]) -> Int {
    var first = next - 1
    while first > 0, offsets[first - 1] == offsets[first] { first -= 1 }
    return pieces[first].utf8.count
  }
}

extension String {
  fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) && !isEmpty }
}

extension Unicode.Scalar {
  /// Whether programs may place it, and thus all letters around it, differently.
  var isFromRightToLeft: Bool {
    switch value {
    case 0x0590..<0x0900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000, 0x1E800..<0x1F000: true
    default: false
    }
  }
}
