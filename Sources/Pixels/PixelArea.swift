/// A rectangle of whole pixels inside a picture.
package struct PixelArea: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  package func isInside(_ size: PixelSize) -> Bool {
    x >= 0 && y >= 0 && width >= 0 && height >= 0 && x <= size.width - width && y <= size.height - height
  }
}

extension Bitmap {
  /// The smallest area that holds every pixel in which two pictures of one size and format differ; nil where none does.
  package func difference(from other: Bitmap) -> PixelArea? {
    guard size == other.size, format == other.format else { return PixelArea(size) }
    let stride = stride
    return bytes.withUnsafeBytes { own in
      other.bytes.withUnsafeBytes { others in
        let differs = { (row: Int) in
          let start = row * stride
          return !own[start..<(start + stride)].elementsEqual(others[start..<(start + stride)])
        }
        guard let top = (0..<height).first(where: differs), let bottom = (top..<height).last(where: differs) else {
          return nil
        }
        var (left, right) = (width, 0)
        for row in top...bottom {
          let start = row * stride
          let same = { (x: Int) in
            own.loadUnaligned(fromByteOffset: start + x * 4, as: UInt32.self)
              == others.loadUnaligned(fromByteOffset: start + x * 4, as: UInt32.self)
          }
          left = (0..<left).first { !same($0) } ?? left
          if let last = (right..<width).last(where: { !same($0) }) { right = last + 1 }
        }
        return PixelArea(x: left, y: top, width: right - left, height: bottom - top + 1)
      }
    }
  }
}
