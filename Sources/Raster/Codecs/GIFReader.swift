import Basics

/// Reads the frames of a GIF ("Graphics Interchange Format, Version 89a", CompuServe, 1990).
struct GIFReader {
  private let bytes: [UInt8]
  let size: PixelSize
  /// The position after the header and the shared palette.
  private let start: Int
  private let palette: ArraySlice<UInt8>?

  private static let header = 13

  init(_ bytes: [UInt8]) throws(ImageError) {
    guard bytes.count >= Self.header else { throw Self.endsEarly }
    self.bytes = bytes
    size = PixelSize(width: Self.number(bytes, 6), height: Self.number(bytes, 8))
    guard size.width > 0, size.height > 0 else { throw .corrupt(.gif, reason: "a side is 0") }
    let length = Self.paletteLength(bytes[10])
    guard bytes.count >= Self.header + length else { throw Self.endsEarly }
    palette = length > 0 ? bytes[Self.header..<Self.header + length] : nil
    start = Self.header + length
  }

  private static let endsEarly = ImageError.corrupt(.gif, reason: "the file ends early")

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

  private static func paletteLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  /// How a frame is shown: the graphic control extension.
  private struct Control {
    var disposal: UInt8 = 0
    /// Milliseconds.
    var duration = 0
    var transparent: UInt8?
  }

  /// Passes complete frames in order until `body` returns false.
  func forEachFrame(_ body: (AnimationFrame) throws(ImageError) -> Bool) throws(ImageError) {
    var canvas = try AnimationCanvas(size)
    var place = start
    var control = Control()
    var count = 0
    while true {
      guard place < bytes.count else { throw Self.endsEarly }
      switch bytes[place] {
      case 0x3B:
        guard count > 0 else { throw .corrupt(.gif, reason: "it has no frame") }
        return
      case 0x21:
        guard place + 2 < bytes.count else { throw Self.endsEarly }
        let kind = bytes[place + 1]
        let (data, end) = try blocks(from: place + 2)
        if kind == 0xF9, data.count >= 4 {
          control.disposal = data[0] >> 2 & 7
          control.duration = (Int(data[1]) | Int(data[2]) << 8) * 10
          control.transparent = data[0] & 1 == 1 ? data[3] : nil
        }
        place = end
      case 0x2C:
        let (part, rect, end) = try image(at: place, control)
        let earlier = control.disposal == 3 ? canvas : nil
        canvas.draw(part, x: rect.x, y: rect.y, blends: true)
        count += 1
        guard try body(AnimationFrame(bitmap: canvas.bitmap, duration: control.duration)) else { return }
        if control.disposal == 2 { canvas.clear(rect) }
        if let earlier { canvas = earlier }
        control = Control()
        place = end
      default: throw .corrupt(.gif, reason: "an unknown block")
      }
    }
  }

  /// Joins data blocks up to an empty one. Each begins with its length.
  private func blocks(from start: Int) throws(ImageError) -> (data: [UInt8], end: Int) {
    var data: [UInt8] = []
    var place = start
    while true {
      guard place < bytes.count else { throw Self.endsEarly }
      let length = Int(bytes[place])
      guard length > 0 else { return (data, place + 1) }
      guard place + length < bytes.count else { throw Self.endsEarly }
      data += bytes[place + 1...place + length]
      place += length + 1
    }
  }

  private func image(
    at place: Int, _ control: Control
  ) throws(ImageError) -> (part: Bitmap, rect: PixelRect, end: Int) {
    guard place + 10 < bytes.count else { throw Self.endsEarly }
    let rect = PixelRect(
      x: Self.number(bytes, place + 1), y: Self.number(bytes, place + 3), width: Self.number(bytes, place + 5),
      height: Self.number(bytes, place + 7))
    let flags = bytes[place + 9]
    let length = Self.paletteLength(flags)
    let codes = place + 10 + length
    guard codes < bytes.count else { throw Self.endsEarly }
    guard let colors = length > 0 ? bytes[place + 10..<codes] : palette else {
      throw .corrupt(.gif, reason: "it has no palette")
    }
    guard !rect.isEmpty, let area = rect.area, area <= ImageDecoder.pixelLimit else {
      throw .corrupt(.gif, reason: "a frame of \(rect.width) × \(rect.height) pixels")
    }
    let (data, end) = try blocks(from: codes + 1)
    var decoder = try GIFCodes(data, width: Int(bytes[codes]))
    let indices = try decoder.indices(count: area)
    var pixels = [UInt8](repeating: 0, count: area * 4)
    let rows = flags & 0x40 == 0 ? Array(0..<rect.height) : Self.interlaced(rect.height)
    for (line, row) in rows.enumerated() {
      for x in 0..<rect.width {
        let index = indices[line * rect.width + x]
        let color = colors.startIndex + Int(index) * 3
        guard index != control.transparent, color + 2 < colors.endIndex else { continue }
        let target = (row * rect.width + x) * 4
        for channel in 0..<3 { pixels[target + channel] = colors[color + channel] }
        pixels[target + 3] = 255
      }
    }
    guard let part = Bitmap(width: rect.width, height: rect.height, format: .rgba, bytes: pixels) else {
      throw .outOfMemory(size)
    }
    return (part, rect, end)
  }

  /// Returns the order in which the rows of an interlaced frame are stored.
  private static func interlaced(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }
}

/// Decodes the variable-length codes of a GIF (LZW).
private struct GIFCodes {
  private let data: [UInt8]
  /// Bits of a color index.
  private let width: Int

  private static let limit = 4096

  init(_ data: [UInt8], width: Int) throws(ImageError) {
    guard (2...8).contains(width) else { throw .corrupt(.gif, reason: "codes of \(width) bits") }
    (self.data, self.width) = (data, width)
  }

  /// Returns the color indices of an image.
  ///
  /// - Throws: `ImageError` if there are fewer.
  mutating func indices(count: Int) throws(ImageError) -> [UInt8] {
    let clear = 1 << width
    var indices: [UInt8] = []
    indices.reserveCapacity(min(count, data.count * 8))
    // A code stands for the indices of another code and one more.
    var prefixes = [Int](repeating: -1, count: Self.limit)
    var lasts = [UInt8](repeating: 0, count: Self.limit)
    var lengths = [Int](repeating: 0, count: Self.limit)
    for code in 0..<clear { (lasts[code], lengths[code]) = (UInt8(code), 1) }
    var (next, size, earlier) = (clear + 2, width + 1, -1)
    var (bits, held, place) = (0, 0, 0)
    while indices.count < count {
      while held < size, place < data.count {
        bits |= Int(data[place]) << held
        (held, place) = (held + 8, place + 1)
      }
      guard held >= size else { throw .corrupt(.gif, reason: "a frame ends early") }
      let code = bits & (1 << size - 1)
      (bits, held) = (bits >> size, held - size)
      if code == clear {
        (next, size, earlier) = (clear + 2, width + 1, -1)
        continue
      }
      guard code != clear + 1 else { throw .corrupt(.gif, reason: "a frame ends early") }
      guard code < clear || earlier >= 0 && code <= next && code > clear + 1 else {
        throw .corrupt(.gif, reason: "an impossible code")
      }
      // The newest code may be used before it is known: it then ends with its own first index.
      let known = code < next ? code : earlier
      let begin = indices.count
      let length = lengths[known]
      indices.append(contentsOf: repeatElement(0, count: length))
      var (link, position) = (known, begin + length - 1)
      while link >= 0, position >= begin {
        indices[position] = lasts[link]
        (link, position) = (prefixes[link], position - 1)
      }
      let first = indices[begin]
      if code == next { indices.append(first) }
      if earlier >= 0, next < Self.limit {
        (prefixes[next], lasts[next], lengths[next]) = (earlier, first, lengths[earlier] + 1)
        next += 1
        if next == 1 << size, size < 12 { size += 1 }
      }
      earlier = code
    }
    return indices.count == count ? indices : Array(indices.prefix(count))
  }
}

extension PixelRect {
  fileprivate var area: Int? { PixelSize(width: width, height: height).area }
}
