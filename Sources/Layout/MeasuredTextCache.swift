import Drawing
import Synchronization

/// Breaks and shapes text. Implementations are safe to call from any thread and give the same answer on each.
public protocol TextMeasuring: Sendable {
  /// The text broken at `width` points (may be infinite). At most `maxLines` lines for the whole text; what is left
  /// out is cut as `truncation` says. A width of 0 or less gives at least one cluster a line, never a hang.
  ///
  /// Lines are set at the start of the given width, whatever the style's alignment (the layout moves them once it knows
  /// the box): a left-to-right paragraph's begin at x 0, a right-to-left one's end at `width`, or where that is infinite
  /// at the widest line's end. A text whose widest line is exactly `width` wide breaks as it did without a limit.
  func shape(_ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) -> ShapedText
}

/// Remembers what another measurer found, so that the same text at the same width is shaped once for many layouts, in
/// whatever colours: themes that agree in fonts and sizes share their texts. A text that is known whole is not shaped again
/// for its first lines.
///
/// Two generations: a text that was not asked for while `limit` bytes of others came by is forgotten. Safe on any
/// thread; two threads that ask for the same new text at the same moment may both shape it, with the same result.
public final class MeasuredTextCache: TextMeasuring {
  private struct Key: Hashable {
    let text: StyledText
    let width: Double
    let maxLines: Int?
    let truncation: TextLeaf.Truncation
    /// The text's own colours: glyphs of one colour stand in one run, and whatever colour it is moves none of them.
    let colors: TextColors
    /// Of some of the text's bytes. A string hashes all of its canonical form, which takes longer than all the rest of a
    /// look-up.
    private let textHash: Int

    private static let hashedEnds = 32

    init(text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation) {
      self.text = text
      self.width = width
      self.maxLines = maxLines
      // Nothing is left out of a text without a limit.
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
    /// Those that it was shaped with.
    let palette: [Color]
  }

  private struct Generations {
    var young: [Key: Entry] = [:]
    var youngCost = 0
    var old: [Key: Entry] = [:]
  }

  /// Bytes that are remembered where nobody says how many.
  public static let usualLimit = 250_000

  private let measuring: any TextMeasuring
  private let limit: Int
  private let generations = Mutex(Generations())

  /// - Parameter limit: UTF-8 bytes of the texts that are remembered, 64 at least for each; a shaped byte of Latin text
  ///   takes about 20 bytes of memory. A card's texts come by again at once, those that many cards share soon: more
  ///   than some dozens of cards need not be remembered.
  public init(_ measuring: any TextMeasuring, limit: Int = usualLimit) {
    self.measuring = measuring
    self.limit = max(0, limit)
  }

  /// How many results are remembered now.
  package var count: Int { generations.withLock { $0.young.count + $0.old.count } }

  public func shape(
    _ text: StyledText, width: Double, maxLines: Int?, truncation: TextLeaf.Truncation
  ) -> ShapedText {
    let key = Key(text: text, width: width, maxLines: maxLines, truncation: truncation)
    if let known = recall(key) { return known.shaped.colored(key.colors.palette, insteadOf: known.palette) }
    let shaped =
      whole(of: key)?.beginning(maxLines, truncation)
      ?? measuring.shape(text, width: width, maxLines: maxLines, truncation: truncation)
    // NaN is not equal to itself: it would be remembered again and again and never be found.
    if !width.isNaN { remember(Entry(shaped: shaped, palette: key.colors.palette), for: key) }
    return shaped
  }

  /// The same text without its limit, in its own colours; nil where that is not known.
  private func whole(of key: Key) -> ShapedText? {
    // Where any width is right, the lines that are left out move those that stand at the other end.
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

/// The colours of a text's glyphs, and which of its attributes have the same one.
private struct TextColors {
  /// The style's, then those of the attributes, each once.
  private(set) var palette: [Color]
  /// For each attribute where its colour stands in the palette; nil of one without a colour.
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
  /// Whether both give the same glyphs at the same places, colours apart.
  fileprivate func isShaped(like other: StyledText) -> Bool {
    var style = style
    style.color = other.style.color
    return style == other.style && string == other.string
      && attributes.elementsEqual(other.attributes) {
        $0.range == $1.range && ($0.picture == nil) == ($1.picture == nil) && $0.family == $1.family
          && $0.hangs == $1.hangs && $0.quotation?.indent == $1.quotation?.indent
      }
  }
}

extension ShapedText {
  /// What shaping with a limit comes to, of a text that was shaped without one; nil where its last line ends otherwise.
  fileprivate func beginning(_ maxLines: Int?, _ truncation: TextLeaf.Truncation) -> ShapedText? {
    let limit = max(0, maxLines ?? .max)
    guard lines.count > limit else { return self }
    guard truncation == .clip else { return nil }
    var first = Array(lines.prefix(limit))
    // A limit that falls on a blank line falls on the words above.
    let words = first.lastIndex { !$0.runs.isEmpty } ?? first.endIndex - 1
    first.removeSubrange((words + 1)...)
    let height = Double(first.count) * (lines.first?.frame.height ?? 0)
    return ShapedText(
      size: Size(width: first.map(\.frame.width).max() ?? 0, height: height), lines: first,
      attributeFrames: attributeFrames.filter { $0.line < first.count }, isTruncated: true,
      fullLineCount: fullLineCount, missing: missing)
  }

  /// The same with other colours: what has one of `old` takes the one that stands there in `new`.
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
