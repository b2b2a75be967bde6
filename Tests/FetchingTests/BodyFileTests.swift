import Fetching
import Files
import Support
import Testing

@Suite("Bodies that go to a file")
struct BodyFileTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func body(_ pieces: [[UInt8]], limit: Int = 1 << 24) throws -> BodyFile {
    let body = BodyFile("answer", in: scratch.tree, limit: limit)
    try body.begin(HTTPHead(status: 200))
    for piece in pieces { try piece.withUnsafeBytes { try body.append($0) } }
    return body
  }

  @Test("The file has the body, the answer its beginning")
  func beginning() throws {
    let piece = [UInt8](repeating: 7, count: 50_000)
    let body = try body([piece, piece, piece])
    #expect(body.bytes == [UInt8](repeating: 7, count: 1 << 16))
    #expect(try body.file().bytes(limit: 1 << 20) == piece + piece + piece)
  }

  @Test("A body beyond the limit is refused, by its stated length or when it arrives")
  func limit() throws {
    #expect(throws: BodyTooLarge.self) { try body([[1, 2, 3], [4, 5]], limit: 4) }
    let stated = BodyFile("answer", in: scratch.tree, limit: 4)
    let head = HTTPHead(status: 200, headers: [HTTPHeader("Content-Length", "5")])
    #expect(throws: BodyTooLarge.self) { try stated.begin(head) }
    #expect(stated.isTooLarge)
  }

  @Test("Another attempt starts a new file")
  func again() throws {
    let body = try body([[1, 2, 3]])
    try body.begin(HTTPHead(status: 200))
    try [UInt8]([9]).withUnsafeBytes { try body.append($0) }
    #expect(try body.file().bytes(limit: 100) == [9])
  }

  @Test(
    "A secret is found wherever it is in the file, also across two searched pieces", arguments: [0, 70_000, 1 << 20])
  func secret(place: Int) throws {
    let secret = Secret("tok-3n-5ecret", for: "https://a.example")
    let before = [UInt8](repeating: 0x20, count: max(0, place - 5))
    #expect(try body([before, Array("tok-3n-\\u0035ecret".utf8), before]).holds(secret))
    #expect(try !body([before, Array("tok-3n-another".utf8)]).holds(secret))
  }
}
