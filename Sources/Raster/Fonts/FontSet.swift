import CPangoCairo
import Diagnostics
import Drawing
import Synchronization

/// The faces of a lock, found on this machine. No other font is ever used: font configuration, environment variables
/// and the home folder are ignored.
///
/// Loading checks names and sizes only. A face is opened, and its file's digest checked, when a text first needs it, so
/// that Cyrillic text doesn't pay for 20 MB of CJK fonts. This can't affect results: which face draws a character
/// depends only on the lock's order and the character sets of the faces (see `FaceOrder`), never on what happens to be
/// open. A face for one script doesn't even have to exist until a text needs it.
package final class FontSet: Sendable {
  package let lock: FontLock
  /// The scripts that have faces of their own in the lock.
  let scripts: Set<WritingSystem>
  private let faces: [LockedFace]
  /// The problems that prevented texts from being shaped.
  private let noted = Mutex<[Diagnostic]>([])

  private init(lock: FontLock, faces: [LockedFace]) {
    self.lock = lock
    self.faces = faces
    scripts = Set(lock.faces.compactMap(\.script).map { WritingSystem($0) })
  }

  /// Finds the lock's files by name under `folders`, in that order. If several files have the name, those of the locked
  /// size are used. Throws a `Diagnostic`: `font.missing`, `font.different`. Problems with a face for one script are
  /// added to `problems` when a text needs it.
  package static func load(lock: FontLock, searching folders: [String]) throws(Diagnostic) -> FontSet {
    let found = lock.candidates(in: folders)
    let missing = lock.faces.filter { found[$0.place] == nil && !$0.isOptional }
    guard missing.isEmpty else { throw Diagnostic(FontIssue.missing(missing)) }
    var files: [String: Result<FontFile, Diagnostic>] = [:]
    var faces: [LockedFace] = []
    for (index, face) in lock.faces.enumerated() {
      let file = files[face.place] ?? Self.file(of: face, found[face.place] ?? [])
      files[face.place] = file
      if case .failure(let problem) = file, !face.isOptional { throw problem }
      faces.append(LockedFace(FontFaceID(index: index), face, file))
    }
    return FontSet(lock: lock, faces: faces)
  }

  /// The paths of the font files, without duplicates, in the order of the lock.
  package var paths: [String] { faces.flatMap(\.paths).uniqued() }

  private static func file(of face: FontLock.Face, _ paths: [String]) -> Result<FontFile, Diagnostic> {
    if paths.isEmpty { return .failure(Diagnostic(FontIssue.missing([face]))) }
    return Result { () throws(Diagnostic) in try FontFile(face, sized: paths) }
  }

  /// The problems found so far with opened files and shaped texts; empty if all is well. A face with a problem draws
  /// nothing, and a text that failed is empty. Callers that measure or draw must check this before they trust the
  /// result (`Painter` does).
  package var problems: [Diagnostic] { (faces.compactMap(\.problem) + noted.withLock { $0 }).uniqued() }

  /// Records that a text could not be shaped.
  func note(_ problem: Diagnostic) {
    noted.withLock { if !$0.contains(problem) { $0.append(problem) } }
  }

  /// Opens the face if necessary. Returns nil if it doesn't exist, or if it can't be opened, which `problems` reports.
  func face(_ id: FontFaceID) -> FontFace? {
    faces.indices.contains(id.index) ? faces[id.index].opened : nil
  }
}

/// A face of a set, opened at most once.
private final class LockedFace: Sendable {
  private let id: FontFaceID
  private let facts: FontLock.Face
  private let file: Result<FontFile, Diagnostic>
  private let tried = Mutex<Result<FontFace, Diagnostic>?>(nil)

  init(_ id: FontFaceID, _ facts: FontLock.Face, _ file: Result<FontFile, Diagnostic>) {
    self.id = id
    self.facts = facts
    self.file = file
  }

  var paths: [String] { (try? file.get())?.paths ?? [] }

  var opened: FontFace? {
    tried.withLock { tried in
      let face = tried ?? Result { () throws(Diagnostic) in try FontFace(id: id, facts: facts, file: try file.get()) }
      tried = face
      return try? face.get()
    }
  }

  var problem: Diagnostic? { tried.withLock { if case .failure(let problem)? = $0 { problem } else { nil } } }
}

/// The order in which the lock's faces are tried for a character. The first face that has the character draws it.
///
/// It is a pure function of the lock, the style, and the characters of the text. That makes shaped text independent of
/// the machine, of other texts and of threads. The lock doesn't state what a face covers (and so can't be wrong about
/// it): the face's character map decides, and faces after the first match are never opened. The lock may state that a
/// face is for one script, so that other texts skip the face.
package struct FaceOrder: Hashable {
  /// The regional style of Han characters, which Unicode doesn't distinguish.
  package enum Han: String, Hashable {
    case chinese = "zh"
    case japanese = "ja"
    case korean = "ko"

    /// Kana make a text Japanese, hangul makes it Korean; Han characters alone count as Chinese.
    init(of text: some Sequence<Unicode.Scalar>) {
      var hasHangul = false
      for scalar in text where scalar.value >= 0x1100 {
        switch scalar.value {
        case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D:
          self = .japanese
          return
        case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: hasHangul = true
        default: break
        }
      }
      self = hasHangul ? .korean : .chinese
    }
  }

  var family: String
  /// The CSS weight.
  var weight: Int
  var han: Han
  /// The lock's scripts that occur in the text; faces for other scripts are not tried.
  var scripts: Set<WritingSystem> = []

  package init(family: String, weight: Int, han: Han, scripts: Set<WritingSystem> = []) {
    (self.family, self.weight, self.han, self.scripts) = (family, weight, han, scripts)
  }

  /// Returns the first element of `text(in:)`.
  package func first(in lock: FontLock) -> FontFaceID? {
    let own = lock.faces.indices.filter { lock.faces[$0].family == family && lock.faces[$0].style == "normal" }
    if own.isEmpty { return text(in: lock).first }
    return nearest(among: own.map { (FontFaceID(index: $0), lock.faces[$0]) })
  }

  /// Returns the order for text: the style's family, then the others as the lock lists them, each with the face nearest
  /// in weight; Han faces of other languages last.
  package func text(in lock: FontLock) -> [FontFaceID] {
    let ranked = families(of: lock).map { name, faces in
      name == family
        ? (0, nearest(among: faces))
        : (isForeign(faces[0].face) ? 2 : 1, nearest(among: faces, isEmphasized: weight > 400 && isThin(faces[0].face)))
    }
    return (0...2).flatMap { rank in ranked.filter { $0.0 == rank }.map(\.1) }
  }

  /// Returns the order for characters with emoji presentation: emoji families before all others.
  package func emoji(in lock: FontLock) -> [FontFaceID] {
    let order = text(in: lock)
    let isEmoji = { (id: FontFaceID) in lock.faces[id.index].emoji == true }
    return order.filter(isEmoji) + order.filter { !isEmoji($0) }
  }

  private typealias Candidate = (id: FontFaceID, face: FontLock.Face)

  /// Returns upright faces by family, in the order of the lock.
  private func families(of lock: FontLock) -> [(name: String, faces: [Candidate])] {
    var families: [(name: String, faces: [Candidate])] = []
    for (index, face) in lock.faces.enumerated() where face.style == "normal" && isAsked(face) {
      let candidate = (FontFaceID(index: index), face)
      if let known = families.firstIndex(where: { $0.name == face.family }) {
        families[known].faces.append(candidate)
      } else {
        families.append((face.family, [candidate]))
      }
    }
    return families
  }

  private func isAsked(_ face: FontLock.Face) -> Bool {
    guard face.family != family else { return true }
    guard face.fallback != false else { return false }
    guard let script = face.script else { return true }
    return scripts.contains(WritingSystem(script))
  }

  /// Whether letters of weight 400 are visibly thinner than Latin ones of 500 next to them. Other scripts' are not.
  private func isThin(_ face: FontLock.Face) -> Bool { face.family.contains("Arabic") }

  private func isForeign(_ face: FontLock.Face) -> Bool { face.language.map { $0 != han.rawValue } ?? false }

  /// CSS font matching: 400 and 500 try each other first, then lighter, then bolder faces. Lighter weights try lighter
  /// faces first, bolder weights bolder ones.
  ///
  /// - Parameter isEmphasized: Whether the text has to be bolder than running text in these faces, too, which may only
  ///   have 400 and 700: then 500 also tries bolder faces first.
  private func nearest(among faces: [Candidate], isEmphasized: Bool = false) -> FontFaceID {
    func cost(_ candidate: Int) -> Int {
      if candidate == weight { return 0 }
      let distance = abs(candidate - weight)
      let preferred =
        switch weight {
        case _ where isEmphasized: candidate > weight
        case ..<400: candidate < weight
        case 400...500: candidate > weight && candidate <= 500
        default: candidate > weight
        }
      if preferred { return distance }
      let second = !isEmphasized && (400...500).contains(weight) && candidate < weight
      return distance + (second ? 1_000 : 2_000)
    }
    return faces.min { cost($0.face.weight) < cost($1.face.weight) }?.id ?? faces[0].id
  }
}

/// A verified, opened face: its characters, metrics and tables.
///
/// `@unchecked Sendable`: the pointers are set once in `init` and only read afterwards. Both HarfBuzz objects are
/// immutable from then on, and HarfBuzz documents that they can be read from any thread.
final class FontFace: @unchecked Sendable {
  let id: FontFaceID
  let blob: OpaquePointer
  /// An `hb_face_t`.
  let face: OpaquePointer
  /// Every scalar that the face maps to a glyph.
  let characters: [ClosedRange<UInt32>]
  /// The index of the face in the file, for FreeType.
  let index: Int
  let metrics: Metrics

  /// The metrics of the `hhea` table, as fractions of the em; the descent is positive downward.
  struct Metrics: Hashable, Sendable {
    var ascent: Double
    var descent: Double
  }

  init(id: FontFaceID, facts: FontLock.Face, file: FontFile) throws(Diagnostic) {
    let unusable = Diagnostic(FontIssue.unusable(path: file.paths.first ?? facts.file, index: facts.index))
    let blob = try file.blob()
    guard let index = UInt32(exactly: facts.index), index < hb_face_count(blob),
      let face = hb_face_create(blob, index)
    else { throw unusable }
    hb_face_make_immutable(face)
    guard hb_face_get_glyph_count(face) > 0, let metrics = FontFace.horizontalMetrics(of: face) else {
      hb_face_destroy(face)
      throw unusable
    }
    self.id = id
    self.index = facts.index
    self.blob = hb_blob_reference(blob)
    self.face = face
    self.metrics = metrics
    self.characters = FontFace.characters(of: face)
  }

  deinit {
    hb_face_destroy(face)
    hb_blob_destroy(blob)
  }

  private static func characters(of face: OpaquePointer) -> [ClosedRange<UInt32>] {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(face, set)
    var ranges: [ClosedRange<UInt32>] = []
    var first: UInt32 = 0
    // HB_SET_VALUE_INVALID starts the iteration.
    var last = UInt32.max
    while hb_set_next_range(set, &first, &last) != 0 { ranges.append(first...last) }
    return ranges
  }

  /// Reads the table directly: HarfBuzz prefers OS/2 metrics in some fonts, while browsers and FreeType use `hhea`.
  private static func horizontalMetrics(of face: OpaquePointer) -> Metrics? {
    // 'hhea'
    let table = hb_face_reference_table(face, 0x6868_6561)
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(table, &length), length >= 8 else { return nil }
    func signed(at offset: Int) -> Double {
      let bytes = UnsafeRawPointer(data)
      let high = UInt16(bytes.load(fromByteOffset: offset, as: UInt8.self))
      let low = UInt16(bytes.load(fromByteOffset: offset + 1, as: UInt8.self))
      return Double(Int16(bitPattern: high << 8 | low))
    }
    let unitsPerEm = Double(hb_face_get_upem(face))
    guard unitsPerEm > 0 else { return nil }
    return Metrics(ascent: signed(at: 4) / unitsPerEm, descent: -signed(at: 6) / unitsPerEm)
  }
}
