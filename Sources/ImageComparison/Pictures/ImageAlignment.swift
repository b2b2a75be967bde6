import Basics
import Foundation

/// The matching parts of two images: pieces of the same size at any position, and strips that only one image has.
struct ImageAlignment {
  /// A rectangle of the same size in both images.
  struct Piece: Hashable {
    var before: PixelRect
    var after: PixelRect
  }

  /// Inserted or removed rows or columns.
  struct Strip: Hashable {
    enum Kind: Hashable { case rows, columns }

    var kind: Kind
    var isNew: Bool
    /// The rectangle in the image that has it.
    var rect: PixelRect
    /// The row or column in the other image where it would begin.
    var place: Int
    /// Whether it replaces other columns, and is described as that.
    var isReplacement = false
  }

  private(set) var pieces: [Piece] = []
  private(set) var strips: [Strip] = []
  /// Changed content in lines of text, with what follows moved.
  private(set) var replacements: [ImageChange] = []

  private let before: PixelView
  private let after: PixelView

  init(_ before: PixelView, _ after: PixelView) {
    (self.before, self.after) = (before, after)
    let width = min(before.width, after.width)
    if before.width != after.width, before.height == after.height, alignColumns(of: Piece(whole: before, after)) {
      return
    }
    // Equal rows at both ends need no hashes.
    var (top, bottom) = (0, 0)
    let rows = min(before.height, after.height)
    while top < rows, memcmp(before.row(top), after.row(top), width * 4) == 0 { top += 1 }
    while bottom < rows - top,
      memcmp(before.row(before.height - 1 - bottom), after.row(after.height - 1 - bottom), width * 4) == 0
    {
      bottom += 1
    }
    alignRows(
      PixelRect(left: 0, top: top, right: width, bottom: before.height - bottom),
      PixelRect(left: 0, top: top, right: width, bottom: after.height - bottom))
    // Columns beyond the width of the other image.
    for (view, isNew) in [(before, false), (after, true)] where view.width > width {
      strips.append(
        Strip(
          kind: .columns, isNew: isNew,
          rect: PixelRect(x: width, y: 0, width: view.width - width, height: view.height), place: width))
    }
  }

  // MARK: Rows

  private mutating func alignRows(_ one: PixelRect, _ other: PixelRect) {
    let alignment = LineAlignment(before.rowHashes(one), after.rowHashes(other))
    if one.height != other.height || alignment.hasMoved && !areBlank(alignment.gaps, one, other) {
      for gap in alignment.gapsJoinedAcrossBlank {
        take(
          PixelRect(x: one.x, y: one.y + gap.first.lowerBound, width: one.width, height: gap.first.count),
          PixelRect(x: other.x, y: other.y + gap.second.lowerBound, width: other.width, height: gap.second.count))
      }
    } else if let first = alignment.gaps.first, let last = alignment.gaps.last {
      alignWithin(
        Piece(
          before: PixelRect(
            left: one.x, top: one.y + first.first.lowerBound, right: one.right, bottom: one.y + last.first.upperBound),
          after: PixelRect(
            left: other.x, top: other.y + first.second.lowerBound, right: other.right,
            bottom: other.y + last.second.upperBound)))
    }
  }

  /// Whether only blank rows were inserted and removed: then content on a blank ground moved.
  private func areBlank(_ gaps: [LineAlignment.Gap], _ one: PixelRect, _ other: PixelRect) -> Bool {
    gaps.allSatisfy { gap in
      let rows = { (rect: PixelRect, rows: Range<Int>) in
        PixelRect(x: rect.x, y: rect.y + rows.lowerBound, width: rect.width, height: rows.count)
      }
      return gap.first.count != gap.second.count && before.isBlank(rows(one, gap.first))
        && after.isBlank(rows(other, gap.second))
    }
  }

  /// Adds differing rows, whose number may differ too.
  private mutating func take(_ one: PixelRect, _ other: PixelRect) {
    let shared = min(one.height, other.height)
    if shared > 0, one.height == other.height { return alignWithin(Piece(before: one, after: other)) }
    let top = split(one, other, shared)
    let rest = shared - top
    let (more, isNew) = other.height > one.height ? (other, true) : (one, false)
    let strip = PixelRect(x: more.x, y: more.y + top, width: more.width, height: more.height - shared)
    add(one, other, from: 0, count: top)
    strips.append(Strip(kind: .rows, isNew: isNew, rect: strip, place: (isNew ? one.y : other.y) + top))
    let (end, otherEnd) = (one.height - rest, other.height - rest)
    if rest > 0 {
      alignWithin(
        Piece(
          before: PixelRect(x: one.x, y: one.y + end, width: one.width, height: rest),
          after: PixelRect(x: other.x, y: other.y + otherEnd, width: other.width, height: rest)))
    }
  }

  private mutating func add(_ one: PixelRect, _ other: PixelRect, from start: Int, count: Int) {
    guard count > 0 else { return }
    alignWithin(
      Piece(
        before: PixelRect(x: one.x, y: one.y + start, width: one.width, height: count),
        after: PixelRect(x: other.x, y: other.y + start, width: other.width, height: count)))
  }

  /// Returns how many shared rows to put before the inserted or removed rows, so that the fewest pixels differ.
  private func split(_ one: PixelRect, _ other: PixelRect, _ shared: Int) -> Int {
    guard shared > 0 else { return 0 }
    func cost(_ a: Int, _ b: Int) -> Int {
      let (one, other) = (before.row(one.y + a, from: one.x), after.row(other.y + b, from: other.x))
      return (0..<min(self.before.width, self.after.width)).count { one[$0] != other[$0] }
    }
    var fromBottom = [0]
    for row in 1...shared { fromBottom.append(fromBottom[row - 1] + cost(one.height - row, other.height - row)) }
    var best = (cost: fromBottom[shared], top: 0)
    var fromTop = 0
    for row in 1...shared {
      fromTop += cost(row - 1, row - 1)
      if fromTop + fromBottom[shared - row] <= best.cost { best = (fromTop + fromBottom[shared - row], row) }
    }
    return best.top
  }

  // MARK: Columns within rows

  /// Checks whether part of a piece moved relative to the rest.
  private mutating func alignWithin(_ piece: Piece) {
    guard let columns = differingColumns(of: piece) else { return }
    let narrow = Piece(
      before: PixelRect(
        x: piece.before.x + columns.lowerBound, y: piece.before.y, width: columns.count, height: piece.before.height),
      after: PixelRect(
        x: piece.after.x + columns.lowerBound, y: piece.after.y, width: columns.count, height: piece.after.height))
    if columns.count < piece.before.width, alignRows(within: narrow) || alignColumns(of: narrow) { return }
    if columns.count == piece.before.width, alignColumns(of: piece) { return }
    pieces.append(narrow)
  }

  private mutating func alignRows(within piece: Piece) -> Bool {
    let alignment = LineAlignment(before.rowHashes(piece.before), after.rowHashes(piece.after))
    return take(alignment, of: piece, .rows) {
      PixelRect(x: $0.x, y: $0.y + $1.lowerBound, width: $0.width, height: $1.count)
    }
  }

  private mutating func alignColumns(of piece: Piece) -> Bool {
    let alignment = LineAlignment(before.columnHashes(piece.before), after.columnHashes(piece.after))
    return take(alignment, of: piece, .columns) {
      PixelRect(x: $0.x + $1.lowerBound, y: $0.y, width: $1.count, height: $0.height)
    }
  }

  /// - Returns: Whether enough pixels moved together to rule out coincidence.
  private mutating func take(
    _ alignment: LineAlignment, of piece: Piece, _ kind: Strip.Kind, rect: (PixelRect, Range<Int>) -> PixelRect
  ) -> Bool {
    let gaps = alignment.gaps
    let isBlank = gaps.allSatisfy { gap in
      gap.first.count != gap.second.count && before.isBlank(rect(piece.before, gap.first))
        && after.isBlank(rect(piece.after, gap.second))
    }
    guard alignment.hasMoved, piece.before.size != piece.after.size || !isBlank else { return false }
    if kind == .columns, piece.before.height <= Self.lineHeight, let change = replacement(in: gaps, of: piece) {
      let lines = lines(of: piece)
      // Words of several lines changed, each in its own way.
      if lines.count > 1 { lines.forEach { alignWithin($0) } } else { take(change, of: piece) }
      return true
    }
    let start = kind == .rows ? (piece.before.y, piece.after.y) : (piece.before.x, piece.after.x)
    for gap in gaps {
      let shared = min(gap.first.count, gap.second.count)
      if shared > 0 {
        pieces.append(
          Piece(
            before: rect(piece.before, gap.first.prefix(shared)), after: rect(piece.after, gap.second.prefix(shared))))
      }
      let isNew = gap.second.count > shared
      let rest = isNew ? gap.second.dropFirst(shared) : gap.first.dropFirst(shared)
      guard !rest.isEmpty else { continue }
      strips.append(
        Strip(
          kind: kind, isNew: isNew, rect: rect(isNew ? piece.after : piece.before, rest),
          place: isNew ? start.0 + gap.first.upperBound : start.1 + gap.second.upperBound))
    }
    return true
  }

  /// The maximum height of a line of text in pixels.
  private static let lineHeight = 96
  /// The number of equal columns in a line of text that may be a coincidence: letters repeat.
  private static let letters = 24

  /// Returns the old and the new content of a changed line of text: changed columns that only a few letters separate are
  /// one change.
  ///
  /// - Returns: Nil if the line has several changes, or a plain insertion or removal.
  private func replacement(in gaps: [LineAlignment.Gap], of piece: Piece) -> Piece? {
    func rect(_ whole: PixelRect, _ columns: Range<Int>) -> PixelRect {
      PixelRect(x: whole.x + columns.lowerBound, y: whole.y, width: columns.count, height: whole.height)
    }
    // The blank end of the line gives way to its text.
    let changed = gaps.filter { gap in
      let isEnd = gap.first.isEmpty || gap.second.isEmpty
      return
        !(isEnd && gap.first.lowerBound > 0 && before.isBlank(rect(piece.before, gap.first))
        && after.isBlank(rect(piece.after, gap.second)))
    }
    guard let first = changed.first, let last = changed.last else { return nil }
    for (gap, next) in zip(changed, changed.dropFirst())
    where next.first.lowerBound - gap.first.upperBound > Self.letters { return nil }
    let old = rect(piece.before, first.first.lowerBound..<last.first.upperBound)
    let new = rect(piece.after, first.second.lowerBound..<last.second.upperBound)
    // A plain insertion or removal is reported as such.
    return old.isEmpty || new.isEmpty ? nil : Piece(before: old, after: new)
  }

  /// Adds the change of a line of text.
  private mutating func take(_ change: Piece, of line: Piece) {
    let (old, new) = (change.before, change.after)
    let shift = new.right - line.after.x - (old.right - line.before.x)
    guard shift != 0 else { return pieces.append(change) }
    replacements.append(
      ImageChange(
        .replaced(from: old.size, shift: shift), at: new, content: before.content(old) + after.content(new)))
    // Its pixels count as differing.
    strips.append(Strip(kind: .columns, isNew: true, rect: new, place: old.x, isReplacement: true))
  }

  /// The number of equal rows that separate two lines of text.
  private static let leading = 3

  /// Returns the lines of text of a piece that differ: equal rows separate them.
  private func lines(of piece: Piece) -> [Piece] {
    var lines: [Range<Int>] = []
    for row in 0..<piece.before.height {
      let one = before.row(piece.before.y + row, from: piece.before.x)
      let other = after.row(piece.after.y + row, from: piece.after.x)
      guard memcmp(one.base, other.base, piece.before.width * 4) != 0 else { continue }
      if let last = lines.last, row - last.upperBound < Self.leading {
        lines[lines.count - 1] = last.lowerBound..<row + 1
      } else {
        lines.append(row..<row + 1)
      }
    }
    func rect(_ whole: PixelRect, _ rows: Range<Int>) -> PixelRect {
      PixelRect(x: whole.x, y: whole.y + rows.lowerBound, width: whole.width, height: rows.count)
    }
    return lines.map { Piece(before: rect(piece.before, $0), after: rect(piece.after, $0)) }
  }

  private func differingColumns(of piece: Piece) -> Range<Int>? {
    var (left, right) = (piece.before.width, 0)
    for row in 0..<piece.before.height {
      let one = before.row(piece.before.y + row, from: piece.before.x)
      let other = after.row(piece.after.y + row, from: piece.after.x)
      guard memcmp(one.base, other.base, piece.before.width * 4) != 0 else { continue }
      left = (0..<left).first { one[$0] != other[$0] } ?? left
      if let last = (right..<piece.before.width).last(where: { one[$0] != other[$0] }) { right = last + 1 }
    }
    return left < right ? left..<right : nil
  }
}

/// The pixels of a row, red in the lowest byte, alpha in the highest.
struct PixelRow {
  let base: UnsafeRawPointer

  subscript(_ x: Int) -> UInt32 { UInt32(littleEndian: base.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)) }
}

extension PixelRect {
  var size: PixelSize { PixelSize(width: width, height: height) }
}

extension ImageAlignment.Piece {
  fileprivate init(whole before: PixelView, _ after: PixelView) {
    self.init(
      before: PixelRect(x: 0, y: 0, width: before.width, height: before.height),
      after: PixelRect(x: 0, y: 0, width: after.width, height: after.height))
  }
}

extension PixelView {
  /// Returns a row from a column on.
  func row(_ y: Int, from x: Int) -> PixelRow { PixelRow(base: base + (y * stride + x) * 4) }

  /// Whether the rectangle is empty or has a single color.
  func isBlank(_ rect: PixelRect) -> Bool {
    guard !rect.isEmpty else { return true }
    let color = row(rect.y, from: rect.x)[0]
    return rect.rows.allSatisfy { y in
      let row = row(y, from: rect.x)
      return (0..<rect.width).allSatisfy { row[$0] == color }
    }
  }

  private static let prime: UInt64 = 0x9E37_79B9_7F4A_7C15

  func rowHashes(_ rect: PixelRect) -> [UInt64] {
    rect.rows.map { y in
      let row = row(y, from: rect.x)
      var hash: UInt64 = 1
      for x in 0..<rect.width {
        hash = (hash ^ UInt64(row[x])) &* Self.prime
        hash ^= hash >> 29
      }
      return hash
    }
  }

  func columnHashes(_ rect: PixelRect) -> [UInt64] {
    var hashes = [UInt64](repeating: 1, count: rect.width)
    for y in rect.rows {
      let row = row(y, from: rect.x)
      for x in 0..<rect.width {
        let mixed = (hashes[x] ^ UInt64(row[x])) &* Self.prime
        hashes[x] = mixed ^ mixed >> 29
      }
    }
    return hashes
  }
}
