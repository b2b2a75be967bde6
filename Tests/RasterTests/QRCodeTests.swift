import Raster
import Testing

@Suite("Codes of addresses")
struct QRCodeTests {
  @Test("a short text is a square of 21 modules with a mark in three corners, and none in the fourth")
  func marks() throws {
    let code = try #require(QRCode("feedproof"))
    #expect(code.side == 21 && code.modules.count == 441)
    // ISO/IEC 18004, 6.3.3: seven modules per side, dark around a light ring.
    func row(_ y: Int, from x: Int) -> [Bool] { (0..<7).map { code.modules[y * code.side + x + $0] } }
    for corner in [(0, 0), (14, 0), (0, 14)] {
      #expect(row(corner.1, from: corner.0) == [Bool](repeating: true, count: 7))
      #expect(row(corner.1 + 1, from: corner.0) == [true, false, false, false, false, false, true])
    }
    #expect(row(14, from: 14) != [Bool](repeating: true, count: 7))
  }

  @Test("no text and one that is too long have no code")
  func none() {
    #expect(QRCode("") == nil && QRCode(String(repeating: "a", count: 3_000)) == nil)
  }
}
