import Drawing
import Pixels
import Proof

extension CompareReport.Box {
  package init(_ difference: BoxDifference) {
    path = difference.path
    changes = difference.changes.map { change in
      Change(
        kind: change.kind, text: change.message, words: change.words, own: difference.ownChanges.contains(change))
    }
    reference = difference.reference?.frame.numbers
    actual = difference.actual?.frame.numbers
  }
}

extension CompareReport.Pixels {
  package init(_ finding: PixelFinding, path: String?) {
    differing = finding.differing
    limit = finding.limit
    antialiased = finding.difference.antialiased.count
    compared = finding.difference.compared
    ink = finding.ink.map { CompareReport.Ink(compared: $0.compared, differing: $0.differing, stray: $0.stray) }
    // A picture of noise has a region a pixel; nobody looks at more than the first ones.
    regions = finding.regions.prefix(200).map { region in
      CompareReport.Region(
        x: region.bounds.x, y: region.bounds.y, width: region.bounds.width, height: region.bounds.height,
        differing: region.differing, boxes: region.boxes)
    }
    self.path = path
  }
}

extension Rect {
  var numbers: [Double] { [minX, minY, width, height] }
}

extension BoxChange {
  fileprivate var words: [CompareReport.Box.Words]? {
    guard case .text(let words) = self else { return nil }
    return words.pieces.map { piece in
      switch piece {
      case .same(let words): CompareReport.Box.Words(same: words.joined(separator: " "))
      case .changed(let old, let new):
        CompareReport.Box.Words(old: old.joined(separator: " "), new: new.joined(separator: " "))
      }
    }
  }

  /// The change in the report.
  fileprivate var kind: String {
    switch self {
    case .missing: "missing"
    case .extra: "extra"
    case .moved: "moved"
    case .resized: "resized"
    case .baseline: "baseline"
    case .lineCount: "lineCount"
    case .lineBreaks: "lineBreaks"
    case .text: "text"
    case .truncated: "truncated"
    case .color: "color"
    case .font: "font"
    }
  }
}
