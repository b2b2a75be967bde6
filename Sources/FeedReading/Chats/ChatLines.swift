/// A text's lines, which end with LF or CR LF.
struct ChatLines {
  struct Line {
    var text: Substring
    /// Counted from 1.
    var number: Int
    /// Whether CR LF ends the line before; true for the first one.
    var isAfterReturn: Bool
  }

  private(set) var lines: [Line] = []

  /// - Parameter limit: The maximum number of lines that are not empty; further lines are left out.
  init(_ text: String, most limit: Int = .max) {
    var (start, number, isAfterReturn, count) = (text.utf8.startIndex, 1, true, 0)
    // Old line ends: the lines end with CR alone.
    let end: UInt8 = text.utf8.contains(0x0A) ? 0x0A : 0x0D
    while count < limit {
      let next = text.utf8[start...].firstIndex(of: end) ?? text.utf8.endIndex
      var line = text.utf8[start..<next]
      let isReturn = line.last == 0x0D
      if isReturn { line.removeLast() }
      lines.append(Line(text: Substring(line), number: number, isAfterReturn: isAfterReturn))
      if !line.isEmpty { count += 1 }
      guard next < text.utf8.endIndex else { return }
      (start, number, isAfterReturn) = (text.utf8.index(after: next), number + 1, isReturn)
    }
  }
}
