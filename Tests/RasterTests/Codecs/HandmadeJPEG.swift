/// A JPEG written marker by marker (ITU-T T.81, annex B), whose data ends at once: a few hundred bytes for any size.
struct HandmadeJPEG {
  var width: Int
  var height: Int
  var isProgressive = true
  /// Sampling factors, as SOF holds them, of each component.
  var sampling: [UInt8] = [0x11, 0x11, 0x11]
  /// Components of each scan.
  var scans: [[UInt8]] = [[1, 2, 3]]

  var bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    segment(0xDB, [0] + [UInt8](repeating: 1, count: 64), into: &bytes)
    let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
    let components = sampling.enumerated().flatMap { index, factors -> [UInt8] in [UInt8(index + 1), factors, 0] }
    segment(isProgressive ? 0xC2 : 0xC1, [8] + size + [UInt8(sampling.count)] + components, into: &bytes)
    // One code of one bit for each of both classes: no difference, end of block.
    for table in [UInt8(0x00), 0x10] {
      segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [0], into: &bytes)
    }
    for scan in scans {
      let band: [UInt8] = isProgressive ? [0, 0, 0] : [0, 63, 0]
      segment(0xDA, [UInt8(scan.count)] + scan.flatMap { component -> [UInt8] in [component, 0] } + band, into: &bytes)
      bytes.append(0)
    }
    return bytes + [0xFF, 0xD9]
  }

  private func segment(_ marker: UInt8, _ payload: [UInt8], into bytes: inout [UInt8]) {
    let length = payload.count + 2
    bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
  }
}
