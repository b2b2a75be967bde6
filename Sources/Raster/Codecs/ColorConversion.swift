import Basics
import CLCMS2
import Foundation

/// How the numbers of an image define colors.
package enum ColorDefinition: Hashable, Sendable {
  /// sRGB, stated or not.
  case standard
  /// The bytes of an ICC profile.
  case profile([UInt8])
  /// A gamma, and the chromaticities of white, red, green and blue if they aren't sRGB's; both in units of 1/100,000
  /// (the chunks gAMA and cHRM of a PNG).
  case gamma(Int, chromaticities: [Int]?)
  /// Code points of ITU-T H.273 (the chunk cICP of a PNG).
  case coded(primaries: Int, transfer: Int)
  /// A profile that can't be decompressed.
  case unreadable([UInt8])

  /// The gamma of sRGB in a PNG.
  static let standardGamma = 45_455

  /// The name for people, like `Display P3`.
  package var name: String {
    switch self {
    case .standard: return "sRGB"
    case .profile:
      return ColorProfile(self)?.description ?? "an unreadable color profile"
    case .gamma(let gamma, let points):
      let number = (Double(gamma) / 1000).rounded() / 100
      return "gamma \(number)" + (points == nil ? "" : " with other primaries")
    case .coded(let primaries, let transfer):
      let names = [1: "BT.709", 9: "BT.2020", 11: "DCI-P3", 12: "Display P3"]
      let curves = [8: ", linear", 16: ", PQ", 18: ", HLG"]
      return (names[primaries] ?? "color primaries \(primaries)") + (curves[transfer] ?? "")
    case .unreadable: return "an unreadable color profile"
    }
  }
}

/// A color profile of Little CMS.
private final class ColorProfile {
  let handle: cmsHPROFILE
  /// Whether the profile defines shades of gray instead of colors.
  let isGray: Bool

  /// Returns nil for a definition that is broken, or neither RGB nor gray.
  init?(_ definition: ColorDefinition) {
    guard let handle = Self.open(definition) else { return nil }
    self.handle = handle
    let space = cmsGetColorSpace(handle)
    isGray = space == cmsSigGrayData
    // On failure, the deinitializer closes the profile.
    guard isGray || space == cmsSigRgbData else { return nil }
  }

  deinit { cmsCloseProfile(handle) }

  private static func open(_ definition: ColorDefinition) -> cmsHPROFILE? {
    switch definition {
    case .standard: return cmsCreate_sRGBProfile()
    case .profile(let bytes): return cmsOpenProfileFromMem(bytes, cmsUInt32Number(clamping: bytes.count))
    case .gamma(let gamma, let points):
      guard gamma > 0, let curve = cmsBuildGamma(nil, 100_000 / Double(gamma)) else { return nil }
      let scaled = points?.map { Double($0) / 100_000 }
      return profile(scaled ?? standardPoints, curve)
    case .coded(let primaries, let transfer):
      guard let points = points[primaries], let curve = curve(transfer) else { return nil }
      return profile(points, curve)
    case .unreadable: return nil
    }
  }

  private static let standardPoints = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
  /// White, red, green and blue by the code points of H.273.
  private static let points = [
    1: standardPoints,
    9: [0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
    11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
    12: [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  ]

  /// Returns nil for the curves of high dynamic range, which reach beyond the white of the other images.
  private static func curve(_ transfer: Int) -> OpaquePointer? {
    switch transfer {
    case 1, 6, 14, 15: return cmsBuildParametricToneCurve(nil, 4, [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081])
    case 4: return cmsBuildGamma(nil, 2.2)
    case 5: return cmsBuildGamma(nil, 2.8)
    case 8: return cmsBuildGamma(nil, 1)
    case 13: return cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    default: return nil
    }
  }

  private static func profile(_ points: [Double], _ curve: OpaquePointer) -> cmsHPROFILE? {
    defer { cmsFreeToneCurve(curve) }
    guard points.count == 8 else { return nil }
    var white = cmsCIExyY(x: points[0], y: points[1], Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: points[2], y: points[3], Y: 1), Green: cmsCIExyY(x: points[4], y: points[5], Y: 1),
      Blue: cmsCIExyY(x: points[6], y: points[7], Y: 1))
    let curves: [OpaquePointer?] = [curve, curve, curve]
    return cmsCreateRGBProfile(&white, &primaries, curves)
  }

  /// The description in the profile, without control characters.
  var description: String? {
    var text = [CChar](repeating: 0, count: 128)
    let count = cmsGetProfileInfoASCII(
      handle, cmsInfoDescription, "en", "US", &text, cmsUInt32Number(text.count))
    guard count > 0 else { return nil }
    let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .filter { !$0.isNewline && $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } }
    return name.isEmpty ? nil : name
  }
}

/// Compares colors of images with different color definitions, and converts one to the definition of the other.
package struct ColorConversion {
  /// The distance in CIELAB (ΔE*76) up to which two colors are the same: rounding to 8 bits moves both of them.
  package static let sameColor: Float = 1.6

  private let before: ColorProfile
  private let after: ColorProfile

  /// Returns nil if a definition is broken, of high dynamic range, or not RGB or gray: then colors can't be compared.
  package init?(from before: ColorDefinition, to after: ColorDefinition) {
    guard let before = ColorProfile(before), let after = ColorProfile(after) else { return nil }
    (self.before, self.after) = (before, after)
  }

  /// The result of comparing the looks of two images.
  package struct Look: Sendable {
    /// The newer image in the definition of the older one. Pixels that look the same at the same place have the older
    /// image's numbers.
    package var converted: Bitmap
    /// The number of pixels that look different at the same place; nil if the sizes differ.
    package var differing: Int?
    /// The largest distance of two colors at the same place, in ΔE*76.
    package var distance: Float = 0
  }

  /// Compares straight RGBA images.
  ///
  /// - Returns: nil if the colors can't be transformed.
  package func look(before old: Bitmap, after new: Bitmap) -> Look? {
    guard old.format == .rgba, new.format == .rgba, var result = converted(new) else { return nil }
    guard old.size == new.size else { return Look(converted: result, differing: nil) }
    guard let oldLab = LabTransform(before), let newLab = LabTransform(after) else { return nil }
    var (count, largest) = (0, Float(0))
    let limit = Self.sameColor * Self.sameColor
    for y in 0..<old.height {
      let row = y * old.stride..<(y + 1) * old.stride
      let (one, other) = (oldLab.colors(old.bytes[row]), newLab.colors(new.bytes[row]))
      for x in 0..<old.width {
        let place = row.lowerBound + x * 4
        let isSameAlpha = old.bytes[place + 3] == new.bytes[place + 3]
        let isInvisible = isSameAlpha && old.bytes[place + 3] == 0
        let far =
          isInvisible
          ? 0
          : (0..<3).reduce(Float(0)) { sum, channel in
            let delta = one[x * 3 + channel] - other[x * 3 + channel]
            return sum + delta * delta
          }
        largest = max(largest, far)
        if far <= limit, isSameAlpha {
          for byte in place..<place + 4 { result.bytes[byte] = old.bytes[byte] }
        } else {
          count += 1
        }
      }
    }
    return Look(converted: result, differing: count, distance: largest.squareRoot())
  }

  /// Returns the image in the older image's definition.
  private func converted(_ picture: Bitmap) -> Bitmap? {
    guard
      let transform = cmsCreateTransform(
        after.handle, after.isGray ? fp_lcms_gray8 : fp_lcms_rgba8, before.handle,
        before.isGray ? fp_lcms_gray8 : fp_lcms_rgba8, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
        cmsUInt32Number(cmsFLAGS_NOCACHE))
    else { return nil }
    defer { cmsDeleteTransform(transform) }
    var picture = picture
    if before.isGray {
      // The numbers of a gray image are in all three channels.
      guard after.isGray else { return nil }
      let input = stride(from: 0, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
      var output = input
      cmsDoTransform(transform, input, &output, cmsUInt32Number(input.count))
      for (index, value) in output.enumerated() {
        for channel in 0..<3 { picture.bytes[index * 4 + channel] = value }
      }
      return picture
    }
    // The transform writes the colors and leaves alpha as it is.
    for y in 0..<picture.height {
      let bytes = picture.bytes[y * picture.stride..<(y + 1) * picture.stride]
      let row =
        after.isGray
        ? stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map { bytes[$0] } : Array(bytes)
      picture.bytes.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        cmsDoTransform(transform, row, start + y * picture.width * 4, cmsUInt32Number(picture.width))
      }
    }
    return picture
  }
}

/// A transform from the numbers of an image to CIELAB.
private final class LabTransform {
  private let transform: cmsHTRANSFORM
  private let isGray: Bool

  init?(_ profile: ColorProfile) {
    guard let lab = cmsCreateLab4Profile(nil) else { return nil }
    defer { cmsCloseProfile(lab) }
    isGray = profile.isGray
    guard
      let transform = cmsCreateTransform(
        profile.handle, isGray ? fp_lcms_gray8 : fp_lcms_rgba8, lab, fp_lcms_lab_float,
        cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(cmsFLAGS_NOCACHE))
    else { return nil }
    self.transform = transform
  }

  deinit { cmsDeleteTransform(transform) }

  /// Returns L*, a* and b* of each pixel of straight RGBA.
  func colors(_ row: ArraySlice<UInt8>) -> [Float] {
    let count = row.count / 4
    let input = isGray ? stride(from: row.startIndex, to: row.endIndex, by: 4).map { row[$0] } : Array(row)
    return [Float](unsafeUninitializedCapacity: count * 3) { buffer, initialized in
      cmsDoTransform(transform, input, buffer.baseAddress, cmsUInt32Number(count))
      initialized = count * 3
    }
  }
}
