import Basics
import Raster
import Support
import Testing

@Suite("Resampling")
struct ResamplerTests {
  static let sizes = [(7, 4), (10, 10), (1, 1), (40, 30), (100, 3), (2, 90)]

  @Test("agrees with another implementation of Lanczos-3 to one step", arguments: CodecFixtures.expected.fills.indices)
  func reference(index: Int) throws {
    let expected = CodecFixtures.expected.fills[index]
    let source = try ImageDecoder.decode(CodecFixtures.bytes("soft.png")).bitmap
    let filled = Resampler.fill(source, width: expected.width, height: expected.height)
    let reference = CodecFixtures.hexadecimal(expected.premultipliedRGBA)
    try #require(filled.bytes.count == reference.count)
    for pixel in stride(from: 0, to: reference.count, by: 4) {
      for (channel, other) in [(0, 2), (1, 1), (2, 0), (3, 3)] {
        #expect(abs(Int(filled.bytes[pixel + other]) - Int(reference[pixel + channel])) <= 1)
      }
    }
  }

  @Test("the same size is the same bitmap")
  func sameSize() {
    let source = bitmap(5, 4) { x, y in [UInt8(x), UInt8(y), 3, 255] }
    #expect(Resampler.fill(source, width: 5, height: 4) == source)
    #expect(Resampler.scale(source, toWidth: 5, height: 4) == source)
  }

  @Test("a constant stays constant", arguments: sizes)
  func constant(width: Int, height: Int) {
    for pixel: [UInt8] in [[255, 255, 255, 255], [1, 77, 254, 255], [3, 2, 1, 3], [0, 0, 0, 0]] {
      let filled = Resampler.fill(bitmap(33, 21) { _, _ in pixel }, width: width, height: height)
      #expect(filled == bitmap(width, height) { _, _ in pixel })
    }
  }

  @Test("a single pixel fills any size")
  func singlePixel() {
    let pixel: [UInt8] = [9, 8, 7, 200]
    #expect(Resampler.fill(bitmap(1, 1) { _, _ in pixel }, width: 6, height: 3) == bitmap(6, 3) { _, _ in pixel })
  }

  @Test("an impulse's response is symmetrical")
  func impulse() {
    let source = bitmap(31, 31) { x, y in x == 15 && y == 15 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
    for side in [93, 17] {
      let response = Resampler.scale(source, toWidth: side, height: side)
      let column = { (x: Int, y: Int) in Int(response.bytes[(y * side + x) * 4]) }
      for y in 0..<side {
        for x in 0..<side {
          #expect(abs(column(x, y) - column(side - 1 - x, y)) <= 1)
          #expect(abs(column(x, y) - column(x, side - 1 - y)) <= 1)
        }
      }
    }
  }

  @Test("a fine checkerboard becomes mid-gray, without moiré", arguments: [(20, 20), (21, 13), (7, 5)])
  func checkerboard(width: Int, height: Int) {
    let source = bitmap(80, 80) { x, y in (x + y).isMultiple(of: 2) ? [255, 255, 255, 255] : [0, 0, 0, 255] }
    let small = Resampler.scale(source, toWidth: width, height: height)
    let inner = pixels(of: small).filter { (2..<width - 2).contains($0.x) && (2..<height - 2).contains($0.y) }
    #expect(!inner.isEmpty || width < 10)
    for pixel in inner { #expect((126...129).contains(pixel.bytes[0])) }
  }

  @Test("the mean is kept", arguments: [(16, 16), (11, 23), (5, 3)])
  func mean(width: Int, height: Int) {
    var numbers = SplitMix64(seed: 5)
    let source = bitmap(64, 64) { _, _ in
      let value = UInt8.random(in: 60...190, using: &numbers)
      return [value, value, value, 255]
    }
    let small = Resampler.scale(source, toWidth: width, height: height)
    #expect(abs(mean(of: small) - mean(of: source)) < 1.5)
  }

  @Test("a ramp stays a ramp", arguments: [3, 10, 40, 200])
  func ramp(width: Int) {
    let source = bitmap(52, 2) { x, _ in [UInt8(x * 5), 0, 0, 255] }
    let row = pixels(of: Resampler.scale(source, toWidth: width, height: 2)).filter { $0.y == 0 }.map { $0.bytes[0] }
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("white over nothing stays white: edges of alpha don't darken")
  func alphaEdges() {
    let source = bitmap(40, 40) { x, _ in x < 19 ? [255, 255, 255, 255] : [0, 0, 0, 0] }
    for side in [13, 90] {
      let straight = Resampler.scale(source, toWidth: side, height: side).converted(to: .rgba)
      for pixel in pixels(of: straight) where pixel.bytes[3] > 0 { #expect(pixel.bytes[0] == 255) }
    }
  }

  @Test("the fill shows the middle of what does not fit")
  func centered() {
    // Thirds in blue, green and red (as B, G, R, A). A square from the middle third is green except for its filtered
    // edges.
    let source = bitmap(90, 30) { x, _ in x < 30 ? [255, 0, 0, 255] : x < 60 ? [0, 255, 0, 255] : [0, 0, 255, 255] }
    let square = Resampler.fill(source, width: 15, height: 15)
    let inner = pixels(of: square).filter { (3..<12).contains($0.x) }
    for pixel in inner {
      #expect(pixel.bytes[1] >= 253)
      #expect(pixel.bytes[0] <= 2 && pixel.bytes[2] <= 2)
    }
  }

  @Test("very thin bitmaps fill", arguments: [(1, 500, 20, 20), (500, 1, 20, 20), (1, 1, 1, 300), (3, 2000, 2, 1)])
  func thin(width: Int, height: Int, toWidth: Int, toHeight: Int) {
    let source = bitmap(width, height) { _, _ in [10, 20, 30, 40] }
    #expect(
      Resampler.fill(source, width: toWidth, height: toHeight)
        == bitmap(toWidth, toHeight) { _, _ in [10, 20, 30, 40] })
  }

  @Test("nothing in or nothing wanted gives nothing, not a crash")
  func nothing() {
    let empty = Bitmap(clear: PixelSize(width: 0, height: 0))
    #expect(Resampler.fill(empty, width: 2, height: 1) == Bitmap(clear: PixelSize(width: 2, height: 1)))
    let source = bitmap(3, 3) { _, _ in [1, 1, 1, 1] }
    #expect(Resampler.fill(source, width: 0, height: 5).bytes.isEmpty)
    #expect(Resampler.fill(source, width: -1, height: 5).bytes.isEmpty)
    #expect(Resampler.fill(source, width: .max, height: .max).bytes.isEmpty)
  }

  @Test("straight bitmaps are resampled premultiplied and come back straight")
  func straight() throws {
    let bytes: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 0]
    let source = try #require(Bitmap(width: 2, height: 1, format: .rgba, bytes: bytes))
    let single = Resampler.scale(source, toWidth: 1, height: 1)
    #expect(single.format == .rgba)
    #expect(single.bytes[0] == 255 && single.bytes[1] == 0)
  }

  @Test("the kernel is Lanczos-3: its zeros, its symmetry, and values of the definition")
  func kernel() {
    #expect(ResamplingAxis.lanczos(0) == 1)
    for x in [1.0, 2, 3, 4] { #expect(abs(ResamplingAxis.lanczos(x)) < 1e-12) }
    // sinc(½) sinc(1/6) = (2/π) · (3/π), and sinc(3/2) sinc(1/2) = (−2/3π) · (2/π).
    #expect(abs(ResamplingAxis.lanczos(0.5) - 6 / (Double.pi * Double.pi)) < 1e-12)
    #expect(abs(ResamplingAxis.lanczos(-1.5) + 4 / (3 * Double.pi * Double.pi)) < 1e-12)
  }

  @Test("the weights of every output pixel add up to one", arguments: [(5000, 7), (7, 5000), (1, 9), (300, 299)])
  func weights(source: Int, count: Int) {
    let axis = ResamplingAxis(source: source, origin: 0, length: Double(source), count: count)
    for index in 0..<count {
      let row = axis.weights[index * axis.taps..<(index + 1) * axis.taps]
      #expect(row.reduce(0) { $0 + Int($1) } == ResamplingAxis.one)
      #expect(axis.starts[index] >= 0 && axis.starts[index] + axis.taps <= source)
    }
  }

  private func bitmap(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> Bitmap {
    let bytes = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
    return Bitmap(width: width, height: height, format: .bgraPremultiplied, bytes: bytes) ?? Bitmap(clear: .zero)
  }

  private func pixels(of bitmap: Bitmap) -> [(x: Int, y: Int, bytes: [UInt8])] {
    (0..<bitmap.width * bitmap.height).map { index in
      (index % bitmap.width, index / bitmap.width, Array(bitmap.bytes[index * 4..<index * 4 + 4]))
    }
  }

  private func mean(of bitmap: Bitmap) -> Double {
    let values = stride(from: 0, to: bitmap.bytes.count, by: 4).map { Double(bitmap.bytes[$0]) }
    return values.reduce(0, +) / Double(values.count)
  }
}
