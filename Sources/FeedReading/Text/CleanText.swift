/// A text from a feed without anything that could break a layout, with its facets adjusted.
///
/// Control characters and direction overrides are removed (an override reverses everything after it); marks, joiners
/// and balanced embeddings are kept, since Arabic, Hebrew, Indic scripts and emoji need them.
package struct CleanText {
  package private(set) var bytes: [UInt8] = []
  package private(set) var facets: [Facet] = []
  private var edits = OffsetEdits()
  /// The number of bytes removed at the start.
  private var start = 0

  private enum Treatment { case keep, remove, space, newline }

  /// The maximum length of a text in UTF-8 bytes; a longer one is truncated with an ellipsis. No service allows so much
  /// text, and a broken or hostile feed must not take minutes to lay out.
  package static let blockLimit = 60_000
  /// The maximum for single-line texts; far less is ever visible.
  package static let lineLimit = 2000

  /// The unchanged text, or its first characters within `limit` bytes and an ellipsis.
  static func limited(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }

  /// Keeps lines; removes blank lines and spaces around the text.
  package init(block text: String, facets: [Facet] = [], limit: Int = blockLimit) {
    let source = Array(Self.limited(text, to: limit).utf8)
    let facets = source.count == text.utf8.count ? facets : facets.filter { $0.range.upperBound <= limit - 4 }
    bytes.reserveCapacity(source.count)
    var runStart = 0
    var index = 0
    while index < source.count {
      let byte = source[index]
      // Characters to remove are ASCII controls, or start with one of these three bytes.
      if byte < 0x80 ? (byte >= 0x20 && byte != 0x7F) || byte == 0x0A : byte != 0xC2 && byte != 0xE2 && byte != 0xEF {
        index += 1
        continue
      }
      let (scalar, length) = source.scalar(at: index)
      let treatment = Self.treatment(of: scalar, before: index + 1 < source.count ? source[index + 1] : 0)
      if treatment != .keep {
        bytes += source[runStart..<index]
        runStart = index + length
        switch treatment {
        case .space: bytes.append(0x20)
        case .newline: bytes.append(0x0A)
        case .keep, .remove: break
        }
        edits.record(sourceEnd: runStart, outputEnd: bytes.count)
      }
      index += length
    }
    bytes += source[runStart...]
    start = trim()
    if !facets.isEmpty { self.facets = placed(facets) }
  }

  /// The source offset of the byte at `offset` of `bytes`; bytes removed before it are behind that position.
  func sourceOffset(of offset: Int) -> Int { edits.sourceOffset(of: offset + start) }

  /// Returns the number of bytes removed at the start.
  private mutating func trim() -> Int {
    var end = bytes.count
    while end > 0, let last = bytes.scalar(before: end), last.isBlank { end -= last.utf8.count }
    bytes.removeSubrange(end...)
    var start = 0
    var index = 0
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      guard scalar.isBlank else { break }
      index += length
      // An ideographic space before the first words is an intentional indent.
      if scalar == "\n" || (scalar == " " && start == index - 1) { start = index }
    }
    bytes.removeSubrange(..<start)
    return start
  }

  /// Returns the facets in order, on whole scalars, and without overlaps except for typesetting; other facets can't be
  /// shown and are dropped.
  private func placed(_ facets: [Facet]) -> [Facet] {
    var result: [Facet] = []
    var end = 0
    let inOrder = facets.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for facet in inOrder {
      let lower = max(0, edits.outputOffset(of: facet.range.lowerBound) - start)
      let upper = min(bytes.count, edits.outputOffset(of: facet.range.upperBound) - start)
      guard lower < upper, facet.kind.isSetting || lower >= end, bytes.isScalarBoundary(lower),
        bytes.isScalarBoundary(upper)
      else { continue }
      result.append(facet.moved(to: lower..<upper))
      if !facet.kind.isSetting { end = upper }
    }
    return result
  }

  private static func treatment(of scalar: Unicode.Scalar, before next: UInt8) -> Treatment {
    switch scalar.value {
    case 0x09: .space
    case 0x0A: .keep
    case 0x0D: next == 0x0A ? .remove : .newline
    case 0x0B, 0x0C, 0x85, 0x2028, 0x2029: .newline
    case 0..<0x20, 0x7F..<0xA0: .remove
    case 0x202D, 0x202E, 0xFEFF, 0xFFF9...0xFFFC, 0xFFFE, 0xFFFF: .remove
    default: .keep
    }
  }

  /// A single line: every run of spaces and line ends becomes a space, and no text direction extends beyond the text.
  package static func line(_ text: String) -> String { line(text, keepsIsolates: false) }

  /// - Parameter keepsIsolates: Whether the text's isolates are Feedproof's own, and therefore balanced.
  package static func line(_ text: String, keepsIsolates: Bool) -> String {
    var result = String.UnicodeScalarView()
    var isSpacePending = false
    for scalar in limited(text, to: lineLimit).unicodeScalars {
      switch scalar.value {
      case 0x202A...0x202E: continue
      case 0x2066...0x2069 where !keepsIsolates: continue
      case 0x09...0x0D, 0x20, 0x85, 0x2028, 0x2029: isSpacePending = true
      default:
        if treatment(of: scalar, before: 0) == .remove { continue }
        if isSpacePending, !result.isEmpty { result.append(" ") }
        isSpacePending = false
        result.append(scalar)
      }
    }
    return result.allSatisfy(\.isBlank) ? "" : String(result)
  }
}

/// The positions of removed bytes, used to map source offsets.
private struct OffsetEdits {
  private var edits: [(sourceEnd: Int, removed: Int)] = []

  mutating func record(sourceEnd: Int, outputEnd: Int) {
    edits.append((sourceEnd, sourceEnd - outputEnd))
  }

  func outputOffset(of offset: Int) -> Int {
    let count = countOfEdits { $0.sourceEnd <= offset }
    return count == 0 ? offset : offset - edits[count - 1].removed
  }

  func sourceOffset(of offset: Int) -> Int {
    let count = countOfEdits { $0.sourceEnd - $0.removed <= offset }
    return count == 0 ? offset : offset + edits[count - 1].removed
  }

  /// The number of leading edits that match; offsets only increase.
  private func countOfEdits(where fits: ((sourceEnd: Int, removed: Int)) -> Bool) -> Int {
    var low = 0
    var high = edits.count
    while low < high {
      let middle = (low + high) / 2
      if fits(edits[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
