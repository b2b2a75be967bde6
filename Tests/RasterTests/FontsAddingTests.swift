import Diagnostics
import Foundation
import Raster
import Support
import Testing

/// Adding families to a lock.
struct FontsAddingTests {
  private static let phoenician = "Noto Sans Phoenician"

  @Test("a family is found by the name in its files, and is in the lock with everything that tells its file")
  func adding() throws {
    let (lock, added) = try LockedFonts.lock.adding(family: "noto sans phoenician", filesIn: LockedFonts.folders)
    #expect(added.map(\.family) == [Self.phoenician] && added.map(\.weight) == [400])
    let face = try #require(added.first)
    #expect(face.file == "NotoSansPhoenician-Regular.ttf" && face.script == "Phnx")
    #expect(face.brew == "font-noto-sans-phoenician")
    #if !os(macOS)
      #expect(face.package == "fonts-noto-core")
    #endif
    #expect(lock.faces.filter { $0 != face } == LockedFonts.lock.faces)
    #expect(FontSet.report(lock: FontLock(faces: [face]), searching: LockedFonts.folders).isSound)
    // Before the fonts that are too large to open without need.
    let place = try #require(lock.faces.firstIndex(of: face))
    #expect(lock.faces[(place + 1)...].allSatisfy { $0.language != nil || $0.emoji == true || $0.fallback == false })
    #expect(try Typesetter(fonts: .load(lock: lock, searching: LockedFonts.folders)).shape("𐤀").missing.isEmpty)
  }

  @Test("a family of no script that is known comes last, and so draws what no face had")
  func last() throws {
    let lock = FontLock(faces: LockedFonts.lock.faces.filter { $0.family != "Inter" })
    let (grown, added) = try lock.adding(family: "Inter", filesIn: LockedFonts.folders)
    #expect(added.map(\.weight).prefix(2) == [400, 500] && added.allSatisfy { $0.script == nil })
    #expect(grown.faces.suffix(added.count) == added[...])
  }

  @Test("only the faces that the lock lacks are added, and none where it lacks none")
  func known() throws {
    let some = FontLock(faces: LockedFonts.lock.faces.filter { $0.family != "Noto Sans" || $0.weight == 400 })
    #expect(try some.adding(family: "Noto Sans", filesIn: LockedFonts.folders).added.map(\.weight).contains(700))
    let georgian = #expect(throws: Diagnostic.self) {
      try LockedFonts.lock.adding(family: "Noto Sans Phoenician", filesIn: LockedFonts.folders).lock
        .adding(family: "Noto Sans Phoenician", filesIn: LockedFonts.folders)
    }
    #expect(georgian?.code == "font.locked")
  }

  @Test("a family that is not installed is an error with its package, or with the family that was meant")
  func absent() throws {
    let folder = try TemporaryFolder()
    let noto = #expect(throws: Diagnostic.self) {
      try LockedFonts.lock.adding(family: "noto sans phoenician", filesIn: [folder.url.path])
    }
    #expect(noto?.code == "font.not-installed" && noto?.kind == .environment)
    #expect(noto?.message == "no font of the family \"Noto Sans Phoenician\" is installed")
    #if !os(macOS)
      #expect(noto?.hint == "apt-get install fonts-noto-core")
    #endif
    let misspelt = #expect(throws: Diagnostic.self) {
      try LockedFonts.lock.adding(family: "Noto Sans Phenician", filesIn: LockedFonts.folders)
    }
    #expect(misspelt?.hint == "did you mean \"Noto Sans Phoenician\"?")
    let unknown = #expect(throws: Diagnostic.self) {
      try LockedFonts.lock.adding(family: "Zapfino", filesIn: [folder.url.path])
    }
    #expect(unknown?.hint?.contains("FEEDPROOF_FONTS") == true)
  }

  @Test(
    "each script has the family that draws it",
    arguments: [
      ("ა", ["Noto Sans Georgian"]), ("𐤀", ["Noto Sans Phoenician"]), ("བ", ["Noto Serif Tibetan"]),
      ("漢かア한", ["Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR"]), ("a,1 \u{F8FF}😀", []),
    ])
  func families(text: String, expected: [String]) {
    #expect(NotoFamily.families(for: text.unicodeScalars.map(\.value)).map(\.name) == expected)
  }
}
