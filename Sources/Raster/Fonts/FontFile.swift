import CPangoCairo
import Diagnostics
import Files
import Foundation
import Synchronization

/// One file of the lock. It is found by name and size when the set is loaded, and opened and verified when a text first
/// needs it.
///
/// `@unchecked Sendable`: everything is constant except `opened`, which a mutex guards. Its blob is an immutable
/// mapping of the file, made once and freed with the file; HarfBuzz's reference counts are atomic.
final class FontFile: @unchecked Sendable {
  /// The locked facts; they are the same for all faces of a lock that share a file.
  let facts: FontLock.Face
  /// Files with the locked name and size; the first with the right digest is used.
  let paths: [String]

  /// `@unchecked Sendable`: the blob is an immutable mapping, and the mutex around it guards the rest.
  private struct LoadedBlob: @unchecked Sendable { var blob: Result<OpaquePointer, Diagnostic>? }
  private let opened = Mutex(LoadedBlob())

  /// Selects the `candidates` that have the locked size. Throws `font.different` if none has.
  init(_ facts: FontLock.Face, sized candidates: [String]) throws(Diagnostic) {
    self.facts = facts
    paths = candidates.filter { FontSearch.size(of: $0) == facts.bytes }
    guard paths.isEmpty, let first = candidates.first else { return }
    let difference = FontSearch.size(of: first).map { FontIssue.Difference.bytes(found: $0, locked: facts.bytes) }
    throw Diagnostic(
      FontIssue.different(
        path: first, version: facts.version, package: facts.package, what: difference ?? .unreadable))
  }

  deinit {
    opened.withLock { if case .success(let blob)? = $0.blob { hb_blob_destroy(blob) } }
  }

  /// Returns the file's bytes as a HarfBuzz blob, owned by this object. Other threads wait while one verifies.
  func blob() throws(Diagnostic) -> OpaquePointer {
    let opened = opened.withLock { opened in
      opened.blob = opened.blob ?? open()
      return opened
    }
    return try (opened.blob ?? .failure(failure(.unreadable))).get()
  }

  private func open() -> Result<OpaquePointer, Diagnostic> {
    var difference = FontIssue.Difference.unreadable
    for path in paths {
      guard let blob = FontBlob.open(path) else { continue }
      var length: UInt32 = 0
      let data = hb_blob_get_data(blob, &length)
      if Digest(of: UnsafeRawBufferPointer(start: data, count: Int(length))).hex == facts.sha256 {
        return .success(blob)
      }
      hb_blob_destroy(blob)
      difference = .digest
    }
    return .failure(failure(difference))
  }

  private func failure(_ difference: FontIssue.Difference) -> Diagnostic {
    Diagnostic(
      FontIssue.different(
        path: paths.first ?? facts.file, version: facts.version, package: facts.package, what: difference))
  }
}

/// The facts that a font file states about one of its faces.
struct FontFacts {
  var family: String
  /// The CSS weight.
  var weight: Int
  /// True if the face is neither italic or oblique nor condensed or expanded.
  var isRegular: Bool
  /// The index of the face in the file.
  var index: Int
  /// Whether the face has variation axes. It is drawn with all of them at their defaults.
  var isVariable: Bool
  /// The name of the license; nil if the file states none.
  var license: String?

  /// Returns the facts of every face of a file; empty if it isn't a font.
  static func all(of path: String) -> [FontFacts] {
    guard let blob = FontBlob.open(path) else { return [] }
    defer { hb_blob_destroy(blob) }
    return (0..<hb_face_count(blob)).compactMap { index in
      guard let face = hb_face_create(blob, index) else { return nil }
      defer { hb_face_destroy(face) }
      return FontFacts(face, index: Int(index))
    }
  }

  private init?(_ face: OpaquePointer, index: Int) {
    // Name 16 is the family of all weights, name 1 a family of at most four styles. Name 16 exists only if they differ.
    guard let family = Self.name(16, of: face) ?? Self.name(1, of: face) else { return nil }
    self.family = family
    self.index = index
    // 'OS/2': usWeightClass, usWidthClass and fsSelection, big-endian.
    let table = hb_face_reference_table(face, 0x4F53_2F32)
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(table, &length), length >= 64 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
    func word(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    weight = word(4)
    let (isItalic, isOblique) = (word(62) & 1 != 0, word(62) & 0x200 != 0)
    isRegular = word(6) == 5 && !isItalic && !isOblique && 100...900 ~= weight
    isVariable = hb_ot_var_has_data(face) != 0
    license = Self.license(of: face)
  }

  /// Licenses by the text with which fonts refer to them.
  private static let licenses = [
    ("open font license", "SIL Open Font License"), ("scripts.sil.org/ofl", "SIL Open Font License"),
    ("openfontlicense.org", "SIL Open Font License"), ("apache license", "Apache License"),
    ("apache.org/licenses", "Apache License"), ("ubuntu font licen", "Ubuntu Font Licence"),
  ]

  /// Returns the license from names 13 (description) and 14 (URL): the name of a known license, else the beginning of
  /// the description.
  private static func license(of face: OpaquePointer) -> String? {
    let words = [13, 14].compactMap { name($0, of: face, limit: 4096) }
    let text = words.joined(separator: " ").lowercased()
    if let known = licenses.first(where: { text.contains($0.0) }) { return known.1 }
    guard let first = words.first else { return nil }
    let line = first.prefix { !$0.isNewline }
    return line.count > 80 ? "\(line.prefix(79))…" : String(line)
  }

  /// Returns an English name from the `name` table; nil if it doesn't exist.
  static func name(_ id: UInt32, of face: OpaquePointer, limit: Int = 256) -> String? {
    var buffer = [CChar](repeating: 0, count: limit)
    var size = UInt32(buffer.count)
    hb_ot_name_get_utf8(face, hb_ot_name_id_t(id), hb_language_from_string("en", -1), &size, &buffer)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}

/// Opens a font file for HarfBuzz.
enum FontBlob {
  /// Returns the file's bytes, memory-mapped. The caller owns the blob.
  ///
  /// - Returns: Nil if there is no readable regular file.
  static func open(_ path: String) -> OpaquePointer? {
    guard let file = try? RegularFile(path).mapped(), let count = UInt32(exactly: file.bytes.count) else { return nil }
    // HarfBuzz releases the mapping, even if it fails to create a blob.
    return hb_blob_create_or_fail(
      file.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, HB_MEMORY_MODE_READONLY,
      Unmanaged.passRetained(file).toOpaque(),
      { owner in if let owner { Unmanaged<MappedFile>.fromOpaque(owner).release() } })
  }
}

/// One worker's FreeType library: FreeType objects must not be shared between threads.
final class FreeTypeLibrary {
  let pointer: FT_Library
  private let memory: FT_Memory

  /// Avoids `FT_Init_FreeType`, with which an environment variable (FREETYPE_PROPERTIES) can change how glyphs look.
  init?() {
    memory = FT_Memory.allocate(capacity: 1)
    memory.initialize(
      to: FT_MemoryRec_(
        user: nil, alloc: { _, size in malloc(size_t(size)) }, free: { _, block in free(block) },
        realloc: { _, _, size, block in realloc(block, size_t(size)) }))
    var library: FT_Library?
    guard FT_New_Library(memory, &library) == 0, let library else {
      memory.deallocate()
      return nil
    }
    pointer = library
    FT_Add_Default_Modules(library)
  }

  deinit {
    FT_Done_Library(pointer)
    memory.deallocate()
  }
}
