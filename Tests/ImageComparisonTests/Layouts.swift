import Drawing

@testable import ImageComparison

/// A card like in the news feed, whose boxes depend on each other's positions.
struct CardLayout {
  var textLines = 3
  var lineHeight = 22.0
  var photoHeight: Double? = 100
  var gap = 10.0
  var labelShift = 0.0
  var nameColor = "#2C2D2E"
  var breaks: [String]?

  var record: LayoutRecord {
    var boxes = [
      BoxRecord(path: "card/avatar", frame: Rect(x: 12, y: 12, width: 36, height: 36)),
      BoxRecord(
        path: "card/name", frame: Rect(x: 58, y: 14, width: 289, height: 17), lineCount: 1, baseline: 27.591,
        color: nameColor, font: FontRecord(family: "Inter", size: 14, weight: 500, lineHeight: 17)),
    ]
    let textHeight = Double(textLines) * lineHeight
    boxes.append(
      BoxRecord(
        path: "card/text", frame: Rect(x: 12, y: 58, width: 335, height: textHeight), lineCount: textLines,
        baseline: 58 + lineHeight / 2 + 5.455, isTruncated: false,
        lineTexts: breaks ?? (0..<textLines).map { "line \($0)" }, color: "#2C2D2E",
        font: FontRecord(family: "Inter", size: 15, weight: 400, lineHeight: lineHeight, letterSpacing: -0.17)))
    var y = 58 + textHeight + gap
    if let photoHeight {
      boxes.append(BoxRecord(path: "card/photo", frame: Rect(x: 0, y: y, width: 359, height: photoHeight)))
      y += photoHeight + 14
    }
    boxes += [
      BoxRecord(path: "card/counters", frame: Rect(x: 16, y: y, width: 327, height: 24)),
      BoxRecord(path: "card/counters/likes", frame: Rect(x: 16, y: y, width: 84, height: 24)),
      BoxRecord(path: "card/counters/likes/icon", frame: Rect(x: 16, y: y, width: 24, height: 24), color: "#99A2AD"),
      BoxRecord(
        path: "card/counters/likes/label", frame: Rect(x: 44 + labelShift, y: y + 3.5, width: 28, height: 17),
        lineCount: 1, baseline: y + 17.091, color: "#818C99"),
    ]
    let size = Size(width: 359, height: y + 34)
    return LayoutRecord(
      size: size, boxes: [BoxRecord(path: "card", frame: Rect(origin: .zero, size: size), color: "#FFFFFF")] + boxes)
  }
}
