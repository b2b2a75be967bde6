/// A change from the point of view of the design; `CauseSentence` puts it into words.
package enum CauseFact: Hashable, Codable, Sendable {
  /// A changed value, or property of one; nil on the side that lacks it.
  package struct Value: Hashable, Codable, Sendable {
    /// The name in token files: `fontSize`; nil if the token has a single value.
    package var property: String?
    package var old: String?
    package var new: String?
    /// `pt` for a length.
    package var unit: String?

    package init(property: String? = nil, old: String?, new: String?, unit: String? = nil) {
      (self.property, self.old, self.new, self.unit) = (property, old, new, unit)
    }
  }

  /// The range of added lines of a text over several cards.
  package struct Lines: Hashable, Codable, Sendable {
    package var least: Int
    package var most: Int

    package init(_ count: Int) { (least, most) = (count, count) }
  }

  package enum Edit: String, Codable, Sendable { case changed, added, removed, replaced, moved }

  /// - `purpose`: The token's description in the token file.
  case token(path: String, purpose: String?, values: [Value])
  /// - `part`: The element; nil if it has no name. `key` is empty if it refers to the whole element.
  case template(part: String?, file: String, key: String, edit: Edit, value: Value)
  case icon(name: String)
  case option(key: String, old: String, new: String)
  /// - `old`, `new`: The differing words; empty if there are none.
  case text(box: String, old: String, new: String, lines: Lines)
  case links(box: String)
  case photo(box: String)
  /// An icon was replaced by another.
  case otherIcon(box: String, old: String, new: String)
  case came(box: String)
  case gone(box: String)
  /// Several changes in one row or page.
  case several(box: String)
  case order(box: String)
  case font(family: String)
  case libraries
  case version
  case newCard
  case newFilm
  /// Films show different posts, or another order.
  case otherFeed
  /// A fault in a film itself.
  case film(name: String, reason: String)
  // Unexplained changes of boxes:
  case lines(box: String, lines: Lines)
  case place(box: String)
  case size(box: String)
  case color(box: String, old: String, new: String)
  case style(property: String, old: String, new: String)
  case pixels(box: String)

  /// Returns the fact for more cards; details of each are combined.
  func joined(with other: CauseFact) -> CauseFact {
    switch (self, other) {
    case (.text(let box, let old, let new, var lines), .text(_, let otherOld, let otherNew, let otherLines)):
      lines.add(otherLines)
      let isTold = !(old.isEmpty && new.isEmpty)
      return .text(box: box, old: isTold ? old : otherOld, new: isTold ? new : otherNew, lines: lines)
    case (.lines(let box, var lines), .lines(_, let others)):
      lines.add(others)
      return .lines(box: box, lines: lines)
    default: return self
    }
  }
}

extension CauseFact.Lines {
  fileprivate mutating func add(_ other: CauseFact.Lines) {
    (least, most) = (min(least, other.least), max(most, other.most))
  }
}

extension BoxDifference {
  /// The fact of the first own change; nil if only its text describes it.
  var fact: CauseFact? {
    for change in ownChanges {
      switch change {
      case .missing: return .gone(box: path)
      case .extra: return .came(box: path)
      case .lineCount(let old, let new): return .lines(box: path, lines: CauseFact.Lines(new - old))
      case .lineBreaks, .truncated: return .lines(box: path, lines: CauseFact.Lines(0))
      case .text(let words): return .text(box: path, words, lines: CauseFact.Lines(0))
      case .moved, .baseline: return .place(box: path)
      case .resized: return .size(box: path)
      case .picture: return .photo(box: path)
      case .color(let old, let new): return .color(box: path, old: old, new: new)
      case .font(let property, let old, let new): return .style(property: property, old: old, new: new)
      }
    }
    return nil
  }
}

extension CauseFact {
  /// - Parameter words: The differing words of the displayed texts.
  static func text(box: String, _ words: WordDifference, lines: Lines) -> CauseFact {
    let changed = words.pieces.compactMap { piece in
      if case .changed(let old, let new) = piece {
        (old.joined(separator: " "), new.joined(separator: " "))
      } else {
        nil
      }
    }
    guard let only = changed.first, changed.count == 1 else { return .text(box: box, old: "", new: "", lines: lines) }
    return .text(box: box, old: only.0, new: only.1, lines: lines)
  }
}
