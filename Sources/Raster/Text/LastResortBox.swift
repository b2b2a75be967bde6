/// The box that stands for a character which no face has: its code in hexadecimal digits in a frame, as last-resort fonts
/// show it, so that what can't be drawn is seen.
///
/// Measured and drawn in units of a fifteenth of the text's size. It stands on the pen like a glyph: 13 units wide for
/// four digits, 17 for six, frame and spacing included; 12 units above the baseline and 3 below.
struct LastResortBox {
  /// Units of an em.
  static let unitsPerEm = 15.0

  /// Two rows, from the top.
  private let rows: [ArraySlice<Int>]

  /// Nil for characters that draw nothing by design: controls, and those that Unicode wants ignored where a font has no
  /// picture for them (joiners, variation selectors, tags, …).
  init?(_ value: UInt32) {
    if let properties = Unicode.Scalar(value)?.properties {
      guard properties.generalCategory != .control, !properties.isDefaultIgnorableCodePoint else { return nil }
    }
    let columns = value > 0xFFFF ? 3 : 2
    let digits = (0..<2 * columns).reversed().map { Int(value >> UInt32(4 * $0) & 0xF) }
    rows = [digits[..<columns], digits[columns...]]
  }

  private var columns: Int { rows[0].count }

  /// Units from the pen to the next glyph's.
  var advance: Int { 4 * columns + 5 }

  /// What is filled: whole units, x from the pen, y downwards from the baseline. Nothing overlaps.
  var bars: [(x: Int, y: Int, width: Int, height: Int)] {
    let (left, top, width, height) = (1, -12, advance - 2, 15)
    var bars = [
      (x: left, y: top, width: width, height: 1), (x: left, y: top + height - 1, width: width, height: 1),
      (x: left, y: top + 1, width: 1, height: height - 2),
      (x: left + width - 1, y: top + 1, width: 1, height: height - 2),
    ]
    for (row, digits) in rows.enumerated() {
      for (column, digit) in digits.enumerated() {
        bars += Self.cells(of: digit).map {
          (x: left + 2 + 4 * column + $0.x, y: top + 2 + 6 * row + $0.y, width: 1, height: 1)
        }
      }
    }
    return bars
  }

  /// The digit's cells in a field of 3 × 5.
  private static func cells(of digit: Int) -> [(x: Int, y: Int)] {
    (0..<15).filter { digits[digit] >> (14 - $0) & 1 == 1 }.map { ($0 % 3, $0 / 3) }
  }

  /// 0 to F, a row of three bits after the other.
  private static let digits = [
    0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
    0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_001_010_010,
    0b111_101_111_101_111, 0b111_101_111_001_111, 0b111_101_111_101_101, 0b110_101_110_101_110,
    0b111_100_100_100_111, 0b110_101_101_101_110, 0b111_100_111_100_111, 0b111_100_111_100_100,
  ]
}
