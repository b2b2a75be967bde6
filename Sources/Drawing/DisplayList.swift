/// What a painter draws, in order: absolute rectangles, colours, positioned glyphs, image references.
///
/// Everything is resolved: the painter measures nothing and decides nothing.
public struct DisplayList: Hashable, Codable, Sendable {
  /// The canvas in points.
  public var size: Size
  /// The first lies under the others.
  public var commands: [DrawingCommand]

  public init(size: Size, commands: [DrawingCommand]) {
    self.size = size
    self.commands = commands
  }

  /// How much of the canvas pictures take, in square points: each as far as it is on the canvas and inside the groups it
  /// stands in, by the bounds of its shape. Pictures over each other count twice.
  package var pictureArea: Double {
    commands.reduce(0) { $0 + $1.pictureArea(in: Rect(origin: .zero, size: size)) }
  }
}

/// One thing to be drawn. Lengths in points.
public indirect enum DrawingCommand: Hashable, Codable, Sendable {
  case fill(Shape, Paint)
  /// A line along the path with round caps and joins; `width` in points.
  case stroke(Path, width: Double, Paint)
  /// A broken line along the path, its corners pointed.
  case dashed(Path, width: Double, Dashes, Paint)
  /// The shape's shadow alone, also under the shape itself.
  case shadow(Shape, Shadow)
  /// What the shape's edges cast into it: its spread makes it stronger.
  case innerShadow(Shape, Shadow)
  /// The picture fills the shape's bounds (aspect fill, centred) and is clipped to the shape; where it can't be had
  /// the placeholder fills the shape, and `missing` is drawn over it.
  case image(ImageReference, Shape, placeholder: Paint, missing: [DrawingCommand] = [])
  /// The run's glyphs, their text's top left corner at `origin`.
  case glyphs(GlyphRun, origin: Point)
  /// The commands, clipped to the shape, drawn as one layer with `opacity` (0…1).
  case group(clip: Shape?, opacity: Double, [DrawingCommand])
  /// The commands, drawn as one layer and out of focus; `radius` in points, twice the Gaussian's σ.
  case blurred([DrawingCommand], radius: Double)
  /// The commands, moved by an offset in points.
  case translated(Point, [DrawingCommand])

  /// - Parameter window: What is to be seen, where the command stands.
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

  /// The rectangle that the command draws on, in points; a little large. Nil for nothing.
  package var reach: Rect? {
    switch self {
    case .fill(let shape, _), .image(_, let shape, placeholder: _, missing: _), .innerShadow(let shape, _):
      return shape.bounds
    case .stroke(let path, let width, _), .dashed(let path, let width, _, _):
      // A pointed corner reaches further out than half the line.
      return path.bounds?.grown(by: max(0, width))
    case .shadow(let shape, let shadow): return shadow.reach(of: shape.bounds)
    case .glyphs(let run, let origin):
      // Accents, italics and tall emoji.
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
  /// Everything that the shadow of `rect` darkens: a Gaussian is nothing to see beyond three σ.
  package func reach(of rect: Rect) -> Rect { rect.grown(by: spread + max(0, blur) * 1.5).offset(by: offset) }
}

extension Path {
  /// The box of all its points; nil where it has none.
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

  /// Empty where the two have nothing in common.
  fileprivate func shared(with other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }
}

/// A picture by its addresses. Which of them is drawn is decided when the target's pixels are known.
public struct ImageReference: Hashable, Codable, Sendable {
  /// One file of the picture, of which others have other sizes.
  public struct Candidate: Hashable, Codable, Sendable {
    /// As the feed gives it: http(s), `file:`, `data:`, or a path relative to the feed's folder.
    public var url: String
    /// Pixels; nil where the feed does not say.
    public var width: Int?
    /// Pixels; nil where the feed does not say.
    public var height: Int?

    public init(url: String, width: Int? = nil, height: Int? = nil) {
      self.url = url
      self.width = width
      self.height = height
    }
  }

  /// How the picture comes into its box where it does not simply fill it.
  public enum Treatment: String, Codable, Sendable {
    /// So blurred that nothing of it can be made out.
    case blurred
    /// Whole, in the middle, with nothing beside it.
    case contained
  }

  /// At least one; the one whose pixels are enough for the target is taken.
  public var candidates: [Candidate]
  /// For people who can't see the picture.
  public var description: String?
  /// What stays in sight where the picture is cut: (0, 0) is its top left corner, (1, 1) the bottom right one; nil is its
  /// middle.
  public var focus: Point?
  /// Nil for a picture that fills its box.
  public var treatment: Treatment?
  private var untold = Untold()

  /// Whether it is somebody's profile picture. It is no matter of how the picture looks: it is not compared, and not kept.
  package var isFace: Bool {
    get { untold.isFace }
    set { untold.isFace = newValue }
  }

  private struct Untold: Hashable, Sendable {
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

  /// The same picture with nothing to be made out, and nothing said of it.
  package var blurred: ImageReference {
    ImageReference(candidates: candidates, focus: focus, treatment: .blurred)
  }
}
