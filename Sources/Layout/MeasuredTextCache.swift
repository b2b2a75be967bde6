import Drawing
import Synchronization

/// Breaks and shapes text. Implementations are safe to call from any thread and give the same answer on each.
package protocol TextMeasuring: Sendable {
  /// The text broken at `width` points (may be infinite). At most `maxLines` lines for the whole text; what is left
  /// out is cut as `truncation` says. A width of 0 or less gives at least one cluster a line, never a hang.
  ///
  /// Lines are set at the start of the given width, whatever the style's alignment (the layout moves them once it knows
  /// the box): a left-to-right paragraph's begin at x 0, a right-to-left one's end at `width`, or where that is infinite
  /// at the widest line's end. A text whose widest line is exactly `width` wide breaks as it did without a limit.
  func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText
}

/// Remembers what another measurer found, so that the same text at the same width is shaped once for many layouts.
///
/// Two generations: a text that was not asked for while `limit` bytes of others came by is forgotten. Safe on any
/// thread; two threads that ask for the same new text at the same moment may both shape it, with the same result.
package final class MeasuredTextCache: TextMeasuring {
  private struct Key: Hashable {
    let text: StyledText
    let width: Double
    let maxLines: Int?
    let truncation: TextLeaf.Truncation
    /// Of some of the text's bytes. A string hashes all of its canonical form, which takes longer than all the rest of a
    /// look-up.
    private let textHash: Int

    private static let hashedEnds = 32

    init(text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) {
      self.text = text
      self.width = width
      self.maxLines = maxLines
      self.truncation = truncation
      var hasher = Hasher()
      var string = text.string
      string.withUTF8 { bytes in
        hasher.combine(bytes.count)
        hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes.prefix(Self.hashedEnds))))
        hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes.suffix(Self.hashedEnds))))
      }
      textHash = hasher.finalize()
    }

    static func == (left: Key, right: Key) -> Bool {
      left.textHash == right.textHash && left.width == right.width && left.maxLines == right.maxLines
        && left.truncation == right.truncation && left.text == right.text
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(textHash)
      hasher.combine(width)
    }
  }

  private struct Generations {
    var young: [Key: ShapedText] = [:]
    var youngCost = 0
    var old: [Key: ShapedText] = [:]
  }

  package static let usualLimit = 250_000

  private let measuring: any TextMeasuring
  private let limit: Int
  private let generations = Mutex(Generations())

  /// - Parameter limit: UTF-8 bytes of the texts that are remembered, 64 at least for each; a shaped byte of Latin text
  ///   takes about 20 bytes of memory. A card's texts come by again at once, those that many cards share soon: more
  ///   than some dozens of cards need not be remembered.
  package init(_ measuring: any TextMeasuring, limit: Int = usualLimit) {
    self.measuring = measuring
    self.limit = max(0, limit)
  }

  /// How many results are remembered now.
  package var count: Int { generations.withLock { $0.young.count + $0.old.count } }

  package func shape(
    _ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation
  ) -> ShapedText {
    let key = Key(text: text, width: width, maxLines: maxLines, truncation: truncation)
    if let known = recall(key) { return known }
    let shaped = measuring.shape(text, width: width, maxLines: maxLines, truncation: truncation)
    // NaN is not equal to itself: it would be remembered again and again and never be found.
    if !width.isNaN { remember(shaped, for: key) }
    return shaped
  }

  private func recall(_ key: Key) -> ShapedText? {
    let (known, isYoung) = generations.withLock { generations -> (ShapedText?, Bool) in
      if let young = generations.young[key] { return (young, true) }
      return (generations.old.isEmpty ? nil : generations.old[key], false)
    }
    if let known, !isYoung { remember(known, for: key) }
    return known
  }

  private func remember(_ shaped: ShapedText, for key: Key) {
    let cost = max(64, key.text.string.utf8.count)
    // Each generation has half of the limit.
    guard cost <= limit / 2 else { return }
    generations.withLock { generations in
      if generations.youngCost + cost > limit / 2 {
        generations.old = generations.young
        generations.young = [:]
        generations.youngCost = 0
      }
      if !generations.old.isEmpty { generations.old[key] = nil }
      if generations.young.isEmpty { generations.young.reserveCapacity(16) }
      if generations.young.updateValue(shaped, forKey: key) == nil { generations.youngCost += cost }
    }
  }
}
