import Basics
import Drawing

/// The source of a screen's scale (pixels per point), or the reason why it is unknown.
package enum ScaleSource: Hashable, Sendable {
  case nowhere
  /// The screen has the size of iPhones with this scale.
  case phone(IPhone)
  case file
  case density
  case cssPixels
  /// A Flutter tree without scaling.
  case unscaledTree
  /// Roborazzi records how the image was reduced, not the screen's density.
  case captureOnly
  /// The image's width divided by the width of its content in points.
  case picture(over: String, PixelSize, Size, device: IPhone?)
  /// Android's menu buttons are 48 dp wide.
  case menuButtons(pixels: Int)
  /// The image is smaller than the device.
  case smallerPicture(PixelSize, of: PixelSize)

  package var text: String {
    switch self {
    case .nowhere: "not in the file"
    case .phone(let phone): "not in the file; \(phone.text)"
    case .file: "in the file"
    case .density: "density in the file"
    case .cssPixels: "CSS px"
    case .unscaledTree: "no `scaled by`: 1"
    case .captureOnly: "capture.scale is picture / raw px, not density"
    case .picture(let base, let picture, let points, let device):
      "picture / \(base): \(picture.width) / \(inWords(points.width))"
        + pictureNote(picture, points, device)
    case .menuButtons(let pixels): "not in the file; the menus' touch targets are 48 dp and \(pixels) px"
    case .smallerPicture(let picture, let device):
      "px of the device (\(device.width)x\(device.height)); the picture is \(picture.width)x\(picture.height) = "
        + "\(inWords(Double(picture.width) / Double(device.width), places: 2)) of it; density unknown"
    }
  }

  private func pictureNote(_ picture: PixelSize, _ points: Size, _ device: IPhone?) -> String {
    let (across, down) = (Double(picture.width) / points.width, Double(picture.height) / points.height)
    if across != across.rounded(), points.height > 0 {
      return " = \(inWords(across, places: 4)) (a scaled-down screenshot), "
        + "height agrees: \(picture.height) / \(inWords(points.height)) = \(inWords(down, places: 4))"
    }
    guard let own = device?.scales.first, device?.scales.contains(Int(saturating: across)) == false else { return "" }
    return "; the device's own would be \(own)"
  }
}

/// An iPhone screen size: Apple's Human Interface Guidelines, "Layout", iOS device screen dimensions.
package struct IPhone: Hashable, Sendable {
  package let width, height: Int
  /// The possible scales, in pixels per point.
  package let scales: [Int]

  private static let all: [IPhone] = [
    (320, 568, [2]), (375, 667, [2]), (414, 736, [3]), (360, 780, [3]), (375, 812, [3]), (414, 896, [2, 3]),
    (390, 844, [3]),
    (428, 926, [3]), (393, 852, [3]), (430, 932, [3]), (402, 874, [3]), (420, 912, [3]), (440, 956, [3]),
  ].map { IPhone(width: $0, height: $1, scales: $2) }

  package static func of(_ bounds: Rect) -> IPhone? {
    all.first { Double($0.width) == bounds.width && Double($0.height) == bounds.height }
  }

  fileprivate var text: String {
    scales.count == 1
      ? "\(width)x\(height) pt is a @\(scales[0])x iPhone"
      : "\(width)x\(height) pt is @2x (XR, 11) or @3x (XS Max, 11 Pro Max)"
  }
}

extension AppScreen {
  /// Determines the scale if the file doesn't state it.
  mutating func findScale(picture: PixelSize?) {
    guard scale == nil, scaleSource == .nowhere || scaleSource == .captureOnly else { return }
    if isInPixels { return findDensity(picture) }
    let phone = format.isIOS ? bounds.flatMap(IPhone.of) : nil
    if let phone { scaleSource = .phone(phone) }
    guard let picture, let (shown, base) = shownByPicture, shown.width > 0 else { return }
    let ratio = Double(picture.width) / shown.width
    let isLikely = (0.5...6).contains(ratio)
    // A page may be taller than its image; otherwise the height must match.
    let isWhole = abs(ratio * 4 - (ratio * 4).rounded()) < 0.01
    let agrees =
      shown.height > 0 ? abs(Double(picture.height) - shown.height * ratio) <= max(2, ratio) : isWhole
    guard isLikely, agrees else { return }
    (scale, scaleSource) = (ratio, .picture(over: base, picture, shown, device: phone))
  }

  /// The size shown by the image; a height of 0 is unknown.
  private var shownByPicture: (Size, base: String)? {
    switch format {
    case .ariaBoxes:
      // The file doesn't contain the viewport, but usually some element spans it.
      nodes.compactMap(\.frame?.maxX).max().map { (Size(width: $0, height: 0), "viewport") }
    case .domSnapshot: bounds.map { (Size(width: $0.width, height: 0), "content") }
    case .trailblaze: bounds.map { ($0.size, "deviceWidth") }
    default: bounds.map { ($0.size, "root frame") }
    }
  }

  private mutating func findDensity(_ picture: PixelSize?) {
    guard format != .roborazzi else { return }
    let buttons = nodes.compactMap { node in
      node.text == "More options" && node.frame?.width == node.frame?.height ? node.frame?.width : nil
    }
    // The widest menu button is in the bar; a truncated file may lack it.
    if isWhole, let widest = buttons.max(), (0.75...6).contains(widest / 48) {
      (scale, scaleSource) = (widest / 48, .menuButtons(pixels: Int(widest)))
    } else if let picture, let bounds, Double(picture.width) < bounds.width,
      let device = PixelSize(points: bounds.size)
    {
      scaleSource = .smallerPicture(picture, of: device)
    }
  }
}

extension PixelSize {
  fileprivate init?(points: Size) {
    guard let width = Int(exactly: points.width), let height = Int(exactly: points.height) else { return nil }
    self.init(width: width, height: height)
  }
}

/// Formats a number without trailing zeros.
func inWords(_ number: Double, places: Int = 3) -> String {
  var unit = 1.0
  for _ in 0..<places { unit *= 10 }
  let rounded = (number * unit).rounded() / unit
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
}
