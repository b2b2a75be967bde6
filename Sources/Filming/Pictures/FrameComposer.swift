import Pixels
import Timeline

/// One thing that a frame is put together from, at whole pixels: two frames with the same are the same.
enum FramePart: Equatable, Sendable {
  /// A card's own rows, of which some are cut off at its top and its end.
  case card(CardStrips.Key, y: Int, clipTop: Int, clipBottom: Int, alpha: Int)
  /// A card on its way between its states, so many rows high.
  case reveal(post: Int, hasPhotos: Bool, y: Int, rows: Int, alpha: Int)
  case footer(y: Int)
  /// Its middle.
  case spinner(y: Int, turn: Int, alpha: Int)
  case finger(y: Int)
  /// Its upper edge.
  case keyboard(y: Int)

  var isCard: Bool {
    switch self {
    case .card, .reveal: true
    case .footer, .spinner, .finger, .keyboard: false
    }
  }
}

/// Frames from what a play says is to be seen. Safe to use from any task.
struct FrameComposer: Sendable {
  let source: FilmSource
  let strips: CardStrips
  let parts: FrameParts

  private var screen: FilmScreen { source.screen }
  private func pixels(_ points: Double) -> Int { Int((points * Double(screen.scale)).rounded()) }

  /// What a frame is put together from, from the back to the front. The bar is on every frame.
  func parts(of frame: FilmFrame) -> [FramePart] {
    var found = frame.items.map { card($0) }
    if let footer = frame.footer {
      let y = pixels(footer.y)
      found.append(
        footer.turn.map { .spinner(y: y + pixels(screen.footer / 2), turn: $0, alpha: 255) } ?? .footer(y: y))
    }
    if let spinner = frame.spinner {
      found.append(.spinner(y: pixels(spinner.y), turn: spinner.turn, alpha: Int((spinner.alpha * 255).rounded())))
    }
    if frame.keyboard > 0 { found.append(.keyboard(y: pixels(Double(screen.height) - frame.keyboard))) }
    if let finger = frame.finger { found.append(.finger(y: pixels(finger))) }
    return found
  }

  private func card(_ shown: FilmFrame.Item) -> FramePart {
    let item = shown.item
    let (place, alpha) = (source.feed.place(of: item.id), Int((item.alpha * 255).rounded()))
    if shown.showing == .revealing, source.feed.posts[place].collapsed != nil {
      return .reveal(
        post: place, hasPhotos: !shown.isWaiting, y: pixels(item.y), rows: pixels(item.bottom - item.y), alpha: alpha)
    }
    let key = CardStrips.Key(
      post: place, isExpanded: shown.showing == .expanded, hasPhotos: !shown.isWaiting)
    return .card(
      key, y: pixels(item.y), clipTop: pixels(item.clipTop), clipBottom: pixels(shown.cutEnd(in: source.feed)),
      alpha: alpha)
  }

  /// Whether cards stand elsewhere, and nothing else changes that reaches over the bar.
  func moves(from old: [FramePart], to new: [FramePart]) -> Bool {
    let reach = parts.finger.height / 2
    let isClear = [old, new].allSatisfy { found in
      found.allSatisfy { if case .finger(let y) = $0 { y - reach >= parts.bar.height } else { true } }
    }
    return isClear && old.filter(\.isCard) != new.filter(\.isCard)
  }

  /// What a scrolling list may change. The bar lies over everything else but the finger.
  var areaBelowBar: PixelRect {
    let (size, bar) = (parts.background.size, min(parts.bar.height, parts.background.height - 1))
    return PixelRect(x: 0, y: bar, width: size.width, height: size.height - bar)
  }

  /// - Throws: `Diagnostic`.
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
      case .keyboard(let y): canvas.draw(parts.keyboard, x: 0, y: y, within: all)
      case .finger: continue
      }
    }
    // A conversation has none.
    if screen.bar > 0 { canvas.draw(parts.bar, x: 0, y: 0, within: all) }
    for case .finger(let y) in found { draw(parts.finger, middle: y, 255, on: &canvas) }
    return canvas.bitmap
  }

  private func draw(_ picture: Bitmap, middle y: Int, _ alpha: Int, on canvas: inout FrameCanvas) {
    canvas.draw(
      picture, x: (canvas.bitmap.width - picture.width) / 2, y: y - picture.height / 2,
      within: 0..<canvas.bitmap.height, alpha: alpha)
  }

  /// What both states end with (a photo, counters, the card's edge) is at the card's end, and its text is shown as far as
  /// there is room above.
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
