import CPangoCairo
import Diagnostics
import Drawing
import Pixels

/// Draws commands as what they are: outlines, texts, photos. Nothing is brought to whole pixels, as there are none.
struct DocumentPainter: DrawingPainter {
  let canvas: Canvas
  let faces: DocumentFaces
  let glyphs: GlyphRasterizer
  let images: any DocumentImages
  private let shown = ShownPictures()

  /// Ids of pictures that stand on the page.
  private final class ShownPictures { var ids: Set<String> = [] }

  var density: Double { images.scale }

  init(canvas: Canvas, faces: DocumentFaces, glyphs: GlyphRasterizer, images: any DocumentImages) {
    (self.canvas, self.faces, self.glyphs, self.images) = (canvas, faces, glyphs, images)
  }

  func onto(_ canvas: Canvas) -> DocumentPainter {
    DocumentPainter(canvas: canvas, faces: faces, glyphs: glyphs, images: images)
  }

  func paint(_ commands: [DrawingCommand], clip: Shape?, opacity: Double) throws {
    guard opacity > 0, clip?.isDrawable ?? true else { return }
    let context = canvas.context
    try canvas.saved {
      if let clip {
        canvas.outline(clip)
        cairo_clip(context)
      }
      guard opacity < 1 else { return try paint(commands) }
      cairo_push_group_with_content(context, CAIRO_CONTENT_COLOR_ALPHA)
      defer {
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, opacity)
      }
      try paint(commands)
    }
  }

  // MARK: Pictures

  func paint(
    _ reference: ImageReference, in shape: Shape, _ placeholder: Paint, _ missing: [DrawingCommand]
  ) throws {
    let box = shape.bounds
    guard shape.isDrawable, box.isFinite, !box.isEmpty, !canvas.clip.isEmpty else { return }
    if let photo = images.original(of: reference, width: box.width, height: box.height),
      let (surface, id) = DocumentSurfaces.surface(of: photo)
    {
      defer { cairo_surface_destroy(surface) }
      return paint(surface, id, photo.size, filling: box, focus: reference.focus, inside: shape)
    }
    let (width, height) = (box.width * images.scale, box.height * images.scale)
    let longest = Double(Canvas.longestSide)
    guard width <= longest, height <= longest else {
      throw Diagnostic(
        PaintIssue.tooLarge(width: box.width, height: box.height, scale: images.scale, limit: Canvas.longestSide))
    }
    let size = PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    guard let picture = images.picture(for: reference, width: size.width, height: size.height),
      picture.format == .bgraPremultiplied, let (surface, id) = DocumentSurfaces.surface(of: picture)
    else {
      canvas.fill(shape, placeholder)
      return try paint(missing)
    }
    defer { cairo_surface_destroy(surface) }
    paint(surface, id, picture.size, filling: box, focus: nil, inside: shape)
  }

  /// Covers the box (aspect fill), cut to the shape.
  private func paint(
    _ surface: OpaquePointer, _ id: String, _ size: PixelSize, filling box: Rect, focus: Point?, inside shape: Shape
  ) {
    let factor = max(box.width / Double(size.width), box.height / Double(size.height))
    let focus = focus ?? Point(x: 0.5, y: 0.5)
    func start(_ origin: Double, _ room: Double, _ side: Int, _ focus: Double) -> Double {
      let length = Double(side) * factor
      // What is looked at stands in the middle, as far as the picture reaches.
      return origin + min(0, max(room - length, room / 2 - focus * length))
    }
    let context = canvas.context
    canvas.saved {
      canvas.outline(shape)
      cairo_clip(context)
      cairo_translate(
        context, start(box.minX, box.width, size.width, focus.x), start(box.minY, box.height, size.height, focus.y))
      cairo_scale(context, factor, factor)
      show(id, opacity: 1) { cairo_set_source_surface(context, surface, 0, 0) }
    }
  }

  /// Paints a picture. Cairo names it again in what the page needs each time it is shown, which a PDF forbids; in a group
  /// it is one of the group's needs.
  private func show(_ id: String, opacity: Double, _ setSource: () -> Void) {
    let context = canvas.context
    if shown.ids.insert(id).inserted {
      setSource()
    } else {
      cairo_push_group(context)
      setSource()
      cairo_paint(context)
      cairo_pop_group_to_source(context)
    }
    cairo_paint_with_alpha(context, opacity)
  }

  // MARK: Text

  func paint(_ run: GlyphRun, at origin: Point) throws {
    guard run.size > 0, run.size.isFinite, run.color.alpha > 0 else { return }
    let placed = run.glyphs.enumerated().compactMap { index, glyph -> PlacedGlyph? in
      let place = Point(x: origin.x + glyph.x, y: origin.y + glyph.y)
      guard abs(place.x) < 1e6, abs(place.y) < 1e6 else { return nil }
      return PlacedGlyph(
        id: glyph.id, place: place, text: run.pieces.flatMap { $0.indices.contains(index) ? $0[index] : nil })
    }
    if run.face == .lastResort {
      try paintBoxes(placed, run)
    } else if try glyphs.isColored(run.face) {
      try paintPictures(placed, run)
    } else if let face = try faces.face(run.face) {
      show(placed, face, size: run.size, run.color)
    }
  }

  private struct PlacedGlyph {
    var id: UInt32
    var place: Point
    /// Nil where texts were not kept; empty of a further glyph of the same letter.
    var text: String?
  }

  /// Glyphs with the letters they stand for.
  private func show(_ placed: [PlacedGlyph], _ face: OpaquePointer, size: Double, _ color: Color) {
    guard !placed.isEmpty else { return }
    let context = canvas.context
    var glyphs = placed.map { cairo_glyph_t(index: UInt($0.id), x: $0.place.x, y: $0.place.y) }
    canvas.saved {
      canvas.setSource(color)
      cairo_set_font_face(context, face)
      cairo_set_font_size(context, size)
      let options = cairo_font_options_create()
      defer { cairo_font_options_destroy(options) }
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      cairo_set_font_options(context, options)
      let (text, clusters) = Self.clusters(of: placed)
      guard !text.isEmpty else { return cairo_show_glyphs(context, &glyphs, Int32(clamping: glyphs.count)) }
      text.withCString { text in
        clusters.withUnsafeBufferPointer { clusters in
          cairo_show_text_glyphs(
            context, text, -1, &glyphs, Int32(clamping: placed.count), clusters.baseAddress,
            Int32(clamping: clusters.count), cairo_text_cluster_flags_t(rawValue: 0))
        }
      }
    }
  }

  /// The run's letters from left to right, whatever their direction: readers of PDF bring them into order.
  private static func clusters(of glyphs: [PlacedGlyph]) -> (text: String, clusters: [cairo_text_cluster_t]) {
    var text = ""
    var clusters: [cairo_text_cluster_t] = []
    for glyph in glyphs {
      let piece = (glyph.text ?? "").filter { $0 != "\0" }
      if piece.isEmpty, !clusters.isEmpty {
        clusters[clusters.count - 1].num_glyphs += 1
      } else {
        text += piece
        clusters.append(cairo_text_cluster_t(num_bytes: Int32(clamping: piece.utf8.count), num_glyphs: 1))
      }
    }
    return (text, clusters)
  }

  /// Coloured glyphs are pictures; the letters go with them unseen.
  private func paintPictures(_ placed: [PlacedGlyph], _ run: GlyphRun) throws {
    for glyph in placed {
      guard let picture = try glyphs.colorGlyph(run.face, glyph: glyph.id, size: run.size * images.scale),
        let bitmap = Bitmap(
          width: picture.width, height: picture.height, format: .bgraPremultiplied, bytes: picture.pixels),
        let (surface, id) = DocumentSurfaces.surface(of: bitmap)
      else { continue }
      defer { cairo_surface_destroy(surface) }
      let factor = run.size / picture.pixelsPerEm
      canvas.saved {
        cairo_translate(canvas.context, glyph.place.x, glyph.place.y)
        cairo_scale(canvas.context, factor, factor)
        show(id, opacity: min(1, run.color.alpha)) {
          cairo_set_source_surface(canvas.context, surface, Double(picture.left), -Double(picture.top))
        }
      }
    }
    hide(placed, run)
  }

  private func paintBoxes(_ placed: [PlacedGlyph], _ run: GlyphRun) throws {
    for glyph in placed {
      guard let box = LastResortBox(glyph.id) else { continue }
      let unit = run.size / LastResortBox.unitsPerEm
      for bar in box.bars {
        let rect = Rect(
          x: glyph.place.x + Double(bar.x) * unit, y: glyph.place.y + Double(bar.y) * unit,
          width: Double(bar.width) * unit, height: Double(bar.height) * unit)
        canvas.fill(.rectangle(rect), .solid(run.color))
      }
    }
    hide(placed, run)
  }

  private func hide(_ placed: [PlacedGlyph], _ run: GlyphRun) {
    guard let face = faces.hiddenFace else { return }
    // A glyph number for each text: Cairo keeps one text a glyph.
    let hidden = placed.filter { $0.text?.isEmpty == false }.map { glyph in
      var glyph = glyph
      glyph.id = faces.hiddenGlyph(of: glyph.text ?? "")
      return glyph
    }
    // The least that Cairo does not take for nothing.
    show(hidden, face, size: run.size, Color(red: 0, green: 0, blue: 0, alpha: 1.0 / 255))
  }
}

/// The set's faces as Cairo embeds them.
final class DocumentFaces {
  private let fonts: FontSet
  private var known: [Int: OpaquePointer] = [:]
  /// A face that nobody sees, for characters that are drawn as pictures: it is what is found and copied. Cairo leaves out
  /// what has no ink at all, so each glyph is a dot, which `DocumentPainter` draws as good as transparent.
  let hiddenFace: OpaquePointer?
  /// Numbers of the texts that glyphs of the hidden face stand for.
  private var hiddenTexts: [String: UInt32] = [:]

  init(fonts: FontSet) {
    self.fonts = fonts
    let face = cairo_user_font_face_create()
    cairo_user_font_face_set_render_glyph_func(face) { _, _, context, extents in
      cairo_rectangle(context, 0, -0.01, 0.01, 0.01)
      cairo_fill(context)
      extents?.pointee.x_advance = 1
      return CAIRO_STATUS_SUCCESS
    }
    hiddenFace = face
  }

  deinit {
    for face in known.values { cairo_font_face_destroy(face) }
    cairo_font_face_destroy(hiddenFace)
  }

  /// Nil where the face can't be had, which the set's `problems` tell.
  func face(_ id: FontFaceID) throws(Diagnostic) -> OpaquePointer? {
    if let face = known[id.index] { return face }
    guard let source = fonts.face(id) else { return nil }
    let unusable = Diagnostic(FontIssue.unusable(path: fonts.lock.faces[id.index].file, index: source.index))
    guard let owner = Owner(source) else { throw unusable }
    guard let face = cairo_ft_font_face_create_for_ft_face(owner.face, Int32(FT_LOAD_NO_HINTING)) else {
      throw unusable
    }
    // Cairo keeps faces for a while after the last one has let go of them, so that it has to be Cairo that lets go of
    // FreeType's. A key is told by its place alone: the owner's own serves.
    let held = Unmanaged.passRetained(owner)
    let key = UnsafePointer<cairo_user_data_key_t>(OpaquePointer(held.toOpaque()))
    let status = cairo_font_face_set_user_data(face, key, held.toOpaque()) { owner in
      if let owner { Unmanaged<Owner>.fromOpaque(owner).release() }
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_font_face_destroy(face)
      held.release()
      throw unusable
    }
    known[id.index] = face
    return face
  }

  /// A glyph of the hidden face for a text: Cairo knows one text a glyph.
  func hiddenGlyph(of text: String) -> UInt32 {
    if let known = hiddenTexts[text] { return known }
    let glyph = UInt32(hiddenTexts.count + 1)
    hiddenTexts[text] = glyph
    return glyph
  }

  /// FreeType's object for a face and what it stands on, in a library of its own: Cairo may let go of it on any thread.
  private final class Owner {
    let face: FT_Face
    private let library: FreeTypeLibrary
    private let source: FontFace

    init?(_ source: FontFace) {
      guard let library = FreeTypeLibrary() else { return nil }
      var length: UInt32 = 0
      let data = hb_blob_get_data(source.blob, &length)
      var face: FT_Face?
      let error = data?.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
        FT_New_Memory_Face(library.pointer, $0, FT_Long(length), FT_Long(source.index), &face)
      }
      guard error == 0, let face else { return nil }
      (self.face, self.library, self.source) = (face, library, source)
    }

    deinit { FT_Done_Face(face) }
  }
}

/// Where a document's pictures come from.
package protocol DocumentImages: ImageSource {
  /// Pixels a point of the pictures that are asked for as bitmaps.
  var scale: Double { get }

  /// A photo's own file, for a box of so many points, where it can be shown as it is; nil where it has to be drawn.
  func original(of reference: ImageReference, width: Double, height: Double) -> DocumentJPEG?
}

/// A JPEG that every reader of documents shows as Feedproof's own decoder does.
package struct DocumentJPEG: Sendable {
  package let bytes: [UInt8]
  /// Pixels.
  package let size: PixelSize

  /// Nil for other formats, pictures that are turned, four inks, more than eight bits, and files that are not whole.
  package init?(jpeg bytes: [UInt8]) {
    guard let header = try? ImageDecoder.header(of: bytes), header.format == .jpeg, header.orientation == .upright,
      JPEGMetadata(bytes).isPlain
    else { return nil }
    // Decoded as small as it goes, to see that all of it is there.
    let check = try? ImageDecoder.decode(bytes, covering: PixelSize(width: 1, height: 1))
    guard let check, !check.notes.contains(where: \.isFlaw) else { return nil }
    (self.bytes, size) = (bytes, header.size)
  }
}

extension ImageNote {
  fileprivate var isFlaw: Bool {
    switch self {
    case .truncated, .damaged: true
    case .colorProfileIgnored, .gammaIgnored: false
    }
  }
}
