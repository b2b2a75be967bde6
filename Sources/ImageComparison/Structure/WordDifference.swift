import Drawing

/// A word-by-word difference of two texts.
package struct WordDifference: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    case same([String])
    /// Replaced words; either side may be empty.
    case changed(old: [String], new: [String])
  }

  package private(set) var pieces: [Piece] = []

  /// The maximum number of word pairs to compare; longer differing texts are reported as one change.
  private static let limit = 4_000_000

  package init(from old: [String], to new: [String]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    append(old[..<start])
    let (before, after) = (Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]))
    if before.count * after.count <= Self.limit {
      compare(before, after)
    } else {
      change(old: before, new: after)
    }
    append(old[(old.count - end)...])
  }

  /// Words are separated by white space of any length.
  package init(from old: String, to new: String) {
    self.init(from: Self.words(of: old), to: Self.words(of: new))
  }

  package static func words(of text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  /// Compares by the longest common subsequence.
  private mutating func compare(_ before: [String], _ after: [String]) {
    let width = after.count + 1
    var lengths = [Int32](repeating: 0, count: (before.count + 1) * width)
    for i in before.indices.reversed() {
      for j in after.indices.reversed() {
        lengths[i * width + j] =
          before[i] == after[j]
          ? lengths[(i + 1) * width + j + 1] + 1 : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var (i, j) = (0, 0)
    while i < before.count || j < after.count {
      if i < before.count, j < after.count, before[i] == after[j] {
        append(before[i...i])
        (i, j) = (i + 1, j + 1)
      } else if j == after.count || i < before.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        change(old: [before[i]], new: [])
        i += 1
      } else {
        change(old: [], new: [after[j]])
        j += 1
      }
    }
  }

  private mutating func append(_ words: ArraySlice<String>) {
    guard !words.isEmpty else { return }
    if case .same(let known)? = pieces.last {
      pieces[pieces.count - 1] = .same(known + words)
    } else {
      pieces.append(.same(Array(words)))
    }
  }

  private mutating func change(old: [String], new: [String]) {
    if case .changed(let before, let after)? = pieces.last {
      pieces[pieces.count - 1] = .changed(old: before + old, new: after + new)
    } else if !old.isEmpty || !new.isEmpty {
      pieces.append(.changed(old: old, new: new))
    }
  }

  /// The words that are in both texts, with their positions.
  package var sameWords: [(old: Int, new: Int)] {
    var (i, j) = (0, 0)
    var pairs: [(old: Int, new: Int)] = []
    for piece in pieces {
      switch piece {
      case .same(let words):
        pairs += words.indices.map { (i + $0, j + $0) }
        (i, j) = (i + words.count, j + words.count)
      case .changed(let old, let new): (i, j) = (i + old.count, j + new.count)
      }
    }
    return pairs
  }

  /// The number of context words around a change.
  private static let context = 2
  /// The number of changes to quote; the rest is only counted.
  private static let told = 3

  /// `“the quick [brown → red] fox jumps …”`: the change with a few words of context.
  package var message: String {
    var parts: [String] = []
    var changes = 0
    for (place, piece) in pieces.enumerated() {
      switch piece {
      case .same(let words): parts.append(Self.around(words, isFirst: place == 0, isLast: place == pieces.count - 1))
      case .changed(let old, let new):
        changes += 1
        guard changes <= Self.told else { continue }
        parts.append(Self.change(old, new))
      }
      if changes > Self.told { break }
    }
    let rest = pieces.count { if case .changed = $0 { true } else { false } } - Self.told
    let more = rest > 0 ? " and \(rest) more change\(rest == 1 ? "" : "s")" : ""
    return "“\(parts.joined(separator: " "))”\(more)"
  }

  private static func around(_ words: [String], isFirst: Bool, isLast: Bool) -> String {
    let kept = isFirst || isLast ? context : 2 * context
    guard words.count > kept + 1 else { return words.joined(separator: " ") }
    let (head, tail) = (words.prefix(context).joined(separator: " "), words.suffix(context).joined(separator: " "))
    return isFirst ? "… \(tail)" : isLast ? "\(head) …" : "\(head) … \(tail)"
  }

  private static func change(_ old: [String], _ new: [String]) -> String {
    // In right-to-left text the arrow would point backward.
    let (before, after) = (shortened(old).isolated(in: .leftToRight), shortened(new).isolated(in: .leftToRight))
    if old.isEmpty { return "[+ \(after)]" }
    return new.isEmpty ? "[− \(before)]" : "[\(before) → \(after)]"
  }

  private static func shortened(_ words: [String]) -> String {
    let text = words.joined(separator: " ")
    return text.count > 80 ? "\(text.prefix(48)) … \(text.suffix(24))" : text
  }
}
