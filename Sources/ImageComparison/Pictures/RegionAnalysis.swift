import Basics

/// Determines what changed at each place where two images differ.
struct RegionAnalysis {
  let before: PixelView
  let after: PixelView

  /// The maximum gap between pixels of one place.
  private static let reach = 8
  /// More places than this count as noise rather than separate changes.
  private static let most = 200
  /// The maximum growth of a place on each side, in pixels, to cover the object that it belongs to.
  private static let growth = 512

  /// - Parameter differing: Pixels in the new image.
  func changes(in piece: ImageAlignment.Piece, _ differing: PixelSet) -> [ImageChange] {
    let regions = differing.regions(reach: Self.reach)
    guard regions.count <= Self.most else { return [reading(of: piece.after, in: piece).change()] }
    var places = regions.map { grown($0.bounds, in: piece) }
    var index = 0
    while index < places.count {
      if let other = places[(index + 1)...].firstIndex(where: { !$0.intersection(places[index]).isEmpty }) {
        places[index] = places[index].union(places.remove(at: other))
      } else {
        index += 1
      }
    }
    return places.map { reading(of: $0, in: piece).change() }
  }

  private func reading(of place: PixelRect, in piece: ImageAlignment.Piece) -> PatchAnalysis {
    PatchAnalysis(before: before, after: after, old: place.moved(by: piece.shift), new: place)
  }

  /// The least side in pixels of a place that shows most of its object, and the largest growth of its area. Compression
  /// blurs the ground between lines of text, which are no single object.
  private static let (evidentSide, mostGrowth) = (10, 4)

  /// Returns the place extended to the whole object, up to lines of ground around it; unchanged if there is no ground.
  private func grown(_ place: PixelRect, in piece: ImageAlignment.Piece) -> PixelRect {
    let whole = PixelRect(left: 0, top: 0, right: after.width, bottom: after.height)
      .intersection(
        PixelRect(x: 0, y: 0, width: before.width, height: before.height)
          .moved(by: (-piece.shift.x, -piece.shift.y)))
    guard let ground = ground(of: place, within: whole, piece) else { return place }
    var grown = place
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      let lines = [
        PixelRect(x: grown.x - 1, y: grown.y, width: 1, height: grown.height),
        PixelRect(x: grown.right, y: grown.y, width: 1, height: grown.height),
        PixelRect(x: grown.x, y: grown.y - 1, width: grown.width, height: 1),
        PixelRect(x: grown.x, y: grown.bottom, width: grown.width, height: 1),
      ]
      for line in lines where line.isWithin(whole) {
        let isGround = after.isAll(ground, in: line) && before.isAll(ground, in: line.moved(by: piece.shift))
        if isGround { continue }
        grown = grown.union(line)
        isGrowing = true
      }
      let isFar =
        place.x - grown.x > Self.growth || place.y - grown.y > Self.growth || grown.right - place.right > Self.growth
        || grown.bottom - place.bottom > Self.growth
      if isFar { return place }
    }
    // Without ground around an object, as on a texture, nothing shows its extent.
    guard grown != whole else { return place }
    let isEvident = min(place.width, place.height) >= Self.evidentSide
    return isEvident && grown.width * grown.height > Self.mostGrowth * place.width * place.height ? place : grown
  }

  /// Returns the most common color of the lines around a place in both images.
  private func ground(of place: PixelRect, within whole: PixelRect, _ piece: ImageAlignment.Piece) -> UInt32? {
    var counts: [UInt32: Int] = [:]
    var total = 0
    for distance in [1, 8, 24] {
      let around = PixelRect(
        left: place.x - distance, top: place.y - distance, right: place.right + distance,
        bottom: place.bottom + distance
      ).intersection(whole)
      for view in [after, before] {
        view.forEachEdge(of: view.base == after.base ? around : around.moved(by: piece.shift)) { color in
          counts[color, default: 0] += 1
          total += 1
        }
      }
    }
    guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most.value * 5 >= total * 2 else {
      return nil
    }
    return most.key
  }
}

extension ImageAlignment.Piece {
  /// The offset from a position in the new image to the old one.
  var shift: (x: Int, y: Int) { (before.x - after.x, before.y - after.y) }
}

extension PixelRect {
  func moved(by shift: (x: Int, y: Int)) -> PixelRect {
    PixelRect(x: x + shift.x, y: y + shift.y, width: width, height: height)
  }

  func isWithin(_ other: PixelRect) -> Bool {
    x >= other.x && y >= other.y && right <= other.right && bottom <= other.bottom
  }
}

extension PixelView {
  func isAll(_ color: UInt32, in rect: PixelRect) -> Bool {
    rect.rows.allSatisfy { y in
      let row = row(y, from: rect.x)
      return (0..<rect.width).allSatisfy { row[$0] == color }
    }
  }

  func forEachEdge(of rect: PixelRect, _ body: (UInt32) -> Void) {
    guard !rect.isEmpty else { return }
    for x in rect.columns {
      body(pixel(x, rect.y))
      body(pixel(x, rect.bottom - 1))
    }
    for y in rect.rows {
      body(pixel(rect.x, y))
      body(pixel(rect.right - 1, y))
    }
  }
}
