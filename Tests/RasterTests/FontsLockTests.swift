import Diagnostics
import Foundation
import Support
import Testing

@testable import Raster

struct FontsLockTests {
  @Test(
    "SHA-256 is that of FIPS 180-4's examples",
    arguments: [
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digest(text: String, expected: String) {
    #expect(SHA256.hex(of: Array(text.utf8)) == expected)
    #expect(SHA256.hex(of: text.utf8) == expected)
  }

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
