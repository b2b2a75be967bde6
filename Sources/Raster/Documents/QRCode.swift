import CQREncode

/// A text as a square of dark and light modules, which a phone's camera reads (ISO/IEC 18004), with libqrencode.
package struct QRCode: Hashable, Sendable {
  /// Modules a side, without the light edge of four that has to be around them.
  package let side: Int
  /// Rows from the top; true is dark.
  package let modules: [Bool]

  /// Modules that stay light on each side.
  package static let quietZone = 4

  /// Of medium correction: it is read with a seventh of it covered.
  ///
  /// - Returns: Nil of an empty text, and of one that is too long for the largest square (2 331 bytes).
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M) else {
      return nil
    }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    // The lowest bit says whether it is dark.
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }
}
