import Basics
import DataFormats
import Diagnostics
import Drawing
import Foundation
import Raster

/// Writes commands one by one; measures and decides nothing.
struct SVGWriter {
  let glyphs: DocumentGlyphs
  let painter: Painter
  let images: any ImageSource
  let texts: SVGImage.Texts
  /// Pixels per point.
  let scale: Double
  let photoQuality: Int
  /// The memory limit in bytes while the file is built.
  let limit: Int

  var definitions = SVGDefinitions()
  private(set) var body = ""
  /// The words of completed texts, in order.
  var words: [String] = []
  /// Characters that are set as text, by the position of the face in the lock.
  var characters: [Int: Set<UInt32>] = [:]
  /// Color glyphs by face and number: the image's name and its frame in ems.
  var colored: [[Int]: (name: String, unit: Double, origin: Point)?] = [:]
  private let png = PNGEncoder()

  init(
    glyphs: DocumentGlyphs, painter: Painter, images: any ImageSource, texts: SVGImage.Texts, scale: Double,
    photoQuality: Int, limit: Int
  ) {
    (self.glyphs, self.painter, self.images) = (glyphs, painter, images)
    (self.texts, self.scale, self.photoQuality, self.limit) = (texts, scale, photoQuality, limit)
  }

  /// The coordinate system of commands.
  struct Place {
    /// The origin, in points from the canvas's origin.
    var offset: Point
    /// The visible rectangle, relative to the origin.
    var window: Rect
  }

  mutating func write(_ list: DisplayList) throws {
    try write(list.commands, at: Place(offset: .zero, window: Rect(origin: .zero, size: list.size)))
  }

  mutating func write(_ links: [SVGImage.Link]) {
    for link in links where link.area.isFinite && !link.area.isEmpty {
      add("<a\(SVGMarkup.attribute("href", link.address))\(SVGMarkup.attribute("aria-label", link.address))>")
      body.removeLast()
      add("<rect\(SVGMarkup.box(link.area)) fill=\"none\" pointer-events=\"all\"/></a>")
    }
  }

  mutating func add(_ element: String) {
    body += element
    body += "\n"
  }

  private mutating func write(_ commands: [DrawingCommand], at place: Place) throws {
    for part in commands.parts {
      switch part {
      case .texts(let texts): try write(texts: texts)
      case .other(let command): try write(command, at: place)
      }
    }
  }

  private mutating func write(_ command: DrawingCommand, at place: Place) throws {
    switch command {
    case .fill(let shape, let paint):
      guard shape.isDrawable else { return }
      add(SVGMarkup.element(shape, definitions.paint(paint, in: shape.bounds, as: .fill)))
    case .stroke(let path, let width, let paint):
      stroke(path, width, paint, " stroke-linecap=\"round\" stroke-linejoin=\"round\"")
    case .dashed(let path, let width, let dashes, let paint): dash(path, width, dashes, paint)
    case .shadow(let shape, let shadow): write(shadow, of: shape)
    case .innerShadow(let shape, let shadow): write(inner: shadow, of: shape)
    case .image(let reference, let shape, let placeholder, let missing):
      try write(reference, in: shape, placeholder, missing, at: place)
    case .glyphs(let run, let origin): try write(texts: [(run, origin)])
    case .group(let clip, let opacity, let commands):
      guard opacity > 0, clip?.isDrawable ?? true else { return }
      var inside = place
      if let clip { inside.window = inside.window.shared(with: clip.bounds) }
      guard !inside.window.isEmpty else { return }
      let cut = clip.map { " clip-path=\"url(#\(definitions.clip(to: $0)))\"" } ?? ""
      let through = opacity < 1 ? " opacity=\"\(SVGMarkup.number(opacity, places: 4))\"" : ""
      try enclosed("<g\(cut)\(through)>") { try $0.write(commands, at: inside) }
    case .blurred(let commands, let radius): try write(blurred: commands, radius: radius, at: place)
    case .translated(let offset, let commands):
      guard offset.x.isFinite, offset.y.isFinite else { return }
      let inside = Place(
        offset: place.offset + offset, window: place.window.offset(by: Point(x: -offset.x, y: -offset.y)))
      let move = "\(SVGMarkup.number(offset.x)) \(SVGMarkup.number(offset.y))"
      try enclosed("<g transform=\"translate(\(move))\">") { try $0.write(commands, at: inside) }
    }
  }

  /// Encloses content in an element; writes nothing if the content is empty.
  private mutating func enclosed(_ start: String, _ content: (inout SVGWriter) throws -> Void) throws {
    let outside = body
    body = ""
    try content(&self)
    let inside = body
    body = outside
    if !inside.isEmpty { body += "\(start)\n\(inside)</g>\n" }
  }

  // MARK: Lines

  private mutating func stroke(_ path: Path, _ width: Double, _ paint: Paint, _ look: String) {
    guard path.isFinite, width > 0, width.isFinite, let bounds = path.extents else { return }
    add(
      "<path d=\"\(SVGMarkup.data(path))\" fill=\"none\"\(SVGMarkup.attribute("stroke-width", width))\(look)"
        + "\(definitions.paint(paint, in: bounds, as: .stroke))/>")
  }

  private mutating func dash(_ path: Path, _ width: Double, _ dashes: Dashes, _ paint: Paint) {
    let lengths = dashes.lengths
    guard lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), lengths.contains(where: { $0 > 0 }) else { return }
    let array = lengths.map { SVGMarkup.number($0) }.joined(separator: " ")
    // The same miter limit as Cairo's.
    stroke(
      path, width, paint,
      " stroke-linecap=\"\(dashes.cap.rawValue)\" stroke-miterlimit=\"10\" stroke-dasharray=\"\(array)\"")
  }

  // MARK: Shadows

  private mutating func write(_ shadow: Shadow, of shape: Shape) {
    guard shape.isDrawable, shape.bounds.isFinite, shadow.color.alpha > 0 else { return }
    let cast = shape.cast(by: shadow)
    guard cast.isDrawable, cast.bounds.isFinite else { return }
    let blur = blur(shadow, around: cast.bounds)
    guard case .path(let path, _) = cast, shadow.spread != 0 else {
      return add(SVGMarkup.element(cast, SVGMarkup.color(shadow.color, as: .fill) + blur))
    }
    let all = cast.bounds.grown(by: abs(shadow.spread) + 1)
    let mask = definitions.mask(spread(path, by: shadow.spread, "#fff", "#000"), in: all)
    add("<g\(blur)>\(SVGMarkup.element(.rectangle(all), SVGMarkup.color(shadow.color, as: .fill) + mask))</g>")
  }

  /// Grows a path by stroking it with a pen, or shrinks it by erasing: it has no sides to move.
  private func spread(_ path: Path, by distance: Double, _ color: String, _ other: String) -> String {
    "<path d=\"\(SVGMarkup.data(path))\" fill-rule=\"evenodd\" fill=\"\(color)\""
      + " stroke=\"\(distance > 0 ? color : other)\""
      + "\(SVGMarkup.attribute("stroke-width", 2 * abs(distance))) stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
  }

  /// Light falls through a hole that the spread makes smaller.
  private mutating func write(inner shadow: Shadow, of shape: Shape) {
    guard shape.isDrawable, shape.bounds.isFinite, shadow.color.alpha > 0 else { return }
    let light = Shadow(offset: shadow.offset, blur: shadow.blur, spread: -shadow.spread, color: shadow.color)
    let hole = shape.cast(by: light)
    let reach = 3 * max(0, shadow.blur) + abs(shadow.spread) + abs(shadow.offset.x) + abs(shadow.offset.y) + 1
    let all = shape.bounds.grown(by: reach)
    let (color, blur) = (SVGMarkup.color(shadow.color, as: .fill), blur(shadow, around: all))
    let ring: String
    if case .path(let path, _) = hole, light.spread != 0 {
      let rest = SVGMarkup.element(.rectangle(all), " fill=\"#fff\"") + spread(path, by: light.spread, "#000", "#fff")
      ring = "<g\(blur)>\(SVGMarkup.element(.rectangle(all), color + definitions.mask(rest, in: all)))</g>"
    } else {
      let lit = hole.isDrawable && hole.bounds.isFinite ? SVGMarkup.data(hole) : ""
      ring = "<path d=\"\(SVGMarkup.data(.rectangle(all)))\(lit)\" fill-rule=\"evenodd\"\(color)\(blur)/>"
    }
    add("<g clip-path=\"url(#\(definitions.clip(to: shape)))\">\(ring)</g>")
  }

  private mutating func blur(_ shadow: Shadow, around rect: Rect) -> String {
    guard shadow.blur > 0, shadow.blur.isFinite else { return "" }
    // A Gaussian is invisible beyond three σ.
    let reach = 1.5 * shadow.blur + abs(shadow.spread) + 1
    return " filter=\"url(#\(definitions.blur(shadow.blur / 2, in: rect.grown(by: reach))))\""
  }

  /// Draws blurred content as an image: a filter would leave obscured content readable in the file.
  private mutating func write(blurred commands: [DrawingCommand], radius: Double, at place: Place) throws {
    guard radius > 0, radius.isFinite else { return try write(commands, at: place) }
    let blurred = DrawingCommand.blurred(commands, radius: radius)
    guard let reach = blurred.reach, reach.isFinite else { return }
    let seen = onPixels(place.window.shared(with: reach), at: place, rounding: (.down, .up))
    guard !seen.isEmpty else { return }
    let list = DisplayList(
      size: seen.size, commands: [.translated(Point(x: -seen.minX, y: -seen.minY), [blurred])])
    let bitmap = try painter.paint(list, scale: scale, images: images)
    let name = definitions.picture(try png.encode(bitmap, scale: scale), type: "image/png", seen.size)
    add("<use href=\"#\(name)\"\(SVGMarkup.attribute("x", seen.minX))\(SVGMarkup.attribute("y", seen.minY))/>")
  }

  // MARK: Pictures

  private mutating func write(
    _ reference: ImageReference, in shape: Shape, _ placeholder: Paint, _ missing: [DrawingCommand], at place: Place
  ) throws {
    guard shape.isDrawable, shape.bounds.isFinite else { return }
    let box = onPixels(shape.bounds, at: place, rounding: (.toNearestOrAwayFromZero, .toNearestOrAwayFromZero))
    guard !box.isEmpty, !box.shared(with: place.window).isEmpty else { return }
    let size = try Painter.pixels(of: box.size, scale: scale)
    let outline = shape.moved(onto: box)
    guard let bitmap = images.picture(for: reference, width: size.width, height: size.height) else {
      add(SVGMarkup.element(outline, definitions.paint(placeholder, in: outline.bounds, as: .fill)))
      return try write(missing, at: place)
    }
    let name = try picture(bitmap, box.size)
    let told = reference.description.map { SVGMarkup.attribute("role", "img") + SVGMarkup.attribute("aria-label", $0) }
    let use =
      "<use href=\"#\(name)\"\(SVGMarkup.attribute("x", box.minX))\(SVGMarkup.attribute("y", box.minY))\(told ?? "")/>"
    if case .rectangle = outline { return add(use) }
    add("<g clip-path=\"url(#\(definitions.clip(to: outline)))\">\(use)</g>")
  }

  /// Encodes photos as JPEG, translucent images as PNG.
  private mutating func picture(_ bitmap: Bitmap, _ size: Size) throws -> String {
    // The markup is held twice: when written and when read.
    guard definitions.markup.utf8.count < limit / 2 else { throw SVGImage.TooLarge() }
    return bitmap.isOpaque
      ? definitions.picture(try JPEGEncoder.encode(bitmap, quality: photoQuality), type: "image/jpeg", size)
      : definitions.picture(try png.encode(bitmap, scale: scale), type: "image/png", size)
  }

  /// Returns a color glyph.
  ///
  /// - Returns: The image's name, points of the image per em, and its corner relative to the pen in ems.
  mutating func picture(
    of glyph: UInt32, in face: FontFaceID, size: Double
  ) throws -> (name: String, unit: Double, origin: Point)? {
    let key = [face.index, Int(glyph)]
    if let known = colored[key] { return known }
    var made: (name: String, unit: Double, origin: Point)?
    if let found = try glyphs.picture(of: glyph, in: face, size: size * scale) {
      let pixels = Size(width: Double(found.bitmap.width), height: Double(found.bitmap.height))
      let name = definitions.picture(try png.encode(found.bitmap, scale: 1), type: "image/png", pixels)
      made = (name, pixels.width / found.frame.width, found.frame.origin)
    }
    colored[key] = .some(made)
    return made
  }

  private func onPixels(
    _ rect: Rect, at place: Place, rounding: (start: FloatingPointRoundingRule, end: FloatingPointRoundingRule)
  ) -> Rect {
    func edge(_ value: Double, _ offset: Double, _ rule: FloatingPointRoundingRule) -> Double {
      ((value + offset) * scale).rounded(rule) / scale - offset
    }
    let (left, top) = (edge(rect.minX, place.offset.x, rounding.start), edge(rect.minY, place.offset.y, rounding.start))
    return Rect(
      x: left, y: top, width: edge(rect.maxX, place.offset.x, rounding.end) - left,
      height: edge(rect.maxY, place.offset.y, rounding.end) - top)
  }
}

extension Rect {
  func grown(by margin: Double) -> Rect {
    inset(by: EdgeInsets(top: -margin, left: -margin, bottom: -margin, right: -margin))
  }

  /// Returns the intersection; empty if there is none.
  fileprivate func shared(with other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }
}

extension Path {
  /// The bounds of the line itself, for gradients along it; nil if empty.
  var extents: Rect? {
    var (box, pen) = (nil as Rect?, Point.zero)
    func add(_ point: Point) {
      guard let old = box else { return box = Rect(origin: point, size: .zero) }
      let (left, top) = (min(old.minX, point.x), min(old.minY, point.y))
      box = Rect(x: left, y: top, width: max(old.maxX, point.x) - left, height: max(old.maxY, point.y) - top)
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point):
        add(point)
        pen = point
      case .curve(let first, let second, let end):
        // Approximates a curve by line segments.
        for step in 1...16 {
          let (t, u) = (Double(step) / 16, 1 - Double(step) / 16)
          let weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
          let points = [pen, first, second, end]
          add(
            Point(
              x: zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.x },
              y: zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.y }))
        }
        pen = end
      case .close: break
      }
    }
    return box
  }
}

// MARK: - Text

extension SVGWriter {
  /// - Parameter texts: Consecutive runs of one or several texts.
  mutating func write(texts runs: [(run: GlyphRun, origin: Point)]) throws {
    for text in DocumentGlyph.texts(of: runs) { try write(letters: text) }
  }

  /// - Parameter letters: The letters of one text.
  private mutating func write(letters: [DocumentGlyph]) throws {
    var letters = letters
    let said = letters.map(\.said).joined().trimmingCharacters(in: .whitespacesAndNewlines)
    if texts == .outlines, !said.isEmpty { words.append(said) }
    if !letters.contains(where: { $0.isFromRightToLeft }) {
      let counts = Dictionary(letters.map { ($0.offset, 1) }, uniquingKeysWith: +)
      for index in letters.indices where counts[letters[index].offset] == 1 {
        let isMarked = index + 1 < letters.count && Self.isMark(letters[index + 1])
        letters[index].isText = try !isMarked && !Self.isMark(letters[index]) && isCharacter(letters[index])
      }
    }
    try draw(letters.filter { !$0.isText })
    if texts == .embedded { set(letters) }
  }

  /// Whether a browser that only knows the face's character map draws this very glyph.
  private func isCharacter(_ letter: DocumentGlyph) throws -> Bool {
    guard texts == .embedded, letter.style.face != .lastResort, letter.style.slant == nil,
      let character = letter.text.unicodeScalars.first,
      letter.text.unicodeScalars.count == 1, Self.standsAlone(character),
      try !glyphs.isColored(letter.style.face)
    else { return false }
    return try glyphs.nominalGlyph(character, in: letter.style.face) == letter.id
  }

  /// Whether it begins with a combining mark, which a browser would combine with the previous letter in its own way.
  private static func isMark(_ letter: DocumentGlyph) -> Bool {
    switch letter.text.unicodeScalars.first?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether it is a single UTF-16 unit and no control of direction, joining or variation.
  private static func standsAlone(_ character: Unicode.Scalar) -> Bool {
    switch character.value {
    case ..<0x20, 0x200B..<0x2010, 0x2028..<0x202F, 0x2060..<0x2070, 0xFE00..<0xFE10, 0xFFF0...: false
    default: Markup.isAllowed(character)
    }
  }

  // MARK: Glyphs

  /// Draws letters as shapes and images.
  private mutating func draw(_ letters: [DocumentGlyph]) throws {
    var rest = letters[...]
    while let style = rest.first?.style {
      let end = rest.firstIndex { $0.style != style } ?? rest.endIndex
      if style.face != .lastResort, try glyphs.isColored(style.face) {
        for letter in rest[..<end] { try show(letter) }
      } else {
        let outlines = try rest[..<end].compactMap { letter in
          try glyphs.outline(of: letter.id, in: style.face)?.slanted(by: style.slant)
            .scaled(by: style.size, movedTo: letter.place)
        }
        if !outlines.isEmpty {
          let hidden = texts == .embedded ? " aria-hidden=\"true\"" : ""
          add(
            "<path d=\"\(outlines.map(SVGMarkup.data).joined())\"\(SVGMarkup.color(style.color, as: .fill))\(hidden)/>")
        }
      }
      rest = rest[end...]
    }
  }

  private mutating func show(_ letter: DocumentGlyph) throws {
    let style = letter.style
    guard let picture = try picture(of: letter.id, in: style.face, size: style.size) else { return }
    let x = SVGMarkup.number(letter.place.x + picture.origin.x * style.size)
    let y = SVGMarkup.number(letter.place.y + picture.origin.y * style.size)
    let factor = SVGMarkup.number(style.size / picture.unit, places: 4)
    let through = style.color.alpha < 1 ? " opacity=\"\(SVGMarkup.number(style.color.alpha, places: 4))\"" : ""
    let hidden = texts == .embedded ? " aria-hidden=\"true\"" : ""
    add("<use href=\"#\(picture.name)\" transform=\"translate(\(x) \(y)) scale(\(factor))\"\(through)\(hidden)/>")
  }

  // MARK: Characters

  /// Writes a text with each character at its position. Letters drawn in another way are included invisibly, for
  /// search, copying and screen readers.
  private mutating func set(_ letters: [DocumentGlyph]) {
    guard letters.contains(where: { !$0.text.isEmpty }) else { return }
    let usual = (letters.first(where: \.isText) ?? letters[0]).style
    var text = "<text xml:space=\"preserve\"\(look(usual))>"
    var rest = letters.filter { !$0.text.isEmpty }[...]
    while let first = rest.first {
      let end =
        rest.firstIndex {
          $0.isText != first.isText || abs($0.place.y - first.place.y) > 0.005 || $0.isText && $0.style != first.style
        } ?? rest.endIndex
      let part = rest[..<end]
      let said = Markup.xml(part.map(\.said).joined().filter { !$0.isNewline })
      let y = SVGMarkup.attribute("y", first.place.y)
      if first.isText {
        for letter in part {
          for character in letter.text.unicodeScalars {
            characters[first.style.face.index, default: []].insert(character.value)
          }
        }
        let places = part.map { SVGMarkup.number($0.place.x) }.joined(separator: " ")
        text += "<tspan x=\"\(places)\"\(y)\(look(first.style, beside: usual))>\(said)</tspan>"
      } else {
        let x = SVGMarkup.attribute("x", part.map(\.place.x).min() ?? 0)
        text += "<tspan\(x)\(y) fill=\"none\">\(said)</tspan>"
      }
      rest = rest[end...]
    }
    add(text + "</text>")
  }

  private func look(_ style: DocumentGlyph.Style, beside usual: DocumentGlyph.Style? = nil) -> String {
    var look = ""
    if style.face != usual?.face { look += font(style.face) }
    if style.size != usual?.size { look += SVGMarkup.attribute("font-size", style.size) }
    if style.color != usual?.color { look += SVGMarkup.color(style.color, as: .fill) }
    return look
  }

  private func font(_ id: FontFaceID) -> String {
    guard glyphs.fonts.lock.faces.indices.contains(id.index) else { return "" }
    let face = glyphs.fonts.lock.faces[id.index]
    // Programs that ignore embedded fonts use the same family at the same positions.
    let family = String(face.family.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " " || $0 == "-") })
    return " font-family=\"\(SVGDefinitions.mark)f\(id.index), '\(family)', sans-serif\" font-weight=\"\(face.weight)\""
  }

  /// Returns the faces of texts as a style sheet; empty if there are none.
  func faces() throws -> String {
    let rules = try characters.sorted { $0.key < $1.key }.compactMap { index, characters -> String? in
      guard let file = try glyphs.subset(of: FontFaceID(index: index), characters: characters) else { return nil }
      let weight = glyphs.fonts.lock.faces[index].weight
      // OpenType has two kinds of outlines.
      let type = file.starts(with: "OTTO".utf8) ? "otf" : "ttf"
      return "@font-face{font-family:\(SVGDefinitions.mark)f\(index);font-weight:\(weight);"
        + "src:url(data:font/\(type);base64,\(Data(file).base64EncodedString()))}"
    }
    return rules.isEmpty ? "" : "<style>\n\(rules.joined(separator: "\n"))\n</style>\n"
  }
}
