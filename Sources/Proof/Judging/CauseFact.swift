/// What happened, from the design's side; `CauseSentence` has the words for it.
package enum CauseFact: Hashable, Codable, Sendable {
  /// A value, or a property of one, that is not as it was; nil on the side that has none.
  package struct Value: Hashable, Codable, Sendable {
    /// As token files call it: `fontSize`; nil where the token has one value alone.
    package var property: String?
    package var old: String?
    package var new: String?
    /// `pt` of a length.
    package var unit: String?

    package init(property: String? = nil, old: String?, new: String?, unit: String? = nil) {
      (self.property, self.old, self.new, self.unit) = (property, old, new, unit)
    }
  }

  /// Between the fewest and the most of several cards: how many lines a text has more.
  package struct Lines: Hashable, Codable, Sendable {
    package var least: Int
    package var most: Int

    package init(_ count: Int) { (least, most) = (count, count) }
  }

  package enum Edit: String, Codable, Sendable { case changed, added, removed, replaced, moved }

  /// - `purpose`: What the token file says that it is for.
  case token(path: String, purpose: String?, values: [Value])
  /// - `part`: The element; nil for one without a name. `key` is empty where all of it is meant.
  case template(part: String?, file: String, key: String, edit: Edit, value: Value)
  case icon(name: String)
  case option(key: String, old: String, new: String)
  /// - `old`, `new`: The words that are not the same, each empty where there are none.
  case text(box: String, old: String, new: String, lines: Lines)
  case links(box: String)
  case photo(box: String)
  /// An icon in the place of another one.
  case otherIcon(box: String, old: String, new: String)
  case came(box: String)
  case gone(box: String)
  /// Several things in one row or page.
  case several(box: String)
  case order(box: String)
  case font(family: String)
  case libraries
  case version
  case newCard
  case newFilm
  /// Films show other posts, or the same in another order.
  case otherFeed
  /// What a film does by itself.
  case film(name: String, reason: String)
  // What nothing explains, of boxes:
  case lines(box: String, lines: Lines)
  case place(box: String)
  case size(box: String)
  case color(box: String, old: String, new: String)
  case style(property: String, old: String, new: String)
  case pixels(box: String)

  /// The same of more cards: what is told of each is told once.
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
  /// The first of what happened to it of itself; nil where that is told by its words alone.
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
  /// - Parameter words: Of the texts as they are shown.
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
