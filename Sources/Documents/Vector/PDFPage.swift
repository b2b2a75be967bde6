import Basics
import Diagnostics
import Drawing
import Foundation
import Raster

/// A page of a document while it is drawn. It measures and decides nothing.
package final class PDFPage {
  /// The meaning of a list of commands for assistive technology.
  package struct Meaning {
    /// The element of the content; nil for decoration.
    package var element: PDFElement?
    /// The links; later ones are above earlier ones.
    package var links: [PDFLink]
    /// The frames of texts that are headings.
    package var headings: [Rect]
    package var headingKind: PDFElement.Kind
    /// The kind of texts that are not headings; nil adds them to the element itself.
    package var textKind: PDFElement.Kind?

    package init(
      element: PDFElement? = nil, links: [PDFLink] = [], headings: [Rect] = [],
      headingKind: PDFElement.Kind = .heading3, textKind: PDFElement.Kind? = .paragraph
    ) {
      (self.element, self.links, self.headings) = (element, links, headings)
      (self.headingKind, self.textKind) = (headingKind, textKind)
    }
  }

  /// The resources that commands on the page refer to.
  struct Resources {
    var fonts: Set<Int> = []
    var objects: Set<Int> = []
    var states: Set<Int> = []
    var shadings: Set<Int> = []

    var text: String {
      func part(_ key: String, _ letter: String, _ numbers: Set<Int>) -> String {
        let list = numbers.sorted().map { "/\(letter)\($0) \($0) 0 R" }.joined(separator: " ")
        return numbers.isEmpty ? "" : "/\(key) << \(list) >> "
      }
      return "<< " + part("Font", "F", fonts) + part("XObject", "X", objects) + part("ExtGState", "G", states)
        + part("Shading", "S", shadings) + ">>"
    }
  }

  private enum Mark: Equatable {
    case none, decoration
    case element(ObjectIdentifier)
  }

  let document: PDFDocument
  let size: Size
  /// The source of images for subsequent drawing.
  package var images: any DocumentImages
  private let index: Int
  private let reference: PDFFile.Reference
  var resources = Resources()
  private(set) var annotations: [PDFFile.Reference] = []
  var content: [UInt8] = []
  private var mark = Mark.none
  /// The number of marked contents so far.
  private var marks = 0
  /// The nesting depth of groups drawn as one object, which are marked as a whole.
  var depth = 0
  private(set) var meaning = Meaning()
  /// The elements of the current list's links by index.
  private var linkElements: [Int: PDFElement] = [:]
  /// The scale from the list's points to points of the page, y downward.
  private(set) var scale = 1.0
  var origin = Point.zero
  /// The offset of commands from the list's origin, in its points.
  var shifted = Point.zero

  init(
    document: PDFDocument, size: Size, index: Int, reference: PDFFile.Reference, images: any DocumentImages
  ) {
    (self.document, self.size, self.index, self.reference, self.images) = (document, size, index, reference, images)
    put("1 0 0 -1 0 \(PDFSyntax.number(size.height)) cm")
  }

  /// - Parameter y: Points from the page's top edge.
  package func place(_ y: Double) -> PDFPlace { PDFPlace(page: reference, top: size.height - y) }

  /// - Parameters:
  ///   - origin: The origin of the list's canvas, in points from the page's top left corner.
  ///   - scale: Points of the page per point of the list.
  package func draw(
    _ list: DisplayList, at origin: Point, scale: Double = 1, _ meaning: Meaning = Meaning()
  ) throws {
    (self.meaning, self.origin, self.scale, shifted, linkElements) = (meaning, origin, scale, .zero, [:])
    put("q \(PDFSyntax.numbers(scale, 0, 0, scale, origin.x, origin.y)) cm")
    try write(list.commands)
    setMark(nil)
    put("Q")
    addAnnotations()
  }

  func finishedContent() -> [UInt8] {
    endMark()
    return content
  }

  func put(_ operators: String) {
    content += operators.utf8
    content.append(0x0A)
  }

  // MARK: Meaning

  private func endMark() {
    if mark != .none { put("EMC") }
    mark = .none
  }

  /// - Parameter element: The element of subsequent content; nil for decoration.
  func setMark(_ element: PDFElement?) {
    guard depth == 0 else { return }
    let next = element.map { Mark.element(ObjectIdentifier($0)) } ?? .decoration
    guard next != mark else { return }
    endMark()
    if let element {
      put("/\(element.kind.rawValue) << /MCID \(marks) >> BDC")
      element.add(.content(page: index, id: marks))
      marks += 1
    } else {
      put("/Artifact BMC")
    }
    mark = next
  }

  /// Returns the index of the topmost link at a point of the list.
  func link(at point: Point) -> Int? { meaning.links.lastIndex { $0.area.contains(point) } }

  /// Returns the element of a link.
  ///
  /// - Parameter parent: The parent element if the link doesn't have an element yet.
  func element(ofLink place: Int, in parent: PDFElement) -> PDFElement {
    if let known = linkElements[place] { return known }
    let element = parent.add(.link)
    linkElements[place] = element
    return element
  }

  private func addAnnotations() {
    guard let parent = meaning.element else { return }
    for (place, link) in meaning.links.enumerated() where link.area.isFinite && !link.area.isEmpty {
      let element = linkElements[place] ?? parent.add(.link)
      let area = onPage(link.area)
      let action: String
      let said: String
      switch link.target {
      case .address(let address):
        action = "/A << /S /URI /URI \(PDFSyntax.address(address)) >>"
        said = link.description ?? address
      case .place(let place):
        action = "/Dest \(place.text)"
        said = link.description ?? ""
      }
      let (annotation, key) = (document.file.reserve(), document.nextKey())
      document.file.add(
        "<< /Type /Annot /Subtype /Link /Rect \(PDFSyntax.box(area)) /Border [0 0 0] /F 4 \(action) "
          + "/Contents \(PDFSyntax.text(said)) /StructParent \(key) >>", as: annotation)
      element.add(.annotation(annotation, page: index, key: key))
      annotations.append(annotation)
    }
  }

  /// Converts to PDF coordinates, from the lower left corner.
  func onPage(_ rect: Rect) -> Rect {
    let (left, top) = (origin.x + rect.minX * scale, origin.y + rect.minY * scale)
    return Rect(
      x: left, y: size.height - top - rect.height * scale, width: rect.width * scale, height: rect.height * scale)
  }
}

// MARK: - Drawing

extension PDFPage {
  /// Images with at least this side length in points are announced even without a description. Smaller ones (avatars,
  /// icons) are next to text.
  private static let toldSide = 80.0

  func write(_ commands: [DrawingCommand]) throws {
    for part in commands.parts {
      switch part {
      case .texts(let texts): try write(texts: texts)
      case .other(let command): try write(command)
      }
    }
  }

  private func write(_ command: DrawingCommand) throws {
    switch command {
    case .fill(let shape, let paint): fill(shape, paint)
    case .stroke(let path, let width, let paint): stroke(path, width, paint, "1 J 1 j [] 0 d")
    case .dashed(let path, let width, let dashes, let paint):
      let lengths = dashes.lengths
      guard lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), lengths.contains(where: { $0 > 0 }) else { return }
      let cap =
        switch dashes.cap {
        case .butt: 0
        case .round: 1
        case .square: 2
        }
      let array = lengths.map { SVGMarkup.number($0) }.joined(separator: " ")
      stroke(path, width, paint, "\(cap) J 0 j 10 M [\(array)] 0 d")
    case .shadow, .innerShadow, .blurred: try writePicture(of: command)
    case .image(let reference, let shape, let placeholder, let missing):
      try write(reference, in: shape, placeholder, missing)
    case .glyphs(let run, let origin): try write(texts: [(run, origin)])
    case .group(let clip, let opacity, let commands):
      guard opacity > 0, clip?.isDrawable ?? true else { return }
      put("q")
      if let clip { cut(to: clip) }
      if opacity < 1 { try writeLayer(commands, opacity) } else { try write(commands) }
      put("Q")
    case .translated(let offset, let commands):
      guard offset.x.isFinite, offset.y.isFinite else { return }
      let (before, links) = (origin, shifted)
      origin = before + Point(x: offset.x * scale, y: offset.y * scale)
      shifted = links + offset
      put("q 1 0 0 1 \(PDFSyntax.numbers(offset.x, offset.y)) cm")
      try write(commands)
      put("Q")
      (origin, shifted) = (before, links)
    }
  }

  // MARK: Shapes

  private func outline(_ shape: Shape) -> (text: String, rule: String) {
    var path = PDFPath()
    path.add(shape)
    if case .path = shape { return (path.text, "*") }
    return (path.text, "")
  }

  private func cut(to shape: Shape) {
    let (path, rule) = outline(shape)
    put("\(path)W\(rule) n")
  }

  private func fill(_ shape: Shape, _ paint: Paint) {
    guard shape.isDrawable else { return }
    setMark(nil)
    let (path, rule) = outline(shape)
    switch paint {
    case .solid(let color):
      guard color.alpha > 0 else { return }
      put("q")
      setColor(color, isStroke: false)
      put("\(path)f\(rule)\nQ")
    case .linearGradient, .radialGradient:
      put("q\n\(path)W\(rule) n")
      shade(paint, in: shape.bounds)
      put("Q")
    }
  }

  private func stroke(_ path: Path, _ width: Double, _ paint: Paint, _ look: String) {
    guard path.isFinite, width > 0, width.isFinite else { return }
    // A stroke with a gradient takes its first color; no design has one.
    let color =
      switch paint {
      case .solid(let color): color
      case .linearGradient(let gradient): gradient.stops.first?.color ?? .clear
      case .radialGradient(let gradient): gradient.stops.first?.color ?? .clear
      }
    guard color.alpha > 0 else { return }
    setMark(nil)
    var outline = PDFPath()
    outline.add(path.elements)
    put("q")
    setColor(color, isStroke: true)
    put("\(SVGMarkup.number(width)) w \(look)\n\(outline.text)S\nQ")
  }

  func setColor(_ color: Color, isStroke: Bool) {
    let channels = PDFSyntax.numbers(color.red, color.green, color.blue)
    put("\(channels) \(isStroke ? "RG" : "rg")")
    if color.alpha < 1 { setOpacity(color.alpha) }
  }

  private func setOpacity(_ opacity: Double) {
    let value = SVGMarkup.number(max(0, opacity), places: 4)
    setState("/ca \(value) /CA \(value)")
  }

  private func setState(_ entries: String) {
    let state = document.state(entries)
    resources.states.insert(state.number)
    put("/G\(state.number) gs")
  }

  // MARK: Gradients

  /// Fills the current clip.
  private func shade(_ paint: Paint, in box: Rect) {
    guard let (stops, matrix, kind) = Self.gradient(paint, in: box) else { return }
    if stops.contains(where: { $0.color.alpha < 1 }) {
      // Alpha is a gradient of its own, from black to white.
      let grey = shading(stops, kind, "/DeviceGray") { PDFSyntax.number($0.alpha) }
      let reach = PDFSyntax.box(box)
      let form = document.file.add(
        "/Type /XObject /Subtype /Form /BBox \(reach) /Group << /S /Transparency /CS /DeviceGray >> "
          + "/Resources << /Shading << /S\(grey.number) \(grey.text) >> >>",
        stream: Array("q \(matrix) cm /S\(grey.number) sh Q".utf8))
      setState("/SMask << /S /Luminosity /G \(form.text) >>")
    }
    let shading = shading(stops, kind, "/DeviceRGB") { PDFSyntax.numbers($0.red, $0.green, $0.blue) }
    resources.shadings.insert(shading.number)
    put("q \(matrix) cm /S\(shading.number) sh Q")
  }

  private static func gradient(
    _ paint: Paint, in box: Rect
  ) -> (stops: [LinearGradient.Stop], matrix: String, kind: String)? {
    switch paint {
    case .solid: return nil
    case .linearGradient(let gradient):
      let (start, end) = (box.place(gradient.start), box.place(gradient.end))
      let coordinates = PDFSyntax.numbers(start.x, start.y, end.x, end.y)
      return (gradient.stops, "1 0 0 1 0 0", "/ShadingType 2 /Coords [\(coordinates)]")
    case .radialGradient(let gradient):
      let (center, end, side) = (
        box.place(gradient.center), box.place(gradient.end), box.place(gradient.side)
      )
      let matrix = PDFSyntax.numbers(
        end.x - center.x, end.y - center.y, side.x - center.x, side.y - center.y, center.x, center.y)
      return (gradient.stops, matrix, "/ShadingType 3 /Coords [0 0 0 0 0 1]")
    }
  }

  private func shading(
    _ stops: [LinearGradient.Stop], _ kind: String, _ space: String, _ value: (Color) -> String
  ) -> PDFFile.Reference {
    var stops = stops
    if let first = stops.first, first.offset > 0 { stops.insert(.init(offset: 0, color: first.color), at: 0) }
    if let last = stops.last, last.offset < 1 { stops.append(.init(offset: 1, color: last.color)) }
    let steps = zip(stops, stops.dropFirst()).map { start, end in
      "<< /FunctionType 2 /Domain [0 1] /C0 [\(value(start.color))] /C1 [\(value(end.color))] /N 1 >>"
    }
    let bounds = stops.dropFirst().dropLast().map { PDFSyntax.number($0.offset) }.joined(separator: " ")
    let encode = steps.map { _ in "0 1" }.joined(separator: " ")
    return document.file.add(
      "<< \(kind) /ColorSpace \(space) /Extend [true true] /Function << /FunctionType 3 /Domain [0 1] "
        + "/Functions [\(steps.joined(separator: " "))] /Bounds [\(bounds)] /Encode [\(encode)] >> >>")
  }

  // MARK: Layers

  /// Writes a translucent layer as one object, tagged as a whole.
  private func writeLayer(_ commands: [DrawingCommand], _ opacity: Double) throws {
    guard let reach = DrawingCommand.reach(of: commands), reach.isFinite else { return }
    setMark(meaning.element.flatMap { commands.hasTexts ? $0.add(.paragraph) : nil })
    let outside = (content, resources)
    (content, resources) = ([], Resources())
    depth += 1
    try write(commands)
    depth -= 1
    let inside = (content, resources)
    (content, resources) = outside
    let form = document.file.add(
      "/Type /XObject /Subtype /Form /BBox \(PDFSyntax.box(reach)) /Group << /S /Transparency >> "
        + "/Resources \(inside.1.text)", stream: inside.0)
    resources.objects.insert(form.number)
    setOpacity(opacity)
    put("/X\(form.number) Do")
  }

  /// Draws shadows and blurred content as images: PDF has no equivalent, and a blur filter would leave obscured content
  /// readable.
  private func writePicture(of command: DrawingCommand) throws {
    guard let reach = command.reach, reach.isFinite, !reach.isEmpty else { return }
    let list = DisplayList(
      size: reach.size, commands: [.translated(Point(x: -reach.minX, y: -reach.minY), [command])])
    let bitmap = try document.painter.paint(list, scale: images.scale, images: images)
    guard bitmap.width > 0, bitmap.height > 0 else { return }
    setMark(nil)
    let shown = Size(width: Double(bitmap.width) / images.scale, height: Double(bitmap.height) / images.scale)
    show(try document.picture(bitmap, isPhoto: false), in: Rect(origin: reach.origin, size: shown))
  }

  // MARK: Pictures

  private func write(
    _ reference: ImageReference, in shape: Shape, _ placeholder: Paint, _ missing: [DrawingCommand]
  ) throws {
    let box = shape.bounds
    guard shape.isDrawable, box.isFinite, !box.isEmpty else { return }
    guard let (picture, size) = try picture(of: reference, filling: box.size) else {
      fill(shape, placeholder)
      return try write(missing)
    }
    setMark(figure(reference, in: box))
    put("q")
    cut(to: shape)
    let factor = max(box.width / Double(size.width), box.height / Double(size.height))
    let focus = reference.focus ?? Point(x: 0.5, y: 0.5)
    func start(_ origin: Double, _ room: Double, _ side: Int, _ focus: Double) -> Double {
      let length = Double(side) * factor
      // The focus point is centered as far as the image allows.
      return origin + min(0, max(room - length, room / 2 - focus * length))
    }
    let origin = Point(
      x: start(box.minX, box.width, size.width, focus.x), y: start(box.minY, box.height, size.height, focus.y))
    show(
      picture,
      in: Rect(origin: origin, size: Size(width: Double(size.width) * factor, height: Double(size.height) * factor)))
    put("Q")
  }

  private func picture(
    of reference: ImageReference, filling box: Size
  ) throws -> (PDFFile.Reference, PixelSize)? {
    if let photo = images.original(of: reference, width: box.width, height: box.height) {
      return (document.picture(photo), photo.size)
    }
    let size = try Painter.pixels(of: box, scale: images.scale)
    guard size.width > 0, size.height > 0,
      let bitmap = images.picture(for: reference, width: size.width, height: size.height)
    else { return nil }
    return (try document.picture(bitmap, isPhoto: !images.isLossless(reference)), bitmap.size)
  }

  /// Returns nil for an image that adds nothing to the text next to it.
  private func figure(_ reference: ImageReference, in box: Rect) -> PDFElement? {
    guard depth == 0, let element = meaning.element, reference.treatment != .blurred else { return nil }
    let isLarge = min(box.width, box.height) >= Self.toldSide
    guard let words = reference.description.flatMap({ $0.isEmpty ? nil : $0 }) ?? (isLarge ? document.pictureWord : nil)
    else { return nil }
    let parent = link(at: box.center + shifted).map { self.element(ofLink: $0, in: element) } ?? element
    let figure = parent.add(.figure)
    figure.alternative = words
    figure.box = onPage(box)
    return figure
  }

  private func show(_ picture: PDFFile.Reference, in box: Rect) {
    resources.objects.insert(picture.number)
    put("q \(PDFSyntax.numbers(box.width, 0, 0, -box.height, box.minX, box.maxY)) cm /X\(picture.number) Do Q")
  }
}

extension [DrawingCommand] {
  fileprivate var hasTexts: Bool {
    contains { command in
      switch command {
      case .glyphs: true
      case .group(_, _, let inner), .translated(_, let inner), .blurred(let inner, _): inner.hasTexts
      case .image(_, _, _, let missing): missing.hasTexts
      case .fill, .stroke, .dashed, .shadow, .innerShadow: false
      }
    }
  }
}

// MARK: - Text

extension PDFPage {
  /// A letter with all glyphs that are drawn for it.
  private struct Cluster {
    var letters: [(letter: DocumentGlyph, code: PDFFonts.Code)]

    var text: String { letters[0].letter.text }
    var style: DocumentGlyph.Style { letters[0].letter.style }
    var font: PDFFile.Reference { letters[0].code.font }
    /// For a right-to-left ligature: an invisible glyph for each letter, from right to left. Programs reorder
    /// right-to-left letters one by one, and would reverse the letters of a single glyph.
    var parts: [(letter: DocumentGlyph, code: PDFFonts.Code)] = []

    /// Whether the fonts already map its glyphs to the right text.
    var isPlain: Bool { parts.isEmpty && letters.count == 1 && (text.isEmpty || letters[0].code.text == text) }
  }

  /// - Parameter texts: Consecutive runs of one or several texts.
  func write(texts runs: [(run: GlyphRun, origin: Point)]) throws {
    for text in DocumentGlyph.texts(of: runs) { try write(text) }
  }

  private func write(_ letters: [DocumentGlyph]) throws {
    let clusters = try clusters(of: letters)
    guard !clusters.isEmpty else { return }
    guard let parent = meaning.element, depth == 0 else { return show(clusters[...], as: nil) }
    func middle(_ cluster: Cluster) -> Point {
      let (letter, code) = cluster.letters[0]
      return Point(
        x: shifted.x + letter.place.x + code.advance * letter.style.size / 2,
        y: shifted.y + letter.place.y - letter.style.size * 0.3)
    }
    let isHeading = meaning.headings.contains { $0.contains(middle(clusters[0])) }
    let own = (isHeading ? meaning.headingKind : meaning.textKind).map(parent.add) ?? parent
    var rest = clusters[...]
    while let first = rest.first {
      let target = link(at: middle(first))
      let end = rest.firstIndex { link(at: middle($0)) != target } ?? rest.endIndex
      show(rest[..<end], as: target.map { element(ofLink: $0, in: own) } ?? own)
      rest = rest[end...]
    }
  }

  private func clusters(of letters: [DocumentGlyph]) throws -> [Cluster] {
    var clusters: [Cluster] = []
    for var letter in letters {
      let said = letter.text
      let isJoined = said.count > 1 && letter.isFromRightToLeft
      if isJoined { letter.text = "" }
      let code = try document.fonts.code(of: letter, in: &document.file) { bitmap, file in
        try PDFDocument.write(bitmap, quality: nil, to: &file)
      }
      guard let code else { continue }
      if isJoined {
        clusters.append(try joined(said, letter, code))
      } else if letter.text.isEmpty, let last = clusters.last, !last.text.isEmpty, last.font == code.font,
        last.style == letter.style
      {
        clusters[clusters.count - 1].letters.append((letter, code))
      } else {
        clusters.append(Cluster(letters: [(letter, code)]))
      }
    }
    return clusters
  }

  /// Returns a right-to-left ligature with the invisible nominal glyph of each letter behind it.
  private func joined(_ said: String, _ letter: DocumentGlyph, _ code: PDFFonts.Code) throws -> Cluster {
    var cluster = Cluster(letters: [(letter, code)])
    let width = code.advance / Double(said.count)
    for (index, character) in said.enumerated() {
      var part = letter
      part.text = String(character)
      part.place.x += width * Double(said.count - 1 - index) * letter.style.size
      guard let first = character.unicodeScalars.first,
        let glyph = try document.fonts.glyphs.nominalGlyph(first, in: letter.style.face)
      else { continue }
      part.id = glyph
      let code = try document.fonts.code(of: part, in: &document.file) {
        try PDFDocument.write($0, quality: nil, to: &$1)
      }
      if let code { cluster.parts.append((part, code)) }
    }
    return cluster
  }

  /// Shows clusters in order, each glyph at its position.
  private func show(_ clusters: ArraySlice<Cluster>, as element: PDFElement?) {
    setMark(element)
    var rest = clusters
    put("q\nBT")
    var color: Color?
    while let first = rest.first {
      let y = first.letters[0].letter.place.y
      let end =
        rest.firstIndex {
          $0.style != first.style || $0.font != first.font || abs($0.letters[0].letter.place.y - y) > 0.005
            || $0.isPlain != first.isPlain
            || !$0.isPlain && $0.letters[0].letter.offset != first.letters[0].letter.offset
        } ?? rest.endIndex
      if color != first.style.color { setColor(first.style.color, isStroke: false) }
      color = first.style.color
      resources.fonts.insert(first.font.number)
      put("/F\(first.font.number) \(SVGMarkup.number(first.style.size)) Tf")
      let line = rest[..<end].flatMap(\.letters)
      if first.isPlain {
        show(line)
      } else {
        put("/Span << /ActualText <FEFF\(PDFSyntax.hexadecimal(utf16: first.text))> >> BDC")
        for letter in line { show([letter]) }
        put("EMC")
        // Invisible, each as wide as its share of the ligature.
        let width = first.letters[0].code.advance / Double(max(1, first.parts.count))
        if !first.parts.isEmpty { put("3 Tr") }
        for part in first.parts where part.code.advance > 0 {
          put("\(SVGMarkup.number(width / part.code.advance * 100)) Tz")
          show([part])
        }
        if !first.parts.isEmpty { put("0 Tr 100 Tz") }
      }
      rest = rest[end...]
    }
    put("ET\nQ")
  }

  /// - Parameter line: Letters on one baseline, with one font and size.
  private func show(_ line: [(letter: DocumentGlyph, code: PDFFonts.Code)]) {
    guard let first = line.first?.letter else { return }
    let size = first.style.size
    var pen = first.place.x
    var digits = ""
    var pieces: [String] = []
    for (letter, code) in line {
      // Adjustment to the left in 1/1000 em.
      let back = ((pen - letter.place.x) / size * 1000).rounded()
      if abs(back) >= 1 {
        if !digits.isEmpty { pieces.append("<\(digits)>") }
        digits = ""
        pieces.append(String(Int(back)))
        pen -= back / 1000 * size
      }
      digits += code.digits
      pen += code.advance * size
    }
    pieces.append("<\(digits)>")
    let slant = first.style.slant.map { SVGMarkup.number($0, places: 4) } ?? "0"
    put("1 0 \(slant) -1 \(PDFSyntax.numbers(first.place.x, first.place.y)) Tm [\(pieces.joined())] TJ")
  }
}

extension Rect {
  func contains(_ point: Point) -> Bool { point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY }
}
