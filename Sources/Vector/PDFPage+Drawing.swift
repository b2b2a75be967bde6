import Basics
import Drawing
import Foundation
import Raster

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
