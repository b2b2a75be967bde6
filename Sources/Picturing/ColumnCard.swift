import CardDrawing
import Cards
import Drawing
import FeedIngest
import Layout

/// A card on its way onto a page.
struct ColumnCard {
  let layout: LaidOutCard
  /// The post's own page.
  let permalink: String?

  /// What is not cut where a card has to be: lines of text and pictures, each from top to bottom, from the card's upper
  /// edge.
  var whole: [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    layout.root.forEachShown { box in
      switch box.content {
      case .text(let shaped, _):
        for line in shaped.lines {
          let top = box.frame.minY + line.frame.minY
          found.append(top...top + max(0, line.frame.height))
        }
      case .image, .icon: found.append(box.frame.minY...max(box.frame.minY, box.frame.maxY))
      case .none: break
      }
    }
    return found
  }

  /// Where the card leads, in the order in which it is drawn: what lies over another comes later.
  var links: [(frame: Rect, target: String)] {
    var found: [(frame: Rect, target: String)] = []
    layout.root.forEachShown { box in
      switch box.role?.item {
      case .row(let target?), .quote(let target?): found.append((box.frame, target))
      default: break
      }
      guard case .text(let shaped, let text) = box.content else { return }
      if box.role?.content == .date, let permalink, box.role?.path.isEmpty == true {
        found.append((box.frame, permalink))
      }
      for piece in shaped.attributeFrames where text.attributes.indices.contains(piece.attribute) {
        guard let target = text.attributes[piece.attribute].target else { continue }
        found.append((piece.frame.offset(by: box.frame.origin), target))
      }
    }
    return found.filter { DocumentLink.isSafe($0.target) }
  }
}

/// Which of a feed's addresses become links of a document.
enum DocumentLink {
  private static let schemes = ["http://", "https://", "mailto:"]

  static func isSafe(_ address: String) -> Bool {
    let start = address.prefix(8).lowercased()
    return schemes.contains { start.hasPrefix($0) }
      && !address.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
  }
}

extension LaidOutBox {
  /// Boxes that are seen in any case, each before those in it.
  fileprivate func forEachShown(_ body: (LaidOutBox) -> Void) {
    var pending = [self]
    while let box = pending.popLast() {
      body(box)
      pending += box.shownChildren.reversed()
    }
  }
}

extension [DrawingCommand] {
  /// Without texts whose baselines lie outside of some rows: what is cut off by a clip is still found and copied.
  func keepingTexts(in rows: Range<Double>) -> [DrawingCommand] {
    compactMap { command in
      switch command {
      case .glyphs(let run, let origin):
        return run.glyphs.contains { rows.contains(origin.y + $0.y) } ? command : nil
      case .group(let clip, let opacity, let inner):
        return .group(clip: clip, opacity: opacity, inner.keepingTexts(in: rows))
      case .translated(let offset, let inner):
        return .translated(
          offset, inner.keepingTexts(in: (rows.lowerBound - offset.y)..<(rows.upperBound - offset.y)))
      case .fill, .stroke, .shadow, .image: return command
      }
    }
  }
}
