import Diagnostics
import Drawing
import Foundation
import Raster
import Testing

/// Font sets from temporary folders.
struct FontsSetTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("fonts-\(UUID().uuidString)")
    var path: String { url.path }

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ data: Data, _ name: String) throws {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
  }

  private func inter() throws -> (FontLock.Face, Data) {
    let entry = FontSet.report(lock: FontLock(faces: [LockedFonts.lock.faces[0]]), searching: LockedFonts.folders)
      .entries[0]
    return (entry.face, try Data(contentsOf: URL(fileURLWithPath: try #require(entry.path))))
  }

  @Test("missing files are named together with the packages that bring them")
  func missing() throws {
    let folder = try Folder()
    let diagnostic = #expect(throws: Diagnostic.self) {
      try FontSet.load(lock: LockedFonts.lock, searching: [folder.path, "/no/such/folder"])
    }
    #expect(diagnostic?.code == "font.missing")
    #expect(diagnostic?.message.contains("Inter-Regular.otf") == true)
    #if !os(macOS)
      #expect(diagnostic?.hint?.contains("fonts-inter fonts-noto-core fonts-noto-cjk") == true)
    #endif
  }

  @Test("a file of another size is refused when the set is loaded")
  func otherSize() throws {
    let (face, data) = try inter()
    let folder = try Folder()
    try folder.write(data.dropLast(), face.file)
    let diagnostic = #expect(throws: Diagnostic.self) {
      try FontSet.load(lock: FontLock(faces: [face]), searching: [folder.path])
    }
    #expect(diagnostic?.code == "font.different")
    #expect(diagnostic?.message.contains("\(data.count - 1) bytes instead of \(data.count)") == true)
  }

  @Test("a file of the right size with other bytes is refused when a text needs it, and never drawn with")
  func otherBytes() throws {
    var (face, data) = try inter()
    data[data.count / 2] ^= 1
    let folder = try Folder()
    try folder.write(data, face.file)
    let fonts = try FontSet.load(lock: FontLock(faces: [face]), searching: [folder.path])
    #expect(fonts.problems.isEmpty)
    #expect(Typesetter(fonts: fonts).shape("abc").glyphs.isEmpty)
    #expect(fonts.problems.map(\.code) == ["font.different"])
    #expect(throws: Diagnostic.self) {
      try Painter(fonts: fonts).paint(DisplayList(size: .zero, commands: []), scale: 1, images: NoPictures())
    }
  }

  @Test("of several files with the name, in subfolders too, the one with the locked bytes is taken")
  func severalFiles() throws {
    let (face, data) = try inter()
    var spoilt = data
    spoilt[data.count / 2] ^= 1
    let folder = try Folder()
    try folder.write(Data("short".utf8), "a/\(face.file)")
    try folder.write(spoilt, "b/\(face.file)")
    try folder.write(data, "c.d/e/\(face.file)")
    let fonts = try FontSet.load(lock: FontLock(faces: [face]), searching: [folder.path])
    #expect(Typesetter(fonts: fonts).shape("abc").glyphs.count == 3)
    #expect(fonts.problems.isEmpty)
  }

  @Test("a report tells for each face whether it is there, missing or another")
  func report() throws {
    let (face, data) = try inter()
    let folder = try Folder()
    var spoilt = data
    spoilt[data.count / 2] ^= 1
    try folder.write(data, face.file)
    try folder.write(spoilt, "Other.otf")
    var (other, absent) = (face, face)
    other.file = "Other.otf"
    absent.file = "Absent.otf"
    let report = FontSet.report(lock: FontLock(faces: [face, other, absent]), searching: [folder.path])
    #expect(report.entries.map(\.status) == [.ok, .different, .missing])
    #expect(report.entries.map { $0.path != nil } == [true, true, false])
    #expect(!report.isSound)
  }

  @Test("the project's lock is sound on this machine")
  func soundLock() {
    let report = FontSet.report(lock: LockedFonts.lock, searching: LockedFonts.folders)
    #expect(report.entries.filter { $0.status != .ok }.map(\.face.file) == [])
  }

  @Test("every library tells its version")
  func versions() {
    for (name, version) in LibraryVersions.all {
      #expect(version.split(separator: ".").count >= 2, "\(name) \(version)")
    }
  }
}
