/// Writes a JPEG marker by marker (ITU-T T.81, annex B). By default its data ends at once, so that any size takes a few
/// hundred bytes.
package struct HandmadeJPEG: Sendable {
  package var width: Int
  package var height: Int
  package var isProgressive: Bool
  /// The sampling factors of each component, as in SOF.
  package var sampling: [UInt8]
  /// The components of each scan.
  package var scans: [[UInt8]]
  /// The number of comments of 65,533 bytes before the image size.
  package var comments: Int
  /// Whether all blocks are present: one bit for each block of a progressive scan, if all components have equally many.
  package var isWhole: Bool

  package init(
    width: Int, height: Int, isProgressive: Bool = true, sampling: [UInt8] = [0x11, 0x11, 0x11],
    scans: [[UInt8]] = [[1, 2, 3]], comments: Int = 0, isWhole: Bool = false
  ) {
    self.width = width
    self.height = height
    self.isProgressive = isProgressive
    self.sampling = sampling
    self.scans = scans
    self.comments = comments
    self.isWhole = isWhole
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    for _ in 0..<comments { segment(0xFE, [UInt8](repeating: 0x20, count: 65_533), into: &bytes) }
    segment(0xDB, [0] + [UInt8](repeating: 1, count: 64), into: &bytes)
    let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
    let components = sampling.enumerated().flatMap { index, factors -> [UInt8] in [UInt8(index + 1), factors, 0] }
    segment(isProgressive ? 0xC2 : 0xC1, [8] + size + [UInt8(sampling.count)] + components, into: &bytes)
    // One code of one bit for both classes: no difference, end of block.
    for table in [UInt8(0x00), 0x10] {
      segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [0], into: &bytes)
    }
    for scan in scans {
      let band: [UInt8] = isProgressive ? [0, 0, 0] : [0, 63, 0]
      segment(0xDA, [UInt8(scan.count)] + scan.flatMap { component -> [UInt8] in [component, 0] } + band, into: &bytes)
      let bits = isWhole ? ((width + 7) / 8) * ((height + 7) / 8) * scan.count : 1
      bytes += [UInt8](repeating: 0, count: (bits + 7) / 8)
    }
    return bytes + [0xFF, 0xD9]
  }

  private func segment(_ marker: UInt8, _ payload: [UInt8], into bytes: inout [UInt8]) {
    let length = payload.count + 2
    bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
  }
}
