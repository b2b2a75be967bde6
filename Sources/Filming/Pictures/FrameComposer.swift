import Basics
import Timeline

/// A part of a frame at whole pixels: frames with equal parts are equal.
enum FramePart: Equatable, Sendable {
  /// The rows of a card, possibly cut off at the top and end.
  case card(CardStrips.Key, y: Int, clipTop: Int, clipBottom: Int, alpha: Int)
  /// A card during the change between its states, with its current height in rows.
  case reveal(post: Int, hasPhotos: Bool, y: Int, rows: Int, alpha: Int)
  case footer(y: Int)
  /// A spinner; y is its center.
  case spinner(y: Int, turn: Int, alpha: Int)
  case finger(y: Int)
  /// The message composer; y is its top edge.
  case composer(draft: String, y: Int)
  /// The keyboard; y is its top edge.
  case keyboard(y: Int)

  var isCard: Bool {
    switch self {
    case .card, .reveal: true
    case .footer, .spinner, .finger, .composer, .keyboard: false
    }
  }
}

/// Draws frames from the states of a play. Can be used from any task.
struct FrameComposer: Sendable {
  let source: FilmSource
  let strips: CardStrips
  let parts: FrameParts

  private var screen: FilmScreen { source.screen }
  private func pixels(_ points: Double) -> Int { Int((points * Double(screen.scale)).rounded()) }

  /// Returns the parts of a frame from back to front. The bar is in every frame.
  func parts(of frame: FilmFrame) -> [FramePart] {
    var found = frame.inDrawingOrder(of: source.feed).map { card($0) }
    if let day = frame.day {
      let key = CardStrips.Key(
        post: source.feed.place(of: day.item), isExpanded: false, hasPhotos: true, isPinned: true)
      found.append(
        .card(key, y: pixels(day.y), clipTop: 0, clipBottom: 0, alpha: Int((day.alpha * 255).rounded())))
    }
    if let footer = frame.footer {
      let y = pixels(footer.y)
      found.append(
        footer.turn.map { .spinner(y: y + pixels(screen.footer / 2), turn: $0, alpha: 255) } ?? .footer(y: y))
    }
    if let spinner = frame.spinner {
      found.append(.spinner(y: pixels(spinner.y), turn: spinner.turn, alpha: Int((spinner.alpha * 255).rounded())))
    }
    if let composer = frame.composer { found.append(.composer(draft: composer.draft, y: pixels(composer.y))) }
    if frame.keyboard > 0 { found.append(.keyboard(y: pixels(Double(screen.height) - frame.keyboard))) }
    if let finger = frame.finger { found.append(.finger(y: pixels(finger))) }
    return found
  }

  private func card(_ shown: FilmFrame.Item) -> FramePart {
    let item = shown.item
    let (place, alpha) = (source.feed.place(of: item.id), Int((item.alpha * 255).rounded()))
    if shown.showing == .revealing, source.feed.posts[place].collapsed != nil {
      let rows = pixels(item.bottom - item.y)
      guard source.feed.isChat else {
        return .reveal(post: place, hasPhotos: !shown.isWaiting, y: pixels(item.y), rows: rows, alpha: alpha)
      }
      let key = CardStrips.Key(
        post: place, isExpanded: true, hasPhotos: !shown.isWaiting, rows: rows, isEnd: shown.isEnd)
      return .card(key, y: pixels(item.y), clipTop: 0, clipBottom: 0, alpha: alpha)
    }
    let key = CardStrips.Key(
      post: place, isExpanded: shown.showing == .expanded, hasPhotos: !shown.isWaiting, isEnd: shown.isEnd)
    return .card(
      key, y: pixels(item.y), clipTop: pixels(shown.cutTop(in: source.feed)),
      clipBottom: pixels(shown.cutEnd(in: source.feed)),
      alpha: alpha)
  }

  /// Whether the only changes are moved cards below the bar.
  func moves(from old: [FramePart], to new: [FramePart]) -> Bool {
    let reach = parts.finger.height / 2
    let isClear = [old, new].allSatisfy { found in
      found.allSatisfy { if case .finger(let y) = $0 { y - reach >= parts.bar.height } else { true } }
    }
    return isClear && old.filter(\.isCard) != new.filter(\.isCard)
  }

  /// The area that a scrolling list can change. Only the finger is drawn above the bar.
  var areaBelowBar: PixelRect {
    let (size, bar) = (parts.background.size, min(parts.bar.height, parts.background.height - 1))
    return PixelRect(x: 0, y: bar, width: size.width, height: size.height - bar)
  }

  func compose(_ found: [FramePart]) throws -> Bitmap {
    var canvas = FrameCanvas(parts.background)
    let all = 0..<canvas.bitmap.height
    for part in found {
      switch part {
      case .card(let key, let y, let clipTop, let clipBottom, let alpha):
        let strip = try strips.strip(key)
        let clip = max(0, clipTop > 0 ? y + clipTop : 0)..<all.upperBound
        let end = clipBottom > 0 ? min(all.upperBound, y + strip.height - clipBottom) : all.upperBound
        guard clip.lowerBound < end else { continue }
        canvas.draw(
          strip, rows: 0..<strip.bitmap.height, at: y - strip.above, within: clip.lowerBound..<end, alpha: alpha)
      case .reveal(let post, let hasPhotos, let y, let rows, let alpha):
        try reveal(post, hasPhotos, y: y, rows: rows, alpha, on: &canvas)
      case .footer(let y): canvas.draw(parts.footer, x: 0, y: y, within: all)
      case .spinner(let y, let turn, let alpha):
        draw(parts.spinners[turn], middle: y, alpha, on: &canvas)
      case .composer(let draft, let y):
        if let picture = try parts.composers.picture(draft) { canvas.draw(picture, x: 0, y: y, within: all) }
      case .keyboard(let y): canvas.draw(parts.keyboard, x: 0, y: y, within: all)
      case .finger: continue
      }
    }
    // A conversation has no bar.
    if screen.bar > 0 { canvas.draw(parts.bar, x: 0, y: 0, within: all) }
    for case .finger(let y) in found { draw(parts.finger, middle: y, 255, on: &canvas) }
    return canvas.bitmap
  }

  private func draw(_ picture: Bitmap, middle y: Int, _ alpha: Int, on canvas: inout FrameCanvas) {
    canvas.draw(
      picture, x: (canvas.bitmap.width - picture.width) / 2, y: y - picture.height / 2,
      within: 0..<canvas.bitmap.height, alpha: alpha)
  }

  /// Draws an expanding card: the common end of both states (photo, counters, bottom edge) at the card's end, above it
  /// as much of the text as fits.
  private func reveal(
    _ post: Int, _ hasPhotos: Bool, y: Int, rows: Int, _ alpha: Int, on canvas: inout FrameCanvas
  ) throws {
    let strip = try strips.strip(CardStrips.Key(post: post, isExpanded: true, hasPhotos: hasPhotos))
    let all = 0..<canvas.bitmap.height
    let whole = strip.above + min(rows, strip.height) + strip.below
    let end = min(try strips.sharedEnd(of: post, hasPhotos: hasPhotos), whole)
    let head = whole - end
    canvas.draw(strip, rows: 0..<head, at: y - strip.above, within: all, alpha: alpha)
    canvas.draw(
      strip, rows: (strip.bitmap.height - end)..<strip.bitmap.height, at: y - strip.above + head, within: all,
      alpha: alpha)
  }
}

/// The pixels of a frame during composition: opaque rows are copied, translucent ones blended.
package struct FrameCanvas {
  package private(set) var bitmap: Bitmap

  /// - Parameter background: A bitmap of the frame's size.
  package init(_ background: Bitmap) { bitmap = background }

  /// Draws rows of a strip at the left edge of the frame.
  ///
  /// - Parameters:
  ///   - rows: Rows of the strip's bitmap.
  ///   - y: The frame's row of the first of them, possibly outside.
  ///   - clip: The frame's rows to paint.
  ///   - alpha: From 0 to 255.
  package mutating func draw(_ strip: CardStrip, rows: Range<Int>, at y: Int, within clip: Range<Int>, alpha: Int = 255)
  {
    let rows = rows.clamped(to: 0..<strip.bitmap.height)
    let first = max(rows.lowerBound, rows.lowerBound + clip.lowerBound - y, rows.lowerBound - y)
    let end = min(rows.upperBound, rows.lowerBound + min(clip.upperBound, bitmap.height) - y)
    guard first < end, alpha > 0, strip.bitmap.width == bitmap.width else { return }
    let (width, stride) = (bitmap.width, bitmap.stride)
    strip.bitmap.bytes.withUnsafeBytes { source in
      bitmap.bytes.withUnsafeMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for row in first..<end {
          let from = source + row * stride
          let to = target + (y + row - rows.lowerBound) * stride
          let solid = alpha == 255 ? strip.solid[row] : 0..<0
          let (left, right) = (Int(solid.lowerBound), Int(solid.upperBound))
          (to + left * 4).copyMemory(from: from + left * 4, byteCount: (right - left) * 4)
          Self.blend(from, over: to, 0..<left, alpha)
          Self.blend(from, over: to, right..<width, alpha)
        }
      }
    }
  }

  /// Draws a small bitmap, which may extend beyond the frame's edges.
  package mutating func draw(_ picture: Bitmap, x: Int, y: Int, within clip: Range<Int>, alpha: Int = 255) {
    let (left, right) = (max(0, -x), min(picture.width, bitmap.width - x))
    let (first, end) = (max(0, -y, clip.lowerBound - y), min(picture.height, min(clip.upperBound, bitmap.height) - y))
    guard left < right, first < end, alpha > 0 else { return }
    let stride = bitmap.stride
    picture.bytes.withUnsafeBytes { source in
      bitmap.bytes.withUnsafeMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for row in first..<end {
          let from = source + (row * picture.width + left) * 4
          Self.blend(from, over: target + (y + row) * stride + (x + left) * 4, 0..<(right - left), alpha)
        }
      }
    }
  }

  /// Fills an area with a color, for marks.
  mutating func fill(_ area: PixelRect, _ color: (blue: UInt8, green: UInt8, red: UInt8)) {
    for row in max(0, area.y)..<max(0, min(bitmap.height, area.y + area.height)) {
      for x in max(0, area.x)..<max(0, min(bitmap.width, area.x + area.width)) {
        let start = row * bitmap.stride + x * 4
        (bitmap.bytes[start], bitmap.bytes[start + 1]) = (color.blue, color.green)
        (bitmap.bytes[start + 2], bitmap.bytes[start + 3]) = (color.red, 255)
      }
    }
  }

  /// Blends premultiplied pixels: `s a + d (1 − alpha of s a)`, rounded.
  private static func blend(
    _ source: UnsafeRawPointer, over target: UnsafeMutableRawPointer, _ pixels: Range<Int>, _ alpha: Int
  ) {
    for pixel in pixels {
      let own = source.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
      if own == 0 { continue }
      let under = target.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
      let scaled = alpha == 255 ? own : scale(own, UInt32(alpha))
      target.storeBytes(of: scaled &+ scale(under, 255 - scaled >> 24), toByteOffset: pixel * 4, as: UInt32.self)
    }
  }

  /// Returns all four bytes multiplied by `factor` / 255, rounded.
  private static func scale(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
    let even = (pixel & 0x00FF_00FF) &* factor &+ 0x0080_0080
    let odd = (pixel >> 8 & 0x00FF_00FF) &* factor &+ 0x0080_0080
    let low = (even &+ (even >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    let high = (odd &+ (odd >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
    return low | high
  }
}
