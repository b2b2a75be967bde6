import Diagnostics
import Drawing
import Foundation
import Raster
import Support
import Testing

/// Typefaces of the lock for one script.
struct ScriptFacesTests {
  private static let georgian = "NotoSansGeorgian-Regular.ttf"
  private static var scriptFaces: [FontLock.Face] { LockedFonts.lock.faces.filter { $0.script != nil } }

  /// Returns the project's lock with a folder in which `files` have the locked sizes but other bytes, so that each
  /// opened one is reported as a problem.
  private func set(spoiling files: Set<String>, in folder: TemporaryFolder) throws -> FontSet {
    for face in LockedFonts.lock.faces where files.contains(face.file) {
      let file = folder.url.appendingPathComponent(face.file)
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: UInt64(face.bytes))
      try handle.close()
    }
    // Files of the first folder win if they have the right size, so link all intact ones into it.
    for face in LockedFonts.lock.faces where !files.contains(face.file) {
      let link = folder.url.appendingPathComponent(face.file)
      let found = FontSearch.paths(of: [face.file], in: LockedFonts.folders)[face.file]?.first
      if !FileManager.default.fileExists(atPath: link.path), let found {
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: found)
      }
    }
    return try FontSet.load(lock: LockedFonts.lock, searching: [folder.url.path])
  }

  @Test("loading opens no file, and a text opens none of a script that it isn't written in")
  func unopened() throws {
    let folder = try TemporaryFolder()
    let fonts = try set(spoiling: Set(Self.scriptFaces.map(\.file)), in: folder)
    let setter = Typesetter(fonts: fonts)
    // No typeface has the last character, so every one that may be tried is.
    for text in ["Hello", "Привет", "سلام", "שלום", "你好", "日本語です", "한국어", "नमस्ते", "สวัสดี", "😀", "☞", "\u{F8FF}"] {
      #expect(!setter.shape(text).glyphs.isEmpty)
    }
    #expect(fonts.problems.isEmpty)
  }

  @Test("a text opens the one file of its script, and none of the large ones behind it")
  func opened() throws {
    let folder = try TemporaryFolder()
    let large = LockedFonts.lock.faces.filter { $0.language != nil || $0.emoji == true }
    let others = (Self.scriptFaces + large).map(\.file).filter { $0 != Self.georgian }
    let fonts = try set(spoiling: Set(others), in: folder)
    let text = Typesetter(fonts: fonts).shape("საქართველო, 2024")
    #expect(text.missing.isEmpty && text.families.contains("Noto Sans Georgian"))
    #expect(fonts.problems.isEmpty)
    // The file was opened: with other bytes, it is reported.
    let spoilt = try TemporaryFolder()
    let without = try set(spoiling: [Self.georgian], in: spoilt)
    _ = Typesetter(fonts: without).shape("საქართველო, 2024")
    #expect(without.problems.map(\.code) == ["font.different"])
    #expect(without.problems.first?.message.contains(Self.georgian) == true)
  }

  @Test("texts in other scripts try the same faces in the same order as without them")
  func order() {
    let lock = LockedFonts.lock
    let without = FontLock(faces: lock.faces.filter { $0.script == nil })
    for han in [FaceOrder.Han.chinese, .japanese, .korean] {
      for weight in [400, 700] {
        let order = FaceOrder(family: "Inter", weight: weight, han: han)
        #expect(
          order.text(in: lock).map { lock.faces[$0.index] } == order.text(in: without).map { without.faces[$0.index] })
        #expect(
          order.emoji(in: lock).map { lock.faces[$0.index] } == order.emoji(in: without).map { without.faces[$0.index] }
        )
      }
    }
  }

  @Test("a medium weight is bold in Arabic, which has no medium one, and regular text stays regular")
  func medium() throws {
    let lock = LockedFonts.lock
    func weights(_ weight: Int) -> [String: Int] {
      let faces = FaceOrder(family: "Inter", weight: weight, han: .chinese).text(in: lock).map { lock.faces[$0.index] }
      return Dictionary(faces.map { ($0.family, $0.weight) }) { first, _ in first }
    }
    #expect(weights(500)["Inter"] == 500)
    for (family, medium) in [("Noto Sans Arabic", 700), ("Noto Sans Hebrew", 400)] {
      #expect(weights(400)[family] == 400)
      #expect(weights(500)[family] == medium)
      #expect(weights(600)[family] == 700)
    }
    // A text's own family follows CSS.
    let own = FaceOrder(family: "Noto Sans Arabic", weight: 500, han: .chinese).text(in: lock)
    #expect(own.first.map { lock.faces[$0.index].weight } == 400)
  }

  @Test("the first face of an order is the one that a line is measured by")
  func first() {
    for (family, weight) in [("Inter", 600), ("Noto Sans", 500), ("Nowhere", 400), ("Noto Sans Georgian", 400)] {
      let order = FaceOrder(family: family, weight: weight, han: .chinese)
      #expect(order.first(in: LockedFonts.lock) == order.text(in: LockedFonts.lock).first)
    }
  }

  @Test("an absent file of a script is reported when a text needs it, with its package, and not before")
  func absent() throws {
    var lock = LockedFonts.lock
    for index in lock.faces.indices where lock.faces[index].file == Self.georgian {
      lock.faces[index].file = "Nowhere.ttf"
    }
    let fonts = try FontSet.load(lock: lock, searching: LockedFonts.folders)
    let setter = Typesetter(fonts: fonts)
    #expect(!setter.shape("Hello").glyphs.isEmpty && fonts.problems.isEmpty)
    _ = setter.shape("საქართველო")
    #expect(fonts.problems.map(\.code) == ["font.missing"])
    #if !os(macOS)
      #expect(fonts.problems.first?.hint == "apt-get install fonts-noto-core")
    #endif
    // A lock of the available files omits it.
    let written = try lock.locking(filesIn: LockedFonts.folders)
    #expect(written.faces.count == lock.faces.count - 1)
  }
}
