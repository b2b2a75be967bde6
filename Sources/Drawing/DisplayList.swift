/// A list of drawing commands: absolute rectangles, colors, positioned glyphs, image references.
///
/// Everything is resolved: the painter measures and decides nothing.
public struct DisplayList: Hashable, Codable, Sendable {
  /// The canvas in points.
  public var size: Size
  /// The first one is at the bottom.
  public var commands: [DrawingCommand]

  public init(size: Size, commands: [DrawingCommand]) {
    self.size = size
    self.commands = commands
  }

  /// The area of images on the canvas in square points: the visible part of each within the canvas and the enclosing
  /// groups, by the bounds of its shape. Overlapping images count twice.
  package var pictureArea: Double {
    commands.reduce(0) { $0 + $1.pictureArea(in: Rect(origin: .zero, size: size)) }
  }
}

/// A single drawing command. Lengths in points.
public indirect enum DrawingCommand: Hashable, Codable, Sendable {
  case fill(Shape, Paint)
  /// A line along the path with round caps and joins; `width` in points.
  case stroke(Path, width: Double, Paint)
  /// A dashed line along the path with mitered corners.
  case dashed(Path, width: Double, Dashes, Paint)
  /// Only the shape's shadow, including the part below the shape.
  case shadow(Shape, Shadow)
  /// The shadow of the shape's edges inside it; a larger spread makes it stronger.
  case innerShadow(Shape, Shadow)
  /// The image fills the shape's bounds (aspect fill, centered) and is clipped to the shape. If it is missing, the
  /// placeholder fills the shape, and `missing` is drawn over it.
  case image(ImageReference, Shape, placeholder: Paint, missing: [DrawingCommand] = [])
  /// The run's glyphs, with their text's top left corner at `origin`.
  case glyphs(GlyphRun, origin: Point)
  /// The commands, clipped to the shape and drawn as one layer with `opacity` (0…1).
  case group(clip: Shape?, opacity: Double, [DrawingCommand])
  /// The commands, drawn as one blurred layer; `radius` in points, twice the Gaussian's σ.
  case blurred([DrawingCommand], radius: Double)
  /// The commands, moved by an offset in points.
  case translated(Point, [DrawingCommand])

  /// - Parameter window: The visible area, in the command's coordinates.
  fileprivate func pictureArea(in window: Rect) -> Double {
    switch self {
    case .image(_, let shape, placeholder: _, missing: _): window.area(sharedWith: shape.bounds)
    case .group(let clip, opacity: _, let commands):
      commands.reduce(0) { $0 + $1.pictureArea(in: clip.map { window.shared(with: $0.bounds) } ?? window) }
    case .translated(let offset, let commands):
      commands.reduce(0) { $0 + $1.pictureArea(in: window.offset(by: Point(x: -offset.x, y: -offset.y))) }
    case .blurred(let commands, radius: _): commands.reduce(0) { $0 + $1.pictureArea(in: window) }
    case .fill, .stroke, .dashed, .shadow, .innerShadow, .glyphs: 0
    }
  }

  /// A rectangle in points that contains everything the command draws; may be slightly too large. Nil if it draws
  /// nothing.
  package var reach: Rect? {
    switch self {
    case .fill(let shape, _), .image(_, let shape, placeholder: _, missing: _), .innerShadow(let shape, _):
      return shape.bounds
    case .stroke(let path, let width, _), .dashed(let path, let width, _, _):
      // A mitered corner extends beyond half the line width.
      return path.bounds?.grown(by: max(0, width))
    case .shadow(let shape, let shadow): return shadow.reach(of: shape.bounds)
    case .glyphs(let run, let origin):
      // Leave room for accents, italics and tall emoji.
      return run.glyphs.reduce(nil as Rect?) {
        Rect(x: origin.x + $1.x, y: origin.y + $1.y, width: 0, height: 0).grown(by: 2 * run.size).joined(with: $0)
      }
    case .group(let clip, opacity: _, let commands):
      let reach = Self.reach(of: commands)
      return clip.map { clip in reach.map { $0.shared(with: clip.bounds) } } ?? reach
    case .blurred(let commands, let radius): return Self.reach(of: commands)?.grown(by: 1.5 * max(0, radius))
    case .translated(let offset, let commands): return Self.reach(of: commands)?.offset(by: offset)
    }
  }

  package static func reach(of commands: [DrawingCommand]) -> Rect? {
    commands.reduce(nil) { $1.reach?.joined(with: $0) ?? $0 }
  }
}

extension Shadow {
  /// The area that the shadow of `rect` darkens: a Gaussian is invisible beyond three σ.
  package func reach(of rect: Rect) -> Rect { rect.grown(by: spread + max(0, blur) * 1.5).offset(by: offset) }
}

extension Path {
  /// The bounding box of all points; nil if there are none.
  fileprivate var bounds: Rect? {
    let points = elements.flatMap { element -> [Point] in
      switch element {
      case .move(let point), .line(let point): [point]
      case .curve(let first, let second, let end): [first, second, end]
      case .close: []
      }
    }
    return points.reduce(nil as Rect?) { Rect(origin: $1, size: .zero).joined(with: $0) }
  }
}

extension Rect {
  fileprivate func grown(by margin: Double) -> Rect {
    Rect(
      x: minX - margin, y: minY - margin, width: max(0, width + 2 * margin), height: max(0, height + 2 * margin))
  }

  fileprivate func joined(with other: Rect?) -> Rect {
    guard let other else { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  fileprivate func area(sharedWith other: Rect) -> Double {
    let shared = shared(with: other)
    return shared.width * shared.height
  }

  /// Empty if the rectangles don't intersect.
  fileprivate func shared(with other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }
}

/// An image by its addresses. The one to draw is chosen once the target's pixels are known.
public struct ImageReference: Hashable, Codable, Sendable {
  /// One file of the image; others have other sizes.
  public struct Candidate: Hashable, Codable, Sendable {
    /// The address given by the feed: http(s), `file:`, `data:`, or a path relative to the feed's folder.
    public var url: String
    /// Pixels; nil if the feed doesn't give them.
    public var width: Int?
    /// Pixels; nil if the feed doesn't give them.
    public var height: Int?

    public init(url: String, width: Int? = nil, height: Int? = nil) {
      self.url = url
      self.width = width
      self.height = height
    }
  }

  /// How the image is fitted into its box, if it doesn't simply fill it.
  public enum Treatment: String, Codable, Sendable {
    /// Blurred beyond recognition.
    case blurred
    /// Complete and centered, with empty space around it.
    case contained
  }

  /// At least one; the smallest one that has enough pixels is used.
  public var candidates: [Candidate]
  /// An alternative text for people who can't see the image.
  public var description: String?
  /// The focal point that stays visible when the image is cropped: (0, 0) is the top left corner, (1, 1) the bottom
  /// right one; nil is the center.
  public var focus: Point?
  /// Nil for an image that fills its box.
  public var treatment: Treatment?
  private var untold = UncomparedFields()

  /// Whether it is an avatar. This doesn't affect how the image looks, so it is neither compared nor stored.
  package var isFace: Bool {
    get { untold.isFace }
    set { untold.isFace = newValue }
  }

  private struct UncomparedFields: Hashable, Sendable {
    var isFace = false

    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  private enum CodingKeys: String, CodingKey { case candidates, description, focus, treatment }

  public init(
    candidates: [Candidate], description: String? = nil, focus: Point? = nil, treatment: Treatment? = nil
  ) {
    self.candidates = candidates
    self.description = description
    self.focus = focus
    self.treatment = treatment
  }

  /// The same image blurred beyond recognition, without a description.
  package var blurred: ImageReference {
    ImageReference(candidates: candidates, focus: focus, treatment: .blurred)
  }
}
