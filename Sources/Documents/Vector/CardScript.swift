import Drawing
import Raster

/// The cards of one post at one width, as display lists in the form of number lists for the page's script. Cards share
/// colors, outlines and text styles, so a file contains each once. Templates/Site/feed/drawing.js reads the numbers and
/// documents them.
package struct CardScript {
  /// A JSON value for each state.
  package private(set) var states: [String] = []
  /// Characters that are set as text, by the position of the face in the lock.
  package private(set) var letters: [Int: Set<UInt32>] = [:]
  /// Color glyphs that are drawn as images.
  package private(set) var emoji: Set<ColorGlyphID> = []

  private let glyphs: SharedGlyphs
  private let photo: (ImageReference, Size) -> Int?
  private let quote: (String) -> String
  private let share: (String) -> String

  /// A glyph that is an image: the position of its face in the lock, and its number in the face.
  package struct ColorGlyphID: Hashable, Sendable {
    package var face: Int
    package var glyph: UInt32

    package init(face: Int, glyph: UInt32) { (self.face, self.glyph) = (face, glyph) }
  }

  /// - Parameters:
  ///   - photo: Returns the number of an image file for a box of this size in points; nil if there is none.
  ///   - quote: Returns a text as a JSON string that is safe inside a script.
  ///   - share: Returns the reference to a text shared by cards, as defined by the code that combines them.
  package init(
    glyphs: SharedGlyphs, photo: @escaping (ImageReference, Size) -> Int?, quote: @escaping (String) -> String,
    share: @escaping (String) -> String
  ) {
    (self.glyphs, self.photo, self.quote, self.share) = (glyphs, photo, quote, share)
  }

  /// Adds a state. It may be missing; the page then shows another state.
  ///
  /// - Parameter lists: One list per theme; those that differ only in colors become one drawing. An empty array adds a
  ///   missing state.
  package mutating func add(_ lists: [DisplayList]) throws {
    var drawings: [[CardFragment]] = []
    for list in lists {
      var writer = CardFragmentWriter(glyphs: glyphs, photo: photo)
      try writer.write(list.commands)
      drawings.append(writer.finished)
      letters.merge(writer.letters) { $0.union($1) }
      emoji.formUnion(writer.emoji)
    }
    guard let first = drawings.first else { return states.append("0") }
    if drawings.dropFirst().allSatisfy({ $0.isSame(as: first) }) {
      states.append("[" + script(drawings) + "]")
    } else {
      states.append("{\"t\":[" + drawings.map { "[" + script([$0]) + "]" }.joined(separator: ",") + "]}")
    }
  }

  /// - Parameter drawings: Drawings that are equal except for colors.
  private func script(_ drawings: [[CardFragment]]) -> String {
    var script = ""
    for (index, piece) in drawings[0].enumerated() {
      switch piece {
      case .text(let text): script += text
      case .quoted(let text): script += quote(text)
      case .shared(let text): script += share(text)
      case .color:
        let colors = drawings.map { if case .color(let color) = $0[index] { color.script } else { "" } }
        let isOne = colors.allSatisfy { $0 == colors[0] }
        script += share(isOne ? colors[0] : colors.joined(separator: " "))
      }
    }
    return script
  }
}

extension Color {
  /// `#rrggbb`, or `#rrggbbaa` if translucent.
  fileprivate var script: String {
    let opaque = Color(red: red, green: green, blue: blue).hex.lowercased()
    guard alpha < 1 else { return opaque }
    let byte = String(Int((max(0, alpha) * 255).rounded()), radix: 16)
    return opaque + (byte.count < 2 ? "0" : "") + byte
  }
}

/// A fragment of a drawing.
enum CardFragment: Hashable {
  /// A JSON fragment.
  case text(String)
  /// A text to be written as a JSON string.
  case quoted(String)
  /// A fragment that cards share.
  case shared(String)
  case color(Color)
}

extension [CardFragment] {
  /// Whether the fragments are equal except for colors.
  fileprivate func isSame(as other: Self) -> Bool {
    guard count == other.count else { return false }
    return zip(self, other).allSatisfy { one, two in
      if case .color = one, case .color = two { true } else { one == two }
    }
  }
}

/// Converts one display list to fragments.
struct CardFragmentWriter {
  let glyphs: SharedGlyphs
  let photo: (ImageReference, Size) -> Int?
  private(set) var letters: [Int: Set<UInt32>] = [:]
  private(set) var emoji: Set<CardScript.ColorGlyphID> = []
  private var pieces: [CardFragment] = []
  private var text = ""
  private var isFirst = true

  /// The first number of a node, as the page's script defines it.
  enum Kind: Int {
    case box, ellipse, path, line, words, photo, emoji, group, moved, blurred, wordsFromRight
  }

  init(glyphs: SharedGlyphs, photo: @escaping (ImageReference, Size) -> Int?) {
    (self.glyphs, self.photo) = (glyphs, photo)
  }

  var finished: [CardFragment] { text.isEmpty ? pieces : pieces + [.text(text)] }

  // MARK: Pieces

  private mutating func add(_ piece: CardFragment) {
    if !text.isEmpty { pieces.append(.text(text)) }
    text = ""
    pieces.append(piece)
  }

  private mutating func begin(_ kind: Kind) {
    text += isFirst ? "[\(kind.rawValue)" : ",[\(kind.rawValue)"
    isFirst = false
  }

  private mutating func numbers(_ values: Double...) {
    for value in values { text += ",\(SVGMarkup.number(value))" }
  }

  private mutating func numbers(_ rect: Rect) { numbers(rect.minX, rect.minY, rect.width, rect.height) }

  private mutating func shared(_ value: String) {
    text += ","
    add(.shared(value))
  }

  private mutating func nodes(_ content: (inout Self) throws -> Void) rethrows {
    text += ",["
    isFirst = true
    try content(&self)
    isFirst = false
    text += "]"
  }

  // MARK: Commands

  mutating func write(_ commands: [DrawingCommand]) throws {
    for command in commands { try write(command) }
  }

  private mutating func write(_ command: DrawingCommand) throws {
    switch command {
    case .fill(let shape, let paint): fill(shape, paint)
    case .stroke(let path, let width, let paint): stroke(path, width, paint, nil)
    case .dashed(let path, let width, let dashes, let paint): stroke(path, width, paint, dashes)
    case .shadow(let shape, let shadow): write(shadow, of: shape)
    case .innerShadow(let shape, let shadow): write(inner: shadow, of: shape)
    case .image(let reference, let shape, let placeholder, let missing):
      try write(reference, in: shape, placeholder, missing)
    case .glyphs(let run, let origin): try write(run, at: origin)
    case .group(let clip, let opacity, let commands):
      guard opacity > 0, clip?.isDrawable ?? true else { return }
      begin(.group)
      text += ","
      if let clip { node(clip, nil) } else { text += "0" }
      numbers(opacity)
      try nodes { try $0.write(commands) }
      text += "]"
    case .blurred(let commands, let radius):
      guard radius > 0, let reach = command.reach, reach.isFinite else { return try write(commands) }
      try blurred(radius / 2, in: reach) { try $0.write(commands) }
    case .translated(let offset, let commands):
      guard offset.x.isFinite, offset.y.isFinite else { return }
      begin(.moved)
      numbers(offset.x, offset.y)
      try nodes { try $0.write(commands) }
      text += "]"
    }
  }

  private mutating func blurred(
    _ deviation: Double, in area: Rect, _ content: (inout Self) throws -> Void
  ) rethrows {
    guard deviation > 0, deviation.isFinite else { return try content(&self) }
    begin(.blurred)
    numbers(deviation)
    numbers(area)
    try nodes(content)
    text += "]"
  }

  // MARK: Shapes

  private mutating func fill(_ shape: Shape, _ paint: Paint) {
    guard shape.isDrawable, shape.bounds.isFinite else { return }
    if !isFirst { text += "," }
    node(shape, paint)
    isFirst = false
  }

  /// - Parameter paint: The fill; nil for an outline only.
  private mutating func node(_ shape: Shape, _ paint: Paint?) {
    func kind(_ kind: Kind) -> String { "[\(kind.rawValue)," }
    let bounds = shape.bounds
    switch shape {
    case .rectangle(let rect), .rounded(let rect, radius: _):
      text += kind(.box)
      write(paint, in: rect)
      numbers(rect)
      if case .rounded(_, let radius) = shape, radius > 0 { numbers(min(radius, min(rect.width, rect.height) / 2)) }
    case .ellipse(let rect):
      text += kind(.ellipse)
      write(paint, in: rect)
      numbers(rect.center.x, rect.center.y, rect.width / 2, rect.height / 2)
    case .cornered(let rect, let radii):
      text += kind(.path)
      // Relative to its own corner, so that the same outline elsewhere produces the same text.
      let own = Rect(origin: .zero, size: rect.size)
      write(paint, in: own)
      shared(SVGMarkup.data(.cornered(own, radii)))
      numbers(rect.minX, rect.minY)
    case .path(let path, _):
      text += kind(.path)
      write(paint, in: Rect(origin: .zero, size: bounds.size))
      shared(SVGMarkup.data(path.scaled(by: 1, movedTo: Point(x: -bounds.minX, y: -bounds.minY))))
      numbers(bounds.minX, bounds.minY)
    }
    text += "]"
  }

  private mutating func write(_ paint: Paint?, in bounds: Rect) {
    switch paint {
    case nil: text += "0"
    case .solid(let color): add(.color(color))
    case .linearGradient(let gradient):
      let (start, end) = (bounds.place(gradient.start), bounds.place(gradient.end))
      write([start.x, start.y, end.x, end.y], gradient.stops)
    case .radialGradient(let gradient):
      let (center, end, side) = (bounds.place(gradient.center), bounds.place(gradient.end), bounds.place(gradient.side))
      write(
        [end.x - center.x, end.y - center.y, side.x - center.x, side.y - center.y, center.x, center.y], gradient.stops)
    }
  }

  private mutating func write(_ places: [Double], _ stops: [LinearGradient.Stop]) {
    text += "[[" + places.map { SVGMarkup.number($0) }.joined(separator: ",") + "]"
    for stop in stops {
      text += ",\(SVGMarkup.number(stop.offset, places: 4)),"
      add(.color(stop.color))
    }
    text += "]"
  }

  private mutating func stroke(_ path: Path, _ width: Double, _ paint: Paint, _ dashes: Dashes?) {
    guard path.isFinite, width > 0, width.isFinite, let bounds = path.extents else { return }
    begin(.line)
    text += ","
    write(paint, in: Rect(origin: .zero, size: bounds.size))
    shared(SVGMarkup.data(path.scaled(by: 1, movedTo: Point(x: -bounds.minX, y: -bounds.minY))))
    numbers(bounds.minX, bounds.minY, width)
    if let dashes {
      shared(dashes.cap.rawValue + " " + dashes.lengths.map { SVGMarkup.number($0) }.joined(separator: " "))
    }
    text += "]"
  }

  // MARK: Shadows

  private mutating func write(_ shadow: Shadow, of shape: Shape) {
    guard shape.isDrawable, shape.bounds.isFinite, shadow.color.alpha > 0 else { return }
    let cast = shape.cast(by: shadow)
    guard cast.isDrawable, cast.bounds.isFinite else { return }
    blurred(shadow.blur / 2, in: cast.bounds.grown(by: 1.5 * max(0, shadow.blur) + abs(shadow.spread) + 1)) { writer in
      writer.fill(cast, .solid(shadow.color))
      // Grow a path by stroking it with a pen: it has no sides to move.
      if case .path(let path, _) = cast, shadow.spread > 0 {
        writer.stroke(path, 2 * shadow.spread, .solid(shadow.color), nil)
      }
    }
  }

  /// Light falls through a hole that the spread makes smaller.
  private mutating func write(inner shadow: Shadow, of shape: Shape) {
    guard shape.isDrawable, shape.bounds.isFinite, shadow.color.alpha > 0 else { return }
    let light = Shadow(offset: shadow.offset, blur: shadow.blur, spread: -shadow.spread, color: shadow.color)
    let hole = shape.cast(by: light)
    let reach = 3 * max(0, shadow.blur) + abs(shadow.spread) + abs(shadow.offset.x) + abs(shadow.offset.y) + 1
    let all = shape.bounds.grown(by: reach)
    let lit = hole.isDrawable && hole.bounds.isFinite ? SVGMarkup.data(hole) : ""
    begin(.group)
    text += ","
    node(shape, nil)
    numbers(1)
    nodes { writer in
      writer.blurred(shadow.blur / 2, in: all) { writer in
        writer.begin(.path)
        writer.text += ","
        writer.add(.color(shadow.color))
        writer.shared(SVGMarkup.data(.rectangle(all)) + lit)
        writer.numbers(0, 0)
        writer.text += "]"
      }
    }
    text += "]"
  }

  // MARK: Pictures

  private mutating func write(
    _ reference: ImageReference, in shape: Shape, _ placeholder: Paint, _ missing: [DrawingCommand]
  ) throws {
    guard shape.isDrawable, shape.bounds.isFinite, !shape.bounds.isEmpty else { return }
    guard let number = photo(reference, shape.bounds.size) else {
      fill(shape, placeholder)
      return try write(missing)
    }
    begin(.photo)
    text += ",\(number)"
    numbers(shape.bounds)
    // The placeholder until the image is loaded; it also clips the image.
    text += ","
    node(shape, placeholder)
    text += "]"
  }

  // MARK: Texts

  private mutating func write(_ run: GlyphRun, at origin: Point) throws {
    guard run.size > 0, run.size.isFinite, run.color.alpha > 0 else { return }
    let faces = glyphs.fonts.lock.faces
    if faces.indices.contains(run.face.index), faces[run.face.index].emoji == true {
      for glyph in run.glyphs { try show(glyph, of: run, at: origin) }
      return
    }
    for part in ExactTextRun.parts(of: run) {
      // Browsers slant fonts by different angles.
      guard run.slant == nil, let set = ExactTextRun(run, part, fonts: glyphs.fonts) else {
        try outline(run.glyphs[part], of: run, at: origin)
        continue
      }
      if set.text.isEmpty { continue }
      letters[run.face.index, default: []].formUnion(set.text.unicodeScalars.map(\.value))
      begin(set.isRightToLeft ? .wordsFromRight : .words)
      text += ","
      add(.color(run.color))
      let spacing = set.spacing == 0 ? "" : " \(SVGMarkup.number(set.spacing, places: 4))"
      shared("\(run.face.index) \(SVGMarkup.number(run.size))\(spacing)")
      numbers(origin.x + set.place.x, origin.y + set.place.y)
      text += ","
      add(.quoted(set.text))
      text += "]"
    }
  }

  private mutating func show(_ glyph: GlyphRun.Glyph, of run: GlyphRun, at origin: Point) throws {
    guard let frame = try glyphs.frame(of: glyph.id, in: run.face) else { return }
    let colored = CardScript.ColorGlyphID(face: run.face.index, glyph: glyph.id)
    emoji.insert(colored)
    begin(.emoji)
    shared("\(colored.face)-\(colored.glyph)")
    numbers(
      origin.x + glyph.x + frame.minX * run.size, origin.y + glyph.y + frame.minY * run.size, frame.width * run.size,
      frame.height * run.size)
    text += "]"
  }

  /// Draws text as a shape, for text that a program would set differently from the layout.
  private mutating func outline(_ part: ArraySlice<GlyphRun.Glyph>, of run: GlyphRun, at origin: Point) throws {
    let paths = try part.compactMap { glyph in
      try glyphs.outline(of: glyph.id, in: run.face)?.slanted(by: run.slant).scaled(
        by: run.size, movedTo: Point(x: origin.x + glyph.x, y: origin.y + glyph.y))
    }
    for path in paths {
      guard let bounds = path.extents else { continue }
      fill(.path(path, bounds: bounds), .solid(run.color))
    }
  }
}
