import Diagnostics
import Foundation
import Raster
import Support
import Testing

struct FontsLockTests {
  @Test("locking the installed files gives the project's lock, which was written by fontTools and hashlib")
  func relocking() throws {
    var blank = LockedFonts.lock
    for index in blank.faces.indices {
      blank.faces[index].sha256 = ""
      blank.faces[index].bytes = 0
      blank.faces[index].version = ""
    }
    #expect(try blank.locking(filesIn: LockedFonts.folders) == LockedFonts.lock)
  }

  @Test("a lock survives being written and read")
  func roundTrip() throws {
    #expect(try FontLock(json: Data(LockedFonts.lock.json().utf8)) == LockedFonts.lock)
  }

  @Test(
    "a lock that can't be used says why",
    arguments: [
      ("nonsense", "font.lock-unreadable"), ("{\"schema\": 1}", "font.lock-unreadable"),
      ("{\"schema\": 9, \"faces\": []}", "font.lock-schema"), ("{\"schema\": 1, \"faces\": []}", "font.lock-empty"),
    ])
  func unusable(json: String, code: String) {
    let diagnostic = #expect(throws: Diagnostic.self) { try FontLock(json: Data(json.utf8), name: "my.lock.json") }
    #expect(diagnostic?.code == code)
    #expect(diagnostic?.place?.file == "my.lock.json")
    #expect(diagnostic?.hint != nil)
  }

  @Test("a lock can't name a file outside the font folders")
  func paths() {
    let json = """
      {"schema": 1, "faces": [{"family": "a", "style": "normal", "weight": 400, "file": "../a.ttf", "index": 0,
      "version": "", "sha256": "", "bytes": 0}]}
      """
    let diagnostic = #expect(throws: Diagnostic.self) { try FontLock(json: Data(json.utf8)) }
    #expect(diagnostic?.code == "font.lock-face")
  }
}
