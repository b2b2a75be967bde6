import CQREncode

/// A text encoded as a QR code (ISO/IEC 18004), with libqrencode.
package struct QRCode: Hashable, Sendable {
  /// Modules per side, without the light quiet zone of four modules around them.
  package let side: Int
  /// Rows from the top; true is dark.
  package let modules: [Bool]

  /// Modules that stay light on each side.
  package static let quietZone = 4

  /// Uses medium error correction, which tolerates a seventh of the code being covered.
  ///
  /// - Returns: Nil if the text is empty or longer than the largest code can hold (2 331 bytes).
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M) else {
      return nil
    }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    // The lowest bit says whether the module is dark.
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }
}
