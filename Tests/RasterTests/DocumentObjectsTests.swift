import Testing

@testable import Raster

@Suite("The table of a document's objects")
struct DocumentObjectsTests {
  /// Object 1 begins at 9, object 2 at 28; others were never written.
  private static let objects = "%PDF-1.5\n1 0 obj\n<<>>endobj\n2 0 obj\n[]\nendobj\n"

  private static func table(_ entries: [String]) -> String {
    "xref\n0 \(entries.count)\n" + entries.map { $0 + " \n" }.joined() + "trailer\n<< /Size \(entries.count) >>\n"
  }

  private func mended(_ table: String, inPiecesOf length: Int) -> String {
    var objects = DocumentObjects()
    let bytes = Array((Self.objects + table).utf8)
    for start in stride(from: 0, to: bytes.count, by: length) {
      objects.pass(Array(bytes[start..<min(bytes.count, start + length)]))
    }
    var end = Array(table.utf8)
    objects.mend(&end)
    return String(decoding: end, as: UTF8.self)
  }

  @Test("an object that nobody has written is free, however the bytes come", arguments: [1, 2, 7, 1000])
  func free(length: Int) {
    let table = Self.table([
      "0000000000 65535 f", "0000000009 00000 n", "0000000028 00000 n", "0000000009 00000 n", "0000000009 00000 n",
    ])
    #expect(
      mended(table, inPiecesOf: length)
        == Self.table([
          "0000000003 65535 f", "0000000009 00000 n", "0000000028 00000 n", "0000000004 00001 f", "0000000000 00001 f",
        ]))
  }

  @Test("a table that is right, one that is cut off and a file without one stay as they are")
  func others() {
    let right = Self.table(["0000000000 65535 f", "0000000009 00000 n", "0000000028 00000 n"])
    for table in [right, "xref\n0 9\n0000000000 65535 f \n", "xref\n0 ", "startxref\n9\n", ""] {
      #expect(mended(table, inPiecesOf: 50) == table)
    }
  }
}
