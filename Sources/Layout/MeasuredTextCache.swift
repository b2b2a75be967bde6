import Drawing
import Synchronization

/// Breaks and shapes text. Implementations must be thread-safe and deterministic.
public protocol TextMeasuring: Sendable {
  /// Returns the text broken at `width` points (may be infinite), with at most `maxLines` lines for the whole text; the
  /// rest is truncated as given by `truncation`. A width of 0 or less gives at least one cluster per line.
  ///
  /// Lines are aligned to the start of the given width, whatever the style's alignment (the layout moves them once it
  /// knows the box): lines of a left-to-right paragraph begin at x 0, lines of a right-to-left one end at `width`, or
  /// at the end of the widest line if `width` is infinite. A text whose widest line is exactly `width` wide breaks as
  /// it would without a limit.
  func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText
}

/// Caches the results of another measurer, so that the same text at the same width is shaped once for many layouts,
/// regardless of colors: themes with the same fonts and sizes share their texts. If a text is cached without a line
/// limit, its first lines are derived from that.
///
/// The cache has two generations: a text is evicted if it is not requested while `limit` bytes of others are.
/// Thread-safe; two threads that request the same new text at the same time may both shape it, with the same result.
public final class MeasuredTextCache: TextMeasuring {
  private struct Key: Hashable {
    let text: StyledText
    let width: Double
    let maxLines: Int?
    let truncation: TextLeaf.Truncation
    /// Which attributes share a color: glyphs of one color form a run, and the actual colors don't affect positions.
    let colors: TextColors
    /// A hash of some of the text's bytes. A string hashes its canonical form, which would take longer than the rest of
    /// a look-up.
    private let textHash: Int

    private static let hashedEnds = 32

    init(text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) {
      self.text = text
      self.width = width
      self.maxLines = maxLines
      // Without a limit, nothing is truncated.
      self.truncation = maxLines == nil ? .clip : truncation
      colors = TextColors(of: text)
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
        && left.truncation == right.truncation && left.colors.pattern == right.colors.pattern
        && left.text.isShaped(like: right.text)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(textHash)
      hasher.combine(width)
    }
  }

  private struct Entry {
    let shaped: ShapedText
    /// The colors that it was shaped with.
    let palette: [Color]
  }

  private struct Generations {
    var young: [Key: Entry] = [:]
    var youngCost = 0
    var old: [Key: Entry] = [:]
  }

  /// The default limit in bytes.
  public static let usualLimit = 250_000

  private let measuring: any TextMeasuring
  private let limit: Int
  private let generations = Mutex(Generations())

  /// - Parameter limit: The total size of cached texts in UTF-8 bytes, at least 64 for each; a shaped byte of Latin
  ///   text takes about 20 bytes of memory. A card's texts are requested again immediately, and shared ones soon: a few
  ///   dozen cards are enough.
  public init(_ measuring: any TextMeasuring, limit: Int = usualLimit) {
    self.measuring = measuring
    self.limit = max(0, limit)
  }

  /// The number of cached results.
  package var count: Int { generations.withLock { $0.young.count + $0.old.count } }

  public func shape(
    _ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation
  ) -> ShapedText {
    let key = Key(text: text, width: width, maxLines: maxLines, truncation: truncation)
    if let known = recall(key) { return known.shaped.colored(key.colors.palette, insteadOf: known.palette) }
    let shaped =
      whole(of: key)?.beginning(maxLines, truncation)
      ?? measuring.shape(text, width: width, maxLines: maxLines, truncation: truncation)
    // NaN is not equal to itself: it would be cached again and again but never found.
    if !width.isNaN { remember(Entry(shaped: shaped, palette: key.colors.palette), for: key) }
    return shaped
  }

  /// The same text without its limit, in its own colors; nil if it is not cached.
  private func whole(of key: Key) -> ShapedText? {
    // At an infinite width, the dropped lines would affect the position of right-aligned ones.
    guard key.maxLines != nil, key.width.isFinite else { return nil }
    return recall(Key(text: key.text, width: key.width, maxLines: nil, truncation: .clip)).map {
      $0.shaped.colored(key.colors.palette, insteadOf: $0.palette)
    }
  }

  private func recall(_ key: Key) -> Entry? {
    let (known, isYoung) = generations.withLock { generations -> (Entry?, Bool) in
      if let young = generations.young[key] { return (young, true) }
      return (generations.old.isEmpty ? nil : generations.old[key], false)
    }
    if let known, !isYoung { remember(known, for: key) }
    return known
  }

  private func remember(_ entry: Entry, for key: Key) {
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
      if generations.young.updateValue(entry, forKey: key) == nil { generations.youngCost += cost }
    }
  }
}

/// The colors of a text's glyphs, and which attributes share a color.
private struct TextColors {
  /// The style's color, then those of the attributes, without duplicates.
  private(set) var palette: [Color]
  /// For each attribute, the index of its color in the palette; nil for an attribute without a color.
  private(set) var pattern: [Int?] = []

  init(of text: StyledText) {
    palette = [text.style.color]
    pattern.reserveCapacity(text.attributes.count)
    for attribute in text.attributes {
      guard let color = attribute.color else {
        pattern.append(nil)
        continue
      }
      pattern.append(palette.firstIndex(of: color) ?? palette.count)
      if pattern.last == palette.count { palette.append(color) }
    }
  }
}

extension StyledText {
  /// Whether both texts have the same glyphs at the same positions, regardless of colors.
  fileprivate func isShaped(like other: StyledText) -> Bool {
    var style = style
    style.color = other.style.color
    return style == other.style && string == other.string
      && attributes.elementsEqual(other.attributes) {
        $0.range == $1.range && ($0.picture == nil) == ($1.picture == nil) && $0.family == $1.family
          && $0.weight == $1.weight && $0.hangs == $1.hangs && $0.isSlanted == $1.isSlanted
          && $0.quotation?.indent == $1.quotation?.indent
      }
  }
}

extension ShapedText {
  /// The result of shaping with a limit, derived from a text shaped without one; nil if its last line would end
  /// differently.
  fileprivate func beginning(_ maxLines: Int?, _ truncation: TextLeaf.Truncation) -> ShapedText? {
    let limit = max(0, maxLines ?? .max)
    guard lines.count > limit else { return self }
    guard truncation == .clip else { return nil }
    var first = Array(lines.prefix(limit))
    // A limit that falls on a blank line applies to the text above.
    let words = first.lastIndex { !$0.runs.isEmpty } ?? first.endIndex - 1
    first.removeSubrange((words + 1)...)
    let height = Double(first.count) * (lines.first?.frame.height ?? 0)
    return ShapedText(
      size: Size(width: first.map(\.frame.width).max() ?? 0, height: height), lines: first,
      attributeFrames: attributeFrames.filter { $0.line < first.count }, isTruncated: true,
      fullLineCount: fullLineCount, missing: missing)
  }

  /// The text with other colors: each color of `old` is replaced by the one at the same index of `new`.
  fileprivate func colored(_ new: [Color], insteadOf old: [Color]) -> ShapedText {
    guard new != old else { return self }
    var shaped = self
    for line in shaped.lines.indices {
      for run in shaped.lines[line].runs.indices {
        guard let place = old.firstIndex(of: shaped.lines[line].runs[run].color) else { continue }
        shaped.lines[line].runs[run].color = new[place]
      }
    }
    return shaped
  }
}
