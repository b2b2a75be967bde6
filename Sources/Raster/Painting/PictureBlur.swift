import Pixels

/// Pictures with nothing to be made out: a Gaussian over a thumbnail, enlarged. It costs the same whatever the picture's
/// size, and looks the same at every scale.
package enum PictureBlur {
  /// Pixels of a thumbnail's longer side.
  private static let side = 48
  /// Of the Gaussian, as a share of that side: no more than a few patches of colour are left.
  private static let sigma = 0.085

  /// The thumbnail for a picture of so many pixels.
  package static func thumbnail(ofWidth width: Int, height: Int) -> PixelSize {
    let longer = Double(max(width, height, 1))
    func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * Double(side) / longer).rounded())) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }

  /// - Parameter thumbnail: In the proportions of the result, whose size in pixels is given.
  package static func blurred(_ thumbnail: Bitmap, width: Int, height: Int) -> Bitmap {
    guard thumbnail.width > 0, thumbnail.height > 0 else {
      return Resampler.scale(thumbnail, toWidth: width, height: height)
    }
    var small = thumbnail.converted(to: .bgraPremultiplied)
    let (columns, rows) = (small.width, small.height)
    let blur = GaussianBlur(sigma: Double(side) * sigma)
    // What lies beyond the edges counts for nothing: each pixel is the mean of those around it that there are.
    var share = [Float](repeating: 1, count: columns * rows)
    blur.apply(to: &share, width: columns, height: rows)
    var bytes = small.bytes
    for channel in 0..<4 {
      var values = (0..<columns * rows).map { Float(small.bytes[$0 * 4 + channel]) }
      blur.apply(to: &values, width: columns, height: rows)
      for index in values.indices {
        bytes[index * 4 + channel] = UInt8(min(max(0, (values[index] / share[index]).rounded()), 255))
      }
    }
    small = Bitmap(width: columns, height: rows, format: .bgraPremultiplied, bytes: bytes) ?? small
    return Resampler.scale(small, toWidth: width, height: height)
  }
}
