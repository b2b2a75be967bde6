import Basics

/// Compares two images without known boxes: moved rows and columns are aligned before any pixel is counted,
/// and remaining differences are described as changes.
package struct ImageJudge: Sendable {
  package var tolerance: Tolerance
  /// Masked areas in pixels, in both images.
  package var masks: [PixelRect]

  package init(tolerance: Tolerance = ImageJudge.standard, masks: [PixelRect] = []) {
    (self.tolerance, self.masks) = (tolerance, masks)
  }

  /// The standard tolerance: every color difference counts; soft edges alone don't.
  package static let standard = Tolerance(threshold: 0, countsAntialiased: false)

  /// Whether masks hide every pixel of an image.
  package func hidesAll(of size: PixelSize) -> Bool {
    guard !masks.isEmpty else { return false }
    let mask = PixelMask(masks)
    return (0..<size.height).allSatisfy { mask.visibleColumns(ofRow: $0, width: size.width).isEmpty }
  }

  /// The maximum number of separate changes; further ones are combined.
  private static let told = 24

  /// - Returns: The judgement, with regions in the new image, and a cause for each change.
  package func judge(before: Bitmap, after: Bitmap) -> (judgement: Judgement, causes: [Cause]) {
    let (old, new) = (masked(before.converted(to: .rgba)), masked(after.converted(to: .rgba)))
    return old.bytes.withUnsafeBytes { oldBytes in
      new.bytes.withUnsafeBytes { newBytes in
        guard let base = oldBytes.baseAddress, let other = newBytes.baseAddress else {
          return (Judgement(verdict: old.size == new.size ? .identical : .different), [])
        }
        return judge(
          PixelView(base: base, stride: old.width, width: old.width, height: old.height),
          PixelView(base: other, stride: new.width, width: new.width, height: new.height))
      }
    }
  }

  /// Fills masked areas with the same color in both images.
  private func masked(_ picture: Bitmap) -> Bitmap {
    guard !masks.isEmpty else { return picture }
    var picture = picture
    for mask in masks {
      let shown = mask.intersection(PixelRect(picture.size))
      for y in shown.rows {
        let start = (y * picture.width + shown.x) * 4
        for byte in start..<start + shown.width * 4 { picture.bytes[byte] = byte % 4 == 3 ? 255 : 128 }
      }
    }
    return picture
  }

  private func judge(_ before: PixelView, _ after: PixelView) -> (judgement: Judgement, causes: [Cause]) {
    let size = PixelSize(width: after.width, height: after.height)
    let alignment = ImageAlignment(before, after)
    if alignment.pieces.isEmpty, alignment.strips.isEmpty {
      return (Judgement(verdict: masks.isEmpty ? .identical : .similar), [])
    }
    let comparison = PixelComparison(threshold: tolerance.threshold, countsAntialiased: tolerance.countsAntialiased)
    let reading = RegionAnalysis(before: before, after: after)
    var (differing, soft): ([PixelRun], [PixelRun]) = ([], [])
    var changes: [ImageChange] = []
    for piece in alignment.pieces {
      let found = comparison.compare(before, after, piece)
      differing += found.differing.runs
      soft += found.antialiased.runs
      changes += reading.changes(in: piece, found.differing)
    }
    let strips = StripChanges(alignment.strips, before, after)
    for strip in alignment.strips where strip.isNew {
      differing += strip.rect.rows.map { PixelRun(y: $0, columns: strip.rect.columns) }
    }
    changes = strips.changes + changes.joined
    var difference = PixelDifference(firstSize: size, secondSize: size)
    difference.differing = PixelSet(sorting: differing)
    difference.antialiased = PixelSet(sorting: soft)
    let mask = PixelMask(masks)
    difference.compared = (0..<after.height).reduce(0) { sum, y in
      mask.visibleColumns(ofRow: y, width: after.width).reduce(sum) { $0 + $1.count }
    }
    let finding = PixelFinding(
      difference: difference,
      regions: difference.differing.regions().map {
        AttributedRegion(bounds: $0.bounds, differing: $0.count, boxes: [])
      },
      differing: difference.differing.count + strips.removed, limit: tolerance.limit(ofCompared: difference.compared))
    return outcome(finding, changes, sizesDiffer: before.width != after.width || before.height != after.height)
  }

  private func outcome(
    _ finding: PixelFinding, _ changes: [ImageChange], sizesDiffer: Bool
  ) -> (judgement: Judgement, causes: [Cause]) {
    guard sizesDiffer || finding.differing > finding.limit else {
      let soft = finding.difference.antialiased.count
      let reasons = soft > 0 && finding.differing == 0 ? ["\(soft) pixels of soft edges alone are drawn otherwise"] : []
      return (Judgement(verdict: .similar, reasons: reasons, pixels: finding), [])
    }
    var changes = changes.sorted { ($0.place.y, $0.place.x) < ($1.place.y, $1.place.x) }
    if changes.count > Self.told {
      let rest = changes[Self.told...]
      let place = rest.dropFirst().reduce(rest[Self.told].place) { $0.union($1.place) }
      let content = rest.map { "\($0.title) \($0.content)" }.joined(separator: "\n")
      changes = changes.prefix(Self.told) + [ImageChange(.other, at: place, content: content)]
    }
    let passing = finding.limit > 0 ? ["\(finding.differing) pixels differ, \(finding.limit) would pass"] : []
    var causes: [Cause] = []
    for change in changes where !causes.contains(change.cause) { causes.append(change.cause) }
    return (
      Judgement(verdict: .different, reasons: changes.map(\.text) + passing, pixels: finding), causes
    )
  }
}

/// Interprets inserted and removed strips.
private struct StripChanges {
  private(set) var changes: [ImageChange] = []
  /// Pixels that only the old image has.
  private(set) var removed = 0

  init(_ strips: [ImageAlignment.Strip], _ before: PixelView, _ after: PixelView) {
    for strip in strips {
      let view = strip.isNew ? after : before
      // In an image of fixed size, an insertion pushes out as much at the end or uses up blank space; a removal does
      // the opposite.
      let isAtEnd =
        strip.kind == .rows ? strip.rect.bottom == view.height : strip.rect.right == view.width
      let isAnswer = strips.contains { strip.follows($0) }
      if isAnswer, isAtEnd || view.isBlank(strip.rect) { continue }
      if !strip.isNew { removed += strip.rect.width * strip.rect.height }
      let color = view.pixel(strip.rect.x, strip.rect.y)
      let content = view.content(view.ink(on: color, in: strip.rect) ?? PixelRect(x: 0, y: 0, width: 0, height: 0))
      var place = strip.rect
      if !strip.isNew, strip.kind == .rows { place.y = strip.place }
      if !strip.isNew, strip.kind == .columns { place.x = strip.place }
      changes.append(
        ImageChange(
          strip.kind == .rows ? .rows(inserted: strip.isNew) : .columns(inserted: strip.isNew), at: place,
          content: content))
    }
  }
}

extension ImageAlignment.Strip {
  /// Whether the other strip, at an earlier position and in the same rows or columns, is the opposite change.
  fileprivate func follows(_ other: Self) -> Bool {
    guard kind == other.kind, isNew != other.isNew else { return false }
    return switch kind {
    case .rows: other.rect.columns == rect.columns && other.rect.y <= rect.y && other.rect.height == rect.height
    case .columns: other.rect.rows == rect.rows && other.rect.x <= rect.x && other.rect.width == rect.width
    }
  }
}

extension [ImageChange] {
  /// The changes combined: content removed in one place and added in another has moved, and the same change in several
  /// places is reported once.
  fileprivate var joined: [ImageChange] {
    var found: [ImageChange] = []
    var came = filter { $0.kind == .came }
    for change in self where change.kind != .came {
      var change = change
      if change.kind == .went, let index = came.firstIndex(where: { $0.content == change.content }) {
        let place = came.remove(at: index).place
        change = ImageChange(
          .moved(x: place.x - change.place.x, y: place.y - change.place.y), at: place)
      }
      if let same = found.firstIndex(where: { $0.isOneThing(with: change) }) {
        found[same].place = found[same].place.union(change.place)
      } else {
        found.append(change)
      }
    }
    return found + came
  }
}

extension ImageChange {
  fileprivate func isOneThing(with other: ImageChange) -> Bool {
    switch kind {
    case .softEdges, .recoloured: kind == other.kind
    default: false
    }
  }
}

extension PixelComparison {
  /// Soft edges are detected by neighbors, which may be outside of the piece.
  private static let margin = 2

  /// - Returns: Positions in the new image.
  fileprivate func compare(_ before: PixelView, _ after: PixelView, _ piece: ImageAlignment.Piece) -> PixelDifference {
    let left = min(Self.margin, piece.before.x, piece.after.x)
    let right = min(Self.margin, before.width - piece.before.right, after.width - piece.after.right)
    let top = min(Self.margin, piece.before.y, piece.after.y)
    let bottom = min(Self.margin, before.height - piece.before.bottom, after.height - piece.after.bottom)
    let (width, height) = (piece.after.width + left + right, piece.after.height + top + bottom)
    func view(_ whole: PixelView, _ rect: PixelRect) -> PixelView {
      PixelView(
        base: whole.row(rect.y - top, from: rect.x - left).base, stride: whole.stride, width: width, height: height)
    }
    var found = compare(
      view(before, piece.before), view(after, piece.after), rows: top..<top + piece.after.height)
    let inside = left..<left + piece.after.width
    func placed(_ set: PixelSet) -> PixelSet {
      PixelSet(
        sorting: set.runs.compactMap { run in
          let columns = run.columns.clamped(to: inside)
          guard !columns.isEmpty else { return nil }
          let x = piece.after.x - left
          return PixelRun(
            y: run.y - top + piece.after.y, columns: columns.lowerBound + x..<columns.upperBound + x)
        })
    }
    found.differing = placed(found.differing)
    found.antialiased = placed(found.antialiased)
    return found
  }
}
