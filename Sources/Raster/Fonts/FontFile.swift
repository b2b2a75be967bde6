import CPangoCairo
import Diagnostics
import Digests
import Files
import Foundation
import Synchronization

/// One file of the lock: found by name and size when the set is loaded, opened and verified when a text first needs it.
///
/// `@unchecked Sendable`: everything is constant but `opened`, which a mutex guards. Its blob is an immutable mapping of
/// the file, made once and freed with the file; HarfBuzz's reference counts are atomic.
final class FontFile: @unchecked Sendable {
  /// Every face of a lock that lies in one file has the same facts.
  let facts: FontLock.Face
  /// Files with the locked name and size; the first whose digest is right is taken.
  let paths: [String]

  /// `@unchecked Sendable`: the blob in it is an immutable mapping, and the mutex around it guards the rest.
  private struct Opened: @unchecked Sendable { var blob: Result<OpaquePointer, Diagnostic>? }
  private let opened = Mutex(Opened())

  /// Keeps those of `candidates` that have the locked size; throws `font.different` where none has.
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

  /// The file's bytes as a HarfBuzz blob, owned by this object. Other threads wait while one verifies.
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

/// What a font file says of one of its faces.
struct FontFacts {
  var family: String
  /// CSS weight.
  var weight: Int
  /// Neither italic nor oblique, neither condensed nor expanded.
  var isRegular: Bool
  /// The face's place in the file.
  var index: Int
  /// Whether it has axes; what is drawn is where all of them are at their default.
  var isVariable: Bool
  /// What it may be used under, by the licence's name; nil where the file does not say.
  var license: String?

  /// Of every face of a file; nothing where it is no font.
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
    // Name 16 is the family of all weights, name 1 that of four styles at most; the former is there where they differ.
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

  /// Licences by what fonts say that are under them.
  private static let licenses = [
    ("open font license", "SIL Open Font License"), ("scripts.sil.org/ofl", "SIL Open Font License"),
    ("openfontlicense.org", "SIL Open Font License"), ("apache license", "Apache License"),
    ("apache.org/licenses", "Apache License"), ("ubuntu font licen", "Ubuntu Font Licence"),
  ]

  /// Names 13 and 14 are what the licence says, and where it is: a known one's name, else how the description begins.
  private static func license(of face: OpaquePointer) -> String? {
    let words = [13, 14].compactMap { name($0, of: face, limit: 4096) }
    let text = words.joined(separator: " ").lowercased()
    if let known = licenses.first(where: { text.contains($0.0) }) { return known.1 }
    guard let first = words.first else { return nil }
    let line = first.prefix { !$0.isNewline }
    return line.count > 80 ? "\(line.prefix(79))…" : String(line)
  }

  /// A name of the `name` table, in English; nil where it is not there.
  static func name(_ id: UInt32, of face: OpaquePointer, limit: Int = 256) -> String? {
    var buffer = [CChar](repeating: 0, count: limit)
    var size = UInt32(buffer.count)
    hb_ot_name_get_utf8(face, hb_ot_name_id_t(id), hb_language_from_string("en", -1), &size, &buffer)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}

/// A font's file as HarfBuzz takes it.
enum FontBlob {
  /// The file's bytes, of which those that are asked for come into memory. The caller owns the blob.
  ///
  /// - Returns: Nil where there is no regular file that can be read.
  static func open(_ path: String) -> OpaquePointer? {
    guard let file = try? RegularFile(path).mapped(), let count = UInt32(exactly: file.bytes.count) else { return nil }
    // HarfBuzz lets go of the mapping, also where it makes no blob of it.
    return hb_blob_create_or_fail(
      file.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, HB_MEMORY_MODE_READONLY,
      Unmanaged.passRetained(file).toOpaque(),
      { owner in if let owner { Unmanaged<MappedFile>.fromOpaque(owner).release() } })
  }
}

/// A FreeType library of one worker: FreeType objects must not be shared between threads.
final class FreeTypeLibrary {
  let pointer: FT_Library
  private let memory: FT_Memory

  /// Not `FT_Init_FreeType`: that one lets an environment variable (FREETYPE_PROPERTIES) change how glyphs look.
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
