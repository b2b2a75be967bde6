import Basics
import CardRendering
import Drawing
import Layout
import Raster

/// A sheet of a film's key frames with times and events. The anchor and its jumps are marked.
struct Storyboard {
  let drawing: FilmDrawing
  /// Frame numbers, ascending.
  let frames: [Int]
  let title: String

  /// Pixels per point of the sheet, independent of the film's scale.
  private static let scale = 2.0
  private static let (thumbWidth, gap, edge) = (170.0, 20.0, 24.0)
  private static let (titleHeight, labelHeight) = (44.0, 56.0)
  private static let columns = 6

  private var source: FilmSource { drawing.composer.source }
  private var thumbHeight: Double {
    (Self.thumbWidth * Double(source.screen.height) / Double(source.screen.width)).rounded()
  }

  func draw() throws -> Bitmap {
    let across = min(Self.columns, max(1, frames.count))
    let down = (frames.count + across - 1) / across
    let cell = (width: Self.thumbWidth + Self.gap, height: thumbHeight + Self.labelHeight)
    let size = Size(
      width: 2 * Self.edge + Double(across) * cell.width - Self.gap,
      height: 2 * Self.edge + Self.titleHeight + Double(down) * cell.height)
    let whole = Rect(origin: .zero, size: size)
    var commands: [DrawingCommand] = [
      .fill(.rectangle(whole), .solid(.black)), .fill(.rectangle(whole), source.theme.metrics.background),
    ]
    commands += text(
      title, Style.title, at: Point(x: Self.edge, y: Self.edge), width: size.width - 2 * Self.edge, lines: 1)
    let origins = frames.indices.map { index in
      Point(
        x: Self.edge + Double(index % across) * cell.width,
        y: Self.edge + Self.titleHeight + Double(index / across) * cell.height)
    }
    for (index, origin) in origins.enumerated() { commands += labels(index, below: origin) }
    let pictures = source.renderer.pictures()
    let sheet = try source.renderer.painter.paint(
      DisplayList(size: size, commands: commands), scale: Self.scale, images: pictures.at(scale: 1))
    var canvas = FrameCanvas(sheet)
    for (index, origin) in origins.enumerated() {
      try draw(frames[index], at: origin, on: &canvas)
    }
    return canvas.bitmap
  }

  private func draw(_ number: Int, at origin: Point, on canvas: inout FrameCanvas) throws {
    let (width, height) = (Int(Self.thumbWidth * Self.scale), Int(thumbHeight * Self.scale))
    let (x, y) = (Int(origin.x * Self.scale), Int(origin.y * Self.scale))
    let frame = drawing.film.frames[number]
    let small = Resampler.scale(try drawing.picture(ofFrame: number), toWidth: width, height: height)
    // A thin edge marks the screen if the sheet has the same color.
    let line = Style.bytes(source.theme.secondary)
    canvas.fill(PixelRect(x: x - 1, y: y - 1, width: width + 2, height: height + 2), line)
    canvas.draw(small, x: x, y: y, within: 0..<canvas.bitmap.height)
    guard let anchor = frame.frame.anchor else { return }
    let share = Double(height) / Double(source.screen.height)
    let color = frame.jump == 0 ? Style.still : Style.wrong(in: source.theme)
    let at = y + Int((anchor.y * share).rounded())
    if (y..<(y + height)).contains(at) {
      canvas.fill(PixelRect(x: x - 8, y: at - 1, width: width + 16, height: 2), Style.bytes(color))
    }
    if frame.jump != 0 {
      let before = y + Int(((anchor.y - frame.jump) * share).rounded())
      let rows = min(max(y, before), y + height - 1)
      canvas.fill(
        PixelRect(x: x - 8, y: min(at, rows), width: 4, height: abs(at - rows) + 1), Style.bytes(color))
    }
  }

  private func labels(_ index: Int, below origin: Point) -> [DrawingCommand] {
    let number = frames[index]
    let frame = drawing.film.frames[number]
    let y = origin.y + thumbHeight + 6
    var commands = text(
      "\(FilmNumber.seconds(frame.frame.time)) s", Style.time, at: Point(x: origin.x, y: y), width: Self.thumbWidth,
      lines: 1)
    if frame.jump != 0 {
      let jump = "jump \(FilmNumber.text(frame.jump)) pt"
      commands += text(
        jump, Style.note(Style.wrong(in: source.theme)), at: Point(x: origin.x + 56, y: y),
        width: Self.thumbWidth - 56, lines: 1)
    }
    if var label = drawing.film.label(of: number, after: index > 0 ? frames[index - 1] : nil) {
      // Each event gets a line.
      let parts = label.split(separator: ", ")
      if parts.count == 2 { label = parts.joined(separator: ",\n") }
      commands += text(
        label, Style.note(source.theme.secondary), at: Point(x: origin.x, y: y + 17), width: Self.thumbWidth, lines: 2)
    }
    return commands
  }

  // MARK: Text

  private enum Style {
    static func title(_ theme: Design.Theme) -> TextStyle {
      TextStyle(family: "Inter", size: 16, weight: 500, lineHeight: 22, color: theme.text)
    }
    static func time(_ theme: Design.Theme) -> TextStyle {
      TextStyle(family: "Inter", size: 13, weight: 500, lineHeight: 17, color: theme.text)
    }
    static func note(_ color: Color) -> (Design.Theme) -> TextStyle {
      { _ in TextStyle(family: "Inter", size: 11, lineHeight: 14, color: color) }
    }

    /// The colors of marks for an anchor that stays and for one that jumps; they are not part of a design.
    static let still = Color(rgb: 0x2D7FF9)
    static func wrong(in theme: Design.Theme) -> Color { Color(rgb: theme.page.isDark ? 0xFF6B5E : 0xD3302F) }

    static func bytes(_ color: Color) -> (blue: UInt8, green: UInt8, red: UInt8) {
      let byte = { (value: Double) in UInt8((min(max(value, 0), 1) * 255).rounded()) }
      return (byte(color.blue), byte(color.green), byte(color.red))
    }
  }

  private func text(
    _ string: String, _ style: (Design.Theme) -> TextStyle, at origin: Point, width: Double, lines: Int
  ) -> [DrawingCommand] {
    let styled = StyledText(string, style: style(source.theme))
    let shaped = Typesetter(fonts: source.renderer.fonts).shape(
      styled, width: width, maxLines: lines, truncation: .tail)
    let box = LaidOutBox(frame: Rect(origin: .zero, size: shaped.size), content: .text(shaped, styled))
    return [.translated(origin, LaidOutCard(root: box).displayList(scale: Self.scale).commands)]
  }
}
