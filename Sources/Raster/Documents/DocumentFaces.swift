import CPangoCairo
import Diagnostics
import Drawing

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
