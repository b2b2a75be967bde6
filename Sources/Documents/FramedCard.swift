import Basics
import Drawing
import Layout
import Raster

/// A card on a ground in the colors of its photo, with a soft shadow and the author's handle, for sharing.
struct FramedCard {
  let size: Size
  let list: DisplayList
  let links: [(frame: Rect, target: LinkTarget)]

  /// Points around the card, and from the card to the handle.
  private static let padding = 40.0
  private static let handleGap = 18.0

  init(_ card: ColumnCard, of column: CardColumn) {
    let scale = Double(column.scale)
    let ground = Ground(of: card.photo, column)
    let own = card.layout.size
    let handle = BookText(
      typesetter: Typesetter(fonts: column.renderer.fonts, keepsText: true), color: ground.ink, secondary: ground.ink
    ).set(card.handle, size: 14, weight: 600, width: own.width, lines: 1)
    let height = own.height + 2 * Self.padding + Self.handleGap + handle.size.height
    size = Size(width: own.width + 2 * Self.padding, height: height.rounded(.up))
    let origin = Point(x: Self.padding, y: Self.padding)
    // A card without a fill of its own has no outline for a shadow.
    var commands: [DrawingCommand] = [.fill(.rectangle(Rect(origin: .zero, size: size)), ground.paint)]
    let inside = card.layout.displayList(scale: scale).commands
    if card.layout.root.decoration.fill != nil {
      let outline = Shape.rounded(
        Rect(origin: origin, size: own), radius: max(card.layout.root.decoration.cornerRadius, Self.radius))
      commands.append(.shadow(outline, Shadow(offset: Point(x: 0, y: 12), blur: 36, color: Self.shade)))
      commands.append(.group(clip: outline, opacity: 1, [.translated(origin, inside)]))
    } else {
      commands.append(.translated(origin, inside))
    }
    commands += handle.commands(
      at: Point(x: (size.width - handle.size.width) / 2, y: origin.y + own.height + Self.handleGap))
    list = DisplayList(size: size, commands: commands)
    links = card.links.map { ($0.frame.offset(by: origin), $0.target) }
  }

  /// Of cards that have square corners in their feed.
  private static let radius = 12.0
  private static let shade = Color(red: 0, green: 0, blue: 0, alpha: 0.28)

  /// A gradient between two colors of a photo, or the feed's background without one.
  private struct Ground {
    var paint: Paint
    /// A color that is readable on the ground's lower end.
    var ink: Color

    init(of photo: ImageReference?, _ column: CardColumn) {
      let images = column.renderer.pictures().at(scale: column.scale)
      guard let photo, let bitmap = images.picture(for: photo, width: 24, height: 24) else {
        paint = column.theme.metrics.background
        ink = column.theme.text
        return
      }
      let (top, bottom) = (bitmap.mean(rows: 0..<12), bitmap.mean(rows: 12..<24))
      paint = .linearGradient(
        LinearGradient(stops: [.init(offset: 0, color: top), .init(offset: 1, color: bottom)]))
      ink = bottom.brightness > 0.6 ? Color(red: 0, green: 0, blue: 0, alpha: 0.8) : .white
    }
  }
}

extension Bitmap {
  /// The mean color of some rows, a little more vivid than the photo: means are dull.
  fileprivate func mean(rows: Range<Int>) -> Color {
    var sums = [0.0, 0.0, 0.0]
    for row in rows.clamped(to: 0..<height) {
      for column in 0..<width {
        for channel in 0..<3 { sums[channel] += Double(bytes[row * stride + column * 4 + channel]) }
      }
    }
    let count = Double(max(1, rows.clamped(to: 0..<height).count * width)) * 255
    let (blue, green, red) = (sums[0] / count, sums[1] / count, sums[2] / count)
    let gray = (red + green + blue) / 3
    func vivid(_ value: Double) -> Double { min(max(gray + (value - gray) * 1.35, 0), 1) }
    return Color(red: vivid(red), green: vivid(green), blue: vivid(blue), alpha: 1)
  }
}

extension Color {
  /// Rec. 709 luma, 0 to 1.
  fileprivate var brightness: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

extension BoxDecoration {
  fileprivate var cornerRadius: Double {
    switch outline {
    case .rounded(let radius): radius
    case .cornered(let radii): min(radii.topLeft, radii.topRight, radii.bottomLeft, radii.bottomRight)
    case .rectangle, .circle: 0
    }
  }
}
