extension Bitmap {
  /// The same picture in another format; itself when it is in that format already.
  package func converted(to wanted: Format) -> Bitmap {
    guard wanted != format else { return self }
    var converted = bytes
    switch wanted {
    case .bgraPremultiplied:
      Bitmap.exchangeRedAndBlue(&converted)
      AlphaArithmetic.premultiply(&converted)
    case .rgba:
      Bitmap.straighten(&converted)
      Bitmap.exchangeRedAndBlue(&converted)
    }
    return Bitmap(width: width, height: height, format: wanted, bytes: converted) ?? self
  }

  /// No pixel lets anything through.
  package var isOpaque: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // In pieces: most pictures that are not opaque show it at once.
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + 4096)
        var all: UInt8 = 255
        for i in Swift.stride(from: start + 3, to: end, by: 4) { all &= bytes[i] }
        guard all == 255 else { return false }
        start = end
      }
      return true
    }
  }

  /// Pixels of four bytes, the first and the third of each exchanged.
  package static func exchangeRedAndBlue(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { bytes in
      for i in Swift.stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(i, i + 2) }
    }
  }

  private static func straighten(_ pixels: inout [UInt8]) {
    AlphaArithmetic.straightColors.withUnsafeBufferPointer { table in
      pixels.withUnsafeMutableBufferPointer { bytes in
        for i in Swift.stride(from: 0, to: bytes.count, by: 4) where bytes[i + 3] != 255 {
          let row = Int(bytes[i + 3]) << 8
          bytes[i] = table[row | Int(bytes[i])]
          bytes[i + 1] = table[row | Int(bytes[i + 1])]
          bytes[i + 2] = table[row | Int(bytes[i + 2])]
        }
      }
    }
  }
}
