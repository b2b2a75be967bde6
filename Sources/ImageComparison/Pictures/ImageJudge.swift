import Basics

/// Differences that pass in images without known boxes, besides the tolerance of pixels.
package struct ImageAllowance: Hashable, Sendable {
  /// The largest difference of a side in pixels.
  package var size: Int
  /// Whether text drawn by another rasterizer passes.
  package var rasterizer: Bool

  package init(size: Int = 0, rasterizer: Bool = false) {
    (self.size, self.rasterizer) = (size, rasterizer)
  }
}

/// Compares two images without known boxes: moved content is aligned before any pixel is counted, and remaining
/// differences are described as changes.
package struct ImageJudge: Sendable {
  package var tolerance: Tolerance
  /// Masked areas in pixels, in both images.
  package var masks: [PixelRect]
  package var allowance: ImageAllowance
  /// The largest difference of channels, of 255, that is the comparison's own, as after a conversion of colors.
  package var slack: Int

  package init(
    tolerance: Tolerance = ImageJudge.standard, masks: [PixelRect] = [], allowance: ImageAllowance = ImageAllowance(),
    slack: Int = 0
  ) {
    (self.tolerance, self.masks, self.allowance, self.slack) = (tolerance, masks, allowance, slack)
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

  package func judge(before: Bitmap, after: Bitmap) -> (judgement: Judgement, causes: [Cause]) {
    let (old, new) = (masked(before.converted(to: .rgba)), masked(after.converted(to: .rgba)))
    guard old.size == new.size || !old.bytes.isEmpty && !new.bytes.isEmpty else {
      return (Judgement(verdict: .different), [])
    }
    guard old.bytes != new.bytes || old.size != new.size else {
      return (Judgement(verdict: masks.isEmpty ? .identical : .similar), [])
    }
    if let scale = ScaleAnalysis(before: old, after: new) { return judge(scale, new.size) }
    let exact = found(old, new)
    // A ground that moved along differs by little, too.
    guard slack > 0 || exact.cost(new.size) > 1 else { return judge(old, new, exact) }
    let level = old.withView { one in new.withView { NoiseReduction.level(one, $0) } ?? 0 } ?? 0
    guard max(level, slack) > 0 else { return judge(old, new, exact) }
    // Noise is a single cause, and hides no other one.
    let plain = NoiseReduction.reduced(new, against: old, level: max(level, slack))
    var found = found(old, plain)
    if level > slack {
      let all = differing(old, new)
      let small = all.filtered { x, y in !found.differing.contains(x, y) }
      if small.count > 0 {
        found.changes.append(ImageChange(.levels(level, pixels: small.count), at: small.bounds))
        found.differing = all
        found.antialiased = PixelSet()
        found.isNoisy = true
      }
    }
    return judge(old, new, found)
  }

  /// Fills masked areas with the same color in both images.
  package func masked(_ picture: Bitmap) -> Bitmap {
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

  // MARK: Findings

  /// What differs in two images.
  fileprivate struct Finding {
    var changes: [ImageChange] = []
    /// Pixels of the new image.
    var differing = PixelSet()
    var antialiased = PixelSet()
    /// The number of pixels that only the old image has.
    var removed = 0
    /// The number of pixels in strips that the allowed size lets pass.
    var allowed = 0
    /// Whether small differences are spread over the whole image.
    var isNoisy = false

    /// Fewer and more precise changes are a better explanation.
    func cost(_ size: PixelSize) -> Double {
      changes.reduce(0) { sum, change in
        switch change.kind {
        case .other:
          // A slab explains nothing.
          sum + (change.place.width * change.place.height * 10 > size.width * size.height ? 6 : 2)
        case .softEdges, .resized, .replaced: sum + 1.5
        default: sum + 1
        }
      }
    }
  }

  private func found(_ old: Bitmap, _ new: Bitmap) -> Finding {
    old.withView { before in new.withView { found(before, $0) } ?? Finding() } ?? Finding()
  }

  /// Returns all pixels that differ at the same place.
  private func differing(_ old: Bitmap, _ new: Bitmap) -> PixelSet {
    old.withView { before in new.withView { differing(before, $0) } ?? PixelSet() } ?? PixelSet()
  }

  private func differing(_ before: PixelView, _ after: PixelView) -> PixelSet {
    PixelComparison(threshold: 0, countsAntialiased: true).compare(before, after, rows: 0..<before.height).differing
  }

  private func found(_ before: PixelView, _ after: PixelView) -> Finding {
    let aligned = aligned(before, after)
    let size = PixelSize(width: after.width, height: after.height)
    if aligned.cost(size) > 1, let strip = LengthAnalysis(before, after) {
      let found = explained(by: strip, before, after)
      return found.cost(size) < aligned.cost(size) ? found : aligned
    }
    guard before.width == after.width, before.height == after.height,
      aligned.cost(size) > 1 || aligned.changes.contains(where: { $0.movesPage(of: size) })
    else { return aligned }
    let all = differing(before, after)
    if let levels = levels(all, before, after) {
      var found = aligned
      found.changes = [levels]
      return found
    }
    var best = aligned
    if let shift = ShiftAnalysis(before, after, differing: all) {
      let found = explained([shift.moved], shift.rest, before, after, moved: shift)
      let isPage = best.changes.contains { $0.movesPage(of: size) }
      if found.cost(size) < best.cost(size) || isPage && found.cost(size) == best.cost(size) { best = found }
    }
    if best.cost(size) > 1.5, let found = redrawn(before, after, all), found.cost(size) < best.cost(size) {
      best = found
    }
    return best
  }

  /// The largest difference of channels, of 255, that is described by its size alone.
  private static let smallLevels = 3

  /// Returns the change if all differences are small; nil if not, or if they are a recoloring.
  private func levels(_ all: PixelSet, _ before: PixelView, _ after: PixelView) -> ImageChange? {
    var (largest, pairs) = (0, Set<UInt64>())
    for run in all.runs {
      for x in run.columns {
        let (one, other) = (before.pixel(x, run.y), after.pixel(x, run.y))
        largest = max(largest, PixelView.distance(one, other))
        guard largest <= Self.smallLevels else { return nil }
        if pairs.count < 2 { pairs.insert(UInt64(one) << 32 | UInt64(other)) }
      }
    }
    guard largest > 0, pairs.count > 1 || all.count < 16 else { return nil }
    return ImageChange(.levels(largest, pixels: all.count), at: all.bounds)
  }

  /// Explains differences by row and column alignment.
  private func aligned(_ before: PixelView, _ after: PixelView) -> Finding {
    let alignment = ImageAlignment(before, after)
    var found = Finding()
    let comparison = PixelComparison(threshold: tolerance.threshold, countsAntialiased: tolerance.countsAntialiased)
    let reading = RegionAnalysis(before: before, after: after)
    var (differing, soft): ([PixelRun], [PixelRun]) = ([], [])
    for piece in alignment.pieces {
      let pixels = comparison.compare(before, after, piece)
      differing += pixels.differing.runs
      found.changes += reading.changes(in: piece, pixels.differing)
      let corners = corners(in: piece, pixels.antialiased, reading)
      found.changes += corners
      for run in pixels.antialiased.runs {
        // Another corner is no other anti-aliasing.
        if corners.contains(where: { $0.place.contains(run) }) { differing.append(run) } else { soft.append(run) }
      }
    }
    let strips = StripChanges(alignment.strips, before, after)
    for strip in alignment.strips {
      let pixels = strip.rect.width * strip.rect.height
      if (strip.kind == .rows ? strip.rect.height : strip.rect.width) <= allowance.size { found.allowed += pixels }
      guard strip.isNew else { continue }
      differing += strip.rect.rows.map { PixelRun(y: $0, columns: strip.rect.columns) }
    }
    found.changes = (strips.changes + alignment.replacements + found.changes.joined).joinedInLines
    found.removed = strips.removed
    // Replacements that overlap strips may count pixels twice.
    found.differing = PixelSet(joining: differing)
    found.antialiased = PixelSet(joining: soft)
    return found
  }

  /// The maximum number of soft pixels in which changed corners are looked for.
  private static let cornerPixels = 4000

  /// Returns changed corners whose pixels all count as anti-aliasing.
  private func corners(
    in piece: ImageAlignment.Piece, _ soft: PixelSet, _ reading: RegionAnalysis
  ) -> [ImageChange] {
    guard soft.count > 0, soft.count <= Self.cornerPixels else { return [] }
    return reading.changes(in: piece, soft).filter { if case .corners = $0.kind { true } else { false } }
  }

  /// Explains differences by other drawing of the same shapes; nil if that explains little.
  private func redrawn(_ before: PixelView, _ after: PixelView, _ all: PixelSet) -> Finding? {
    let shapes = ShapeComparison(before, after, differing: all)
    let text = shapes.explained.regions(reach: 8).filter { $0.bounds.width >= 16 && $0.bounds.height >= 5 }
    let count = text.reduce(0) { $0 + $1.count }
    // Letters are several shapes; a single one is an object whose outline changed.
    let letters = shapes.explained.regions(reach: 3).count { $0.bounds.width >= 3 && $0.bounds.height >= 3 }
    guard letters >= 4, count >= 60, count * 2 >= all.count - shapes.recolored else { return nil }
    return explained([ImageChange(.rasterizer, at: shapes.explained.bounds)], shapes.rest, before, after)
  }

  /// Explains a longer or shorter image by inserted or removed rows or columns and what differs besides.
  private func explained(by strip: LengthAnalysis, _ before: PixelView, _ after: PixelView) -> Finding {
    var found = Finding()
    let reading = RegionAnalysis(before: before, after: after)
    var differing: [PixelRun] = []
    var further: [ImageChange] = []
    for piece in strip.pieces {
      differing += piece.differing.runs
      further += reading.changes(in: piece.place, piece.differing)
    }
    if strip.isNew { differing += strip.rect.rows.map { PixelRun(y: $0, columns: strip.rect.columns) } }
    let pixels = strip.rect.width * strip.rect.height
    if strip.length <= allowance.size { found.allowed = pixels }
    if !strip.isNew { found.removed = pixels }
    let changes = [strip.change] + further.joined.joinedInLines
    found.changes = changes + (strip.levels.map { [$0] } ?? [])
    found.differing = PixelSet(joining: differing)
    return found
  }

  /// Returns a finding with changes that explain all differing pixels except for `rest`.
  ///
  /// - Parameter moved: The moved content, whose own changes are looked for at its new place.
  private func explained(
    _ changes: [ImageChange], _ rest: PixelSet, _ before: PixelView, _ after: PixelView,
    moved: ShiftAnalysis? = nil
  ) -> Finding {
    var found = Finding()
    let comparison = PixelComparison(threshold: tolerance.threshold, countsAntialiased: tolerance.countsAntialiased)
    let pixels = comparison.compare(before, after, rows: 0..<before.height)
    (found.differing, found.antialiased) = (pixels.differing, pixels.antialiased)
    let whole = PixelRect(x: 0, y: 0, width: after.width, height: after.height)
    let counted = rest.filtered { x, y in pixels.differing.contains(x, y) }
    let reading = RegionAnalysis(before: before, after: after)
    var further: [ImageChange] = []
    if let moved, moved.changed.count > 0 {
      let target = moved.target.intersection(whole).intersection(whole.moved(by: moved.shift))
      let source = target.moved(by: (x: -moved.shift.x, y: -moved.shift.y))
      further = reading.changes(in: ImageAlignment.Piece(before: source, after: target), moved.changed)
    }
    further += reading.changes(in: ImageAlignment.Piece(before: whole, after: whole), counted)
    found.changes = changes + further.joined.joinedInLines
    return found
  }

  // MARK: Verdicts

  private func judge(_ old: Bitmap, _ new: Bitmap, _ found: Finding) -> (judgement: Judgement, causes: [Cause]) {
    if found.changes.isEmpty, found.differing.count == 0, found.antialiased.count == 0, old.size == new.size {
      // A threshold may let differences pass.
      let isSame = masks.isEmpty && slack == 0 && tolerance.threshold == 0
      return (Judgement(verdict: isSame ? .identical : .similar), [])
    }
    var difference = PixelDifference(firstSize: new.size, secondSize: new.size)
    (difference.differing, difference.antialiased) = (found.differing, found.antialiased)
    difference.compared = compared(new.size)
    let finding = finding(difference, removed: found.removed - min(found.removed, found.allowed))
    let isAllowedSize =
      abs(old.width - new.width) <= allowance.size && abs(old.height - new.height) <= allowance.size
    return outcome(finding, found, sizes: isAllowedSize ? nil : (old.size, new.size))
  }

  private func judge(_ scale: ScaleAnalysis, _ size: PixelSize) -> (judgement: Judgement, causes: [Cause]) {
    var found = Finding(changes: [scale.change])
    let places = scale.rest.map { ImageChange(.other, at: $0) }.joinedInLines
    found.changes += places.map { ImageChange(.other, at: scale.enlarged($0.place)) }
    found.differing = PixelSet(
      joining: scale.rest.map(scale.enlarged).flatMap { rect in
        rect.rows.map { PixelRun(y: $0, columns: rect.columns) }
      })
    var difference = PixelDifference(firstSize: size, secondSize: size)
    difference.differing = found.differing
    difference.compared = compared(size)
    return outcome(finding(difference, removed: 0), found, sizes: (size, size))
  }

  /// Returns the number of pixels without masks.
  private func compared(_ size: PixelSize) -> Int {
    let mask = PixelMask(masks)
    return (0..<size.height).reduce(0) { sum, y in
      mask.visibleColumns(ofRow: y, width: size.width).reduce(sum) { $0 + $1.count }
    }
  }

  private func finding(_ difference: PixelDifference, removed: Int) -> PixelFinding {
    PixelFinding(
      difference: difference,
      regions: difference.differing.regions().map {
        AttributedRegion(bounds: $0.bounds, differing: $0.count, boxes: [])
      },
      differing: difference.differing.count + removed, limit: tolerance.limit(ofCompared: difference.compared))
  }

  /// - Parameter sizes: Both sizes if they may differ too much, or the scale does.
  private func outcome(
    _ finding: PixelFinding, _ found: Finding, sizes: (old: PixelSize, new: PixelSize)?
  ) -> (judgement: Judgement, causes: [Cause]) {
    let isScaled = found.changes.contains { $0.isOfSize }
    let sizesDiffer = sizes.map { $0.old != $0.new } ?? false || isScaled
    let counted = max(0, finding.differing - found.allowed)
    let isRedrawn = !found.changes.isEmpty && found.changes.allSatisfy(\.isOfDrawing)
    let passes = counted <= finding.limit || allowance.rasterizer && isRedrawn
    guard sizesDiffer || !passes else { return (similar(finding, found, isRedrawn: isRedrawn), []) }
    var changes = found.changes
    // Differences within the tolerance are no causes.
    if allowance.rasterizer, !isRedrawn { changes.removeAll(where: \.isOfDrawing) }
    changes.sort { ($0.place.y, $0.place.x) < ($1.place.y, $1.place.x) }
    if changes.count > Self.told {
      let rest = changes[Self.told...]
      let place = rest.dropFirst().reduce(rest[Self.told].place) { $0.union($1.place) }
      let content = rest.map { "\($0.title) \($0.content)" }.joined(separator: "\n")
      changes = changes.prefix(Self.told) + [ImageChange(.other, at: place, content: content)]
    }
    var reasons = changes.map(\.text)
    if finding.limit > 0, counted > finding.limit {
      reasons.append("\(counted) pixels differ, \(finding.limit) are tolerated")
    }
    if sizesDiffer, !isScaled, let sizes, finding.limit > 0 || allowance.size > 0 {
      reasons.append(
        "the sizes differ: \(sizes.old) and \(sizes.new) px"
          + (allowance.size > 0 ? "; \(allowance.size) px are tolerated" : ""))
    }
    var causes: [Cause] = []
    for change in changes where !causes.contains(change.cause) { causes.append(change.cause) }
    return (Judgement(verdict: .different, reasons: reasons, pixels: finding), causes)
  }

  private func similar(_ finding: PixelFinding, _ found: Finding, isRedrawn: Bool) -> Judgement {
    let soft = finding.difference.antialiased.count
    var reasons: [String] = []
    if allowance.rasterizer, isRedrawn { reasons += found.changes.map(\.text) }
    if soft > 0, finding.differing == 0 { reasons.append("only \(soft) anti-aliased pixels differ") }
    if found.allowed > 0 { reasons.append("the sizes differ by at most \(allowance.size) px, which are tolerated") }
    return Judgement(verdict: .similar, reasons: reasons, pixels: finding)
  }
}

/// Interprets inserted and removed strips.
private struct StripChanges {
  private(set) var changes: [ImageChange] = []
  /// Pixels that only the old image has.
  private(set) var removed = 0

  init(_ strips: [ImageAlignment.Strip], _ before: PixelView, _ after: PixelView) {
    for strip in strips where !strip.isReplacement {
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
      // Anywhere in blank ground at the start is the same as at the edge.
      let isAtStart = Self.areBlank(before: strip, before, after)
      if isAtStart { if strip.kind == .rows { place.y = 0 } else { place.x = 0 } }
      changes.append(
        ImageChange(
          strip.kind == .rows ? .rows(inserted: strip.isNew) : .columns(inserted: strip.isNew), at: place,
          content: content))
    }
  }
}

extension StripChanges {
  /// Whether a strip and all rows or columns before it, in both images, have a single color.
  fileprivate static func areBlank(
    before strip: ImageAlignment.Strip, _ before: PixelView, _ after: PixelView
  ) -> Bool {
    let (own, other) = strip.isNew ? (after, before) : (before, after)
    let (ownStart, otherStart): (PixelRect, PixelRect)
    switch strip.kind {
    case .rows:
      ownStart = PixelRect(x: strip.rect.x, y: 0, width: strip.rect.width, height: strip.rect.bottom)
      otherStart = PixelRect(x: strip.rect.x, y: 0, width: strip.rect.width, height: strip.place)
    case .columns:
      ownStart = PixelRect(x: 0, y: strip.rect.y, width: strip.rect.right, height: strip.rect.height)
      otherStart = PixelRect(x: 0, y: strip.rect.y, width: strip.place, height: strip.rect.height)
    }
    return own.isBlank(ownStart) && other.isBlank(otherStart)
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

extension PixelRect {
  fileprivate func contains(_ run: PixelRun) -> Bool {
    rows.contains(run.y) && run.columns.lowerBound >= x && run.columns.upperBound <= right
  }
}

extension ImageChange {
  fileprivate func isOneThing(with other: ImageChange) -> Bool {
    switch (kind, other.kind) {
    case (.softEdges, .softEdges), (.recoloured, _), (.corners, .corners): kind == other.kind
    case (.levels, .levels): true
    default: false
    }
  }

  /// Whether the same shapes were drawn in another way.
  fileprivate var isOfDrawing: Bool { kind == .rasterizer || kind == .softEdges }

  /// Whether the sizes of the images follow from the change.
  fileprivate var isOfSize: Bool {
    switch kind {
    case .scaled, .rotated, .turned: true
    default: false
    }
  }

  /// Whether most of an image of this size moved up, down or sideways.
  fileprivate func movesPage(of size: PixelSize) -> Bool {
    guard case .moved(let x, let y) = kind, x == 0 || y == 0 else { return false }
    return place.height >= 24 && (place.width * 5 >= size.width * 4 || place.height * 5 >= size.height * 4)
  }

  /// Whether it may be a part of a changed word: not a change that names everything that happened.
  fileprivate var isPartOfText: Bool {
    switch kind {
    case .other, .columns, .softEdges, .resized, .replaced, .came, .went: place.height <= 48
    default: false
    }
  }
}

extension [ImageChange] {
  /// The changes with the parts of a line of text combined: a changed word is one change, however its letters and what
  /// follows them are aligned.
  fileprivate var joinedInLines: [ImageChange] {
    var found = self
    var index = 0
    while index < found.count {
      let other = found.indices.first { place in
        place != index && (found[index].isInLine(with: found[place]))
      }
      guard let other else {
        index += 1
        continue
      }
      let (first, second) = (found[Swift.min(index, other)], found[Swift.max(index, other)])
      found[Swift.min(index, other)] = ImageChange(
        .other, at: first.place.union(second.place), content: "\(first.content)\n\(second.content)")
      found.remove(at: Swift.max(index, other))
      index = 0
    }
    return found
  }
}

extension ImageChange {
  /// The maximum height of a line of ordinary text, in pixels: its words are farther apart than objects are.
  private static let textHeight = 24

  fileprivate func isInLine(with other: ImageChange) -> Bool {
    guard isPartOfText, other.isPartOfText else { return false }
    // Objects that came or went alone are changes of their own.
    if [.came, .went].contains(kind), [.came, .went].contains(other.kind) { return false }
    let lower = Swift.min(place.height, other.place.height)
    let shared = Swift.min(place.bottom, other.place.bottom) - Swift.max(place.y, other.place.y)
    let gap = Swift.max(place.x, other.place.x) - Swift.min(place.right, other.place.right)
    // Text that follows a changed word may move by less than a pixel.
    let follows = (kind == .softEdges) != (other.kind == .softEdges)
    let height = Swift.max(place.height, other.place.height)
    let reach = follows ? 400 : Swift.max(12, height * (height <= Self.textHeight ? 4 : 2))
    return shared * 10 >= lower * 6 && gap <= reach
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
