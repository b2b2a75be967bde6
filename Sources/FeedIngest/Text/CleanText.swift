/// A text from a feed without what could break a layout, its facets moved along.
///
/// Control characters and direction overrides go (an override turns all that follows it around); marks, joiners and
/// balanced embeddings stay, since Arabic, Hebrew, Indic scripts and emoji need them.
package struct CleanText {
  package private(set) var bytes: [UInt8] = []
  package private(set) var facets: [Facet] = []
  private var edits = OffsetEdits()
  /// Bytes that went at the front.
  private var start = 0

  private enum Treatment { case keep, remove, space, newline }

  /// Bytes of UTF-8 that a text may have; what is longer ends there with an ellipsis. No service lets anybody write as
  /// much; a broken or hostile feed must not take minutes to lay out.
  package static let blockLimit = 60_000
  /// The same for what stands on one line, where far less is ever seen.
  package static let lineLimit = 2000

  /// The text as it is, or its first characters within `limit` bytes and an ellipsis.
  static func limited(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }

  /// Lines stay; blank lines before and after the text go, and so do spaces around it.
  package init(block text: String, facets: [Facet] = [], limit: Int = blockLimit) {
    let source = Array(Self.limited(text, to: limit).utf8)
    let facets = source.count == text.utf8.count ? facets : facets.filter { $0.range.upperBound <= limit - 4 }
    bytes.reserveCapacity(source.count)
    var runStart = 0
    var index = 0
    while index < source.count {
      let byte = source[index]
      // What may have to go is an ASCII control, or begins with one of these three.
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

  /// Where the byte at `offset` of `bytes` stands in the source; what was removed before it lies before that.
  func sourceOffset(of offset: Int) -> Int { edits.sourceOffset(of: offset + start) }

  /// Returns how many bytes went at the front.
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
      // An ideographic space in front of the first words is an indent, and meant.
      if scalar == "\n" || (scalar == " " && start == index - 1) { start = index }
    }
    bytes.removeSubrange(..<start)
    return start
  }

  /// In order, on whole scalars, not over each other but how words are set; the rest can't be shown and is left out.
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

  /// One line: every run of spaces and line ends is a space, and no direction reaches beyond the text.
  package static func line(_ text: String) -> String { line(text, keepsIsolates: false) }

  /// - Parameter keepsIsolates: Of a text whose isolates are Feedproof's own, and end in it.
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

/// Where bytes were removed, so that an offset into the source can be followed.
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

  /// How many of the first edits fit; edits only ever move on.
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
