import Drawing
import ImageComparison

/// Finds deviations of a card on a screen, each cause once.
package struct ScreenJudge: Sendable {
  /// The tolerance in points by a part's path or the end of it; the first match applies.
  package var tolerances: [(part: String, points: Double)]
  /// The tolerance of all other parts.
  package var tolerance: Double
  /// The maximum number of extra elements to report for a card.
  static let told = 64

  /// The app's font family if it differs from the design's: lines may then break differently.
  package var otherFont: String?

  package init(tolerance: Double = 0.5, tolerances: [(part: String, points: Double)] = [], otherFont: String? = nil) {
    (self.tolerance, self.tolerances, self.otherFont) = (tolerance, tolerances, otherFont)
  }

  /// - Parameter points: Points per unit of the screen's frames.
  func judge(_ match: CardMatch, on screen: AppScreen, points: Double) -> ScreenJudgement {
    var judgement = ScreenJudgement(card: match.card.name)
    judgement.pairs = match.pairs.map { pair in
      (pair.part.path, pair.evidence, pair.leaf.frame.scaled(by: points), match.name(of: pair.leaf))
    }
    let sure = match.pairs.count { $0.evidence != .place }
    guard sure > 0, sure * 5 >= match.pairs.count + match.missing.count else {
      judgement.unknown.append(
        "only \(sure) of \(match.pairs.count + match.missing.count) parts were found by name or text")
      return judgement
    }
    // Unreported elements push nothing either: the cause of a move must be visible.
    var match = match
    match.extra = match.extra.filter { isSomething($0, screen) && !isInside($0, match) && !isCut($0, screen) }
    let placed = match.pairs.map { pair in
      PlacedPart(match: pair, displacement: PartDisplacement(pair, points: points, clip: screen.bounds))
    }
    let vertical = AxisCauses(axis: .vertical, judge: self, match: match, placed: placed, points: points)
    let horizontal = AxisCauses(axis: .horizontal, judge: self, match: match, placed: placed, points: points)
    add(vertical, horizontal, placed, to: &judgement)
    judgement.origin = Point(x: horizontal.origin, y: vertical.origin)
    addMissing(match, screen, points, placed, vertical, to: &judgement)
    for leaf in match.extra.prefix(Self.told) {
      let frame = leaf.frame.scaled(by: points)
      let what = leaf.written.map { "\"\($0.prefix(40))\"" } ?? leaf.identifiers.first ?? screen.nodes[leaf.node].kind
      judgement.extra.append((what, frame, match.name(of: leaf)))
      let size = "\(inWords(frame.width, places: 1)) × \(inWords(frame.height, places: 1)) pt"
      judgement.findings.append(
        ScreenFinding(
          part: "card", facts: [.extra("\(what) (\(size))")], moved: vertical.followers(of: .extra(leaf.node)),
          movedBy: vertical.pushes(of: .extra(leaf.node))))
    }
    return judgement
  }

  func tolerance(of part: CardPart) -> Double {
    tolerances.first { part.path == $0.part || part.path.hasSuffix("/" + $0.part) }?.points ?? tolerance
  }

  private func add(
    _ vertical: AxisCauses, _ horizontal: AxisCauses, _ placed: [PlacedPart], to judgement: inout ScreenJudgement
  ) {
    for (index, place) in placed.enumerated() {
      var facts = content(of: place, &judgement)
      let (dx, dy) = (horizontal.moves[index], vertical.moves[index])
      if let other = vertical.swapped[index] {
        if other > index { facts.append(.swapped(with: placed[other].match.part.path)) }
      } else if dx != 0 || dy != 0 {
        facts.append(
          .moved(x: dx, y: dy, from: (dy != 0 ? vertical : horizontal).bases[index].map { placed[$0].match.part.path }))
      }
      let (width, height) = (horizontal.growths[index], vertical.growths[index])
      if place.match.part.isText {
        facts += lines(of: place, &judgement)
      } else if width != 0 || height != 0 {
        facts.append(.resized(width: width, height: height))
      }
      guard !facts.isEmpty else { continue }
      var finding = ScreenFinding(part: place.match.part.path, facts: facts, evidence: place.match.evidence)
      finding.moved = vertical.followers(of: .part(index))
      finding.movedBy = vertical.pushes(of: .part(index))
      judgement.findings.append(finding)
    }
  }

  /// Returns a difference in line count if the fonts match.
  private func lines(of place: PlacedPart, _ judgement: inout ScreenJudgement) -> [ScreenFact] {
    let box = place.match.part.box
    guard let expected = box.lineCount, let found = place.displacement.lineCount, expected != found else { return [] }
    if let family = otherFont(of: place.match) {
      judgement.unknown.append("\(box.path): may wrap differently, because its font is \(family)")
      return []
    }
    let pitch = box.font?.lineHeight ?? box.frame.height / Double(max(1, expected))
    return [.lines(expected: expected, found: found, points: Double(found - expected) * pitch)]
  }

  func otherFont(of match: PartMatch) -> String? {
    if let otherFont { return otherFont }
    guard let expected = match.part.box.font?.family, let found = match.leaf.style?.family else { return nil }
    return ScreenText.name(expected) == ScreenText.name(found) ? nil : found
  }

  // MARK: Content and look

  private func content(of place: PlacedPart, _ judgement: inout ScreenJudgement) -> [ScreenFact] {
    let (part, leaf) = (place.match.part, place.match.leaf)
    var facts: [ScreenFact] = []
    if let expected = part.text, let found = leaf.text, !says(found, expected, part) {
      facts.append(.text(expected: expected, found: found))
    }
    guard let style = leaf.style else { return facts }
    // The background of an image or icon is meaningless, as is a transparent one.
    let isFill =
      part.box.image == nil && part.box.icon == nil && style.background.map { !ScreenColor.isClear($0) } == true
    let found = style.ink ?? (part.isText ? style.color : isFill ? style.background : nil)
    if let expected = part.box.color, let found, !ScreenColor.agree(expected, found) {
      facts.append(.color(expected: expected, found: found))
    }
    guard part.isText, let font = part.box.font else { return facts }
    if let family = otherFont(of: place.match), otherFont == nil {
      judgement.unknown.append(
        "\(part.path): its width, because its font is \(family), not \(font.family ?? "the design's")")
    }
    if let expected = font.weight, let found = style.weight, expected != found {
      facts.append(.weight(expected: expected, found: found))
    }
    if let expected = font.size, let found = style.size, abs(expected - found) > 0.26 {
      facts.append(.fontSize(expected: expected, found: found))
    }
    return facts
  }

  /// Whether the texts agree. Labels add words to the displayed text, and numbers have many formats.
  private func says(_ found: String, _ expected: String, _ part: CardPart) -> Bool {
    if ScreenText.agree(expected, found, isCut: part.box.isTruncated == true) { return true }
    if found.contains(expected) { return true }
    let plain = { (text: String) in text.allSatisfy(\.isNumber) }
    let isNumber = { (text: String) in text.first?.isNumber == true && text.count <= 8 }
    return isNumber(expected) && isNumber(found) && !(plain(expected) && plain(found))
  }

  // MARK: Missing and extra

  private func addMissing(
    _ match: CardMatch, _ screen: AppScreen, _ points: Double, _ placed: [PlacedPart], _ vertical: AxisCauses,
    to judgement: inout ScreenJudgement
  ) {
    let merged = match.merged.flatMap(\.text)
    var told: [String] = []
    var beyond = placed.filter(\.displacement.isCut).map(\.match.part.path)
    for part in match.missing {
      if let merged, part.text.map(merged.contains) ?? false {
        told.append(part.path)
      } else if isOutside(part, screen, points, placed, vertical.origin) {
        beyond.append(part.path)
      } else if !screen.isWhole {
        judgement.unknown.append("\(part.path): the file is truncated")
      } else {
        let cause = AxisCauses.Cause.missing(part.path)
        judgement.findings.append(
          ScreenFinding(
            part: part.path, facts: [.missing], moved: vertical.followers(of: cause),
            movedBy: vertical.pushes(of: cause)
          ))
      }
    }
    if !beyond.isEmpty {
      judgement.unknown.append("\(beyond.joined(separator: ", ")): partly off the screen")
    }
    if !told.isEmpty {
      judgement.unknown.append("\(told.joined(separator: ", ")): the app merges them into one element")
    }
  }

  /// Whether the part would begin or end beyond the screen, given how far the parts above moved or grew.
  private func isOutside(
    _ part: CardPart, _ screen: AppScreen, _ points: Double, _ placed: [PlacedPart], _ origin: Double
  ) -> Bool {
    guard let bounds = screen.bounds?.scaled(by: points) else { return false }
    let above = placed.filter { $0.match.part.frame.maxY <= part.frame.minY + 0.5 }
      .max { $0.match.part.frame.maxY < $1.match.part.frame.maxY }?.displacement
    if let above, above.isCut, above.bottom.high == .infinity { return true }
    let top = part.frame.minY + max(origin, above.map { $0.bottom.middle } ?? origin)
    return part.frame.minY + origin < bounds.minY - 0.5 || top + part.frame.height > bounds.maxY + 0.5
  }

  /// Whether the element is visible content, not just a container.
  private func isSomething(_ leaf: ScreenLeaf, _ screen: AppScreen) -> Bool {
    if leaf.text != nil { return true }
    let kind = screen.nodes[leaf.node].kind.lowercased()
    if ["image", "img", "svg", "canvas", "video", "icon"].contains(where: kind.contains) { return true }
    return leaf.style?.background.map { !ScreenColor.isClear($0) } ?? false
  }

  /// Whether the screen's edge cuts the element, so that it may be anything.
  private func isCut(_ leaf: ScreenLeaf, _ screen: AppScreen) -> Bool {
    screen.bounds.map { leaf.frame.minY <= $0.minY || leaf.frame.maxY >= $0.maxY } ?? false
  }

  private func isInside(_ leaf: ScreenLeaf, _ match: CardMatch) -> Bool {
    match.pairs.contains { pair in
      let around = pair.leaf.frame
      return leaf.frame.minX >= around.minX - 1 && leaf.frame.minY >= around.minY - 1
        && leaf.frame.maxX <= around.maxX + 1 && leaf.frame.maxY <= around.maxY + 1
    }
  }
}

/// A part with its position.
struct PlacedPart {
  var match: PartMatch
  var displacement: PartDisplacement
}

/// Compares colors as `#RRGGBB` or `#RRGGBBAA`.
enum ScreenColor {
  static func agree(_ one: String, _ other: String) -> Bool {
    guard let one = channels(one), let other = channels(other) else { return one == other }
    return zip(one, other).allSatisfy { abs($0 - $1) <= 2 }
  }

  static func isClear(_ color: String) -> Bool { channels(color)?.last == 0 }

  static func channels(_ color: String) -> [Int]? {
    let digits = color.dropFirst()
    guard color.hasPrefix("#"), digits.count == 6 || digits.count == 8, let number = Int(digits, radix: 16) else {
      return nil
    }
    let whole = digits.count == 6 ? number << 8 | 255 : number
    return [24, 16, 8, 0].map { whole >> $0 & 255 }
  }
}
