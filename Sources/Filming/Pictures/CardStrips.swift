import Basics
import CardRendering
import Diagnostics
import Drawing
import Layout
import Raster
import Synchronization

/// The cards' bitmaps for frames, drawn on first use. The least recently used are evicted when they take too much
/// memory. Can be used from any task.
final class CardStrips: Sendable {
  struct Key: Hashable, Sendable {
    /// The index of the post.
    var post: Int
    var isExpanded: Bool
    var hasPhotos: Bool
    /// The height of a message during a change of height.
    var rows: Int?
    /// Whether no message follows yet.
    var isEnd = false
    /// Whether a day header is pinned.
    var isPinned = false
  }

  /// One bitmap, drawn by the first task to need it; others wait.
  private final class Entry: Sendable {
    let strip = Mutex<CardStrip?>(nil)
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// Sizes in bytes, once known.
    var sizes: [Key: Int] = [:]
    /// The time of last use of each.
    var uses: [Key: Int] = [:]
    var use = 0
    var ends: [Key: Int] = [:]
    var diagnostics: [Diagnostic] = []
  }

  private let source: FilmSource
  /// The maximum total size in bytes of bitmaps that aren't in use.
  private let limit: Int
  private let state = Mutex(State())

  init(_ source: FilmSource, limit: Int) {
    (self.source, self.limit) = (source, limit)
  }

  /// The diagnostics so far, without duplicates.
  var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  func strip(_ key: Key) throws -> CardStrip {
    let entry = state.withLock { state in
      state.use += 1
      state.uses[key] = state.use
      if let known = state.entries[key] { return known }
      let entry = Entry()
      state.entries[key] = entry
      return entry
    }
    // Closures passed to a lock can't have a typed throw here.
    let result = entry.strip.withLock { strip -> Result<CardStrip, any Error> in
      if let strip { return .success(strip) }
      return Result {
        let drawn = try draw(key)
        strip = drawn
        return drawn
      }
    }
    let strip = try result.get()
    note(key, bytes: strip.bitmap.bytes.count)
    return strip
  }

  /// Returns the number of rows at the end that both states of a post share.
  func sharedEnd(of post: Int, hasPhotos: Bool) throws -> Int {
    let key = Key(post: post, isExpanded: true, hasPhotos: hasPhotos)
    if let known = state.withLock({ $0.ends[key] }) { return known }
    let collapsed = try strip(Key(post: post, isExpanded: false, hasPhotos: hasPhotos))
    let end = try strip(key).sharedEnd(with: collapsed)
    state.withLock { $0.ends[key] = end }
    return end
  }

  private func draw(_ key: Key) throws -> CardStrip {
    let states = try source.states(key.post, isEnd: key.isEnd)
    var layout = key.isExpanded ? states.expanded : states.initial.layout
    if let rows = key.rows, let collapsed = states.collapsed {
      layout = .between(collapsed, states.expanded, height: Double(rows) / Double(source.screen.scale))
    }
    if key.isPinned, let day = source.pinnedDay(key.post) { layout = day }
    let pictures = source.renderer.pictures()
    let strip = try CardStrip.draw(layout, source, hasPhotos: key.hasPhotos, pictures: pictures)
    let found = pictures.diagnostics.map { Self.placed($0, at: source.posts[key.post].id) }
    state.withLock { $0.diagnostics = ($0.diagnostics + found).uniqued() }
    return strip
  }

  private static func placed(_ diagnostic: Diagnostic, at post: String) -> Diagnostic {
    Diagnostic(
      severity: diagnostic.severity, code: diagnostic.code, message: diagnostic.message, place: .json(post),
      hint: diagnostic.hint, count: diagnostic.count, kind: diagnostic.kind)
  }

  private func note(_ key: Key, bytes: Int) {
    state.withLock { state in
      guard state.sizes.updateValue(bytes, forKey: key) == nil else { return }
      var taken = state.sizes.values.reduce(0, +)
      while taken > limit,
        let oldest = state.sizes.keys.filter({ $0 != key }).min(by: {
          state.uses[$0, default: 0] < state.uses[$1, default: 0]
        })
      {
        taken -= state.sizes.removeValue(forKey: oldest) ?? 0
        state.entries[oldest] = nil
      }
    }
  }
}

/// A card's bitmap at the width of the screen, including its shadow, to be copied into frames row by row.
package struct CardStrip: Sendable {
  /// The premultiplied pixels.
  let bitmap: Bitmap
  /// Rows above and below the card that contain its shadow.
  let above: Int
  let below: Int
  /// The opaque pixels of each row: they are copied, the others blended.
  package let solid: [Range<Int32>]

  /// The height of the card itself in rows.
  var height: Int { bitmap.height - above - below }
  /// Returns the number of identical rows at the end of both strips.
  package func sharedEnd(with other: CardStrip) -> Int {
    let (stride, most) = (bitmap.stride, min(bitmap.height, other.bitmap.height))
    guard stride == other.bitmap.stride else { return 0 }
    return bitmap.bytes.withUnsafeBytes { own in
      other.bitmap.bytes.withUnsafeBytes { others in
        (0..<most).first { row in
          let (first, second) = (own.count - (row + 1) * stride, others.count - (row + 1) * stride)
          return !own[first..<(first + stride)].elementsEqual(others[second..<(second + stride)])
        } ?? most
      }
    }
  }

  package init(_ bitmap: Bitmap, above: Int, below: Int) {
    (self.bitmap, self.above, self.below) = (bitmap, above, below)
    solid = bitmap.solidRuns
  }

  /// - Parameter hasPhotos: Whether to draw photos instead of their placeholders.
  static func draw(
    _ layout: LaidOutCard, _ source: FilmSource, hasPhotos: Bool, pictures: PostImages
  ) throws -> CardStrip {
    let (screen, scale) = (source.screen, Double(source.screen.scale))
    var commands = layout.displayList(scale: scale, includesRootShadow: true).commands
    if !hasPhotos { commands = commands.map(\.withoutPictures) }
    let card = Rect(origin: .zero, size: layout.size)
    let reach = DrawingCommand.group(clip: nil, opacity: 1, commands).reach(beyond: card)
    // Whole pixels, so that the card's own edges don't move.
    let (above, below) = (Int((reach.top * scale).rounded(.up)), Int((reach.bottom * scale).rounded(.up)))
    let rows = max(1, Int((layout.size.height * scale - 1e-6).rounded(.up)))
    let size = Size(width: Double(screen.width), height: Double(above + rows + below) / scale)
    let margin = (screen.margin * scale).rounded() / scale
    let list = DisplayList(
      size: size, commands: [.translated(Point(x: margin, y: Double(above) / scale), commands)])
    let bitmap = try source.renderer.painter.paint(list, scale: scale, images: pictures.at(scale: screen.scale))
    return CardStrip(bitmap, above: above, below: below)
  }
}

extension Bitmap {
  /// For each row, the longest run of opaque pixels that starts at the first opaque one.
  fileprivate var solidRuns: [Range<Int32>] {
    bytes.withUnsafeBytes { bytes in
      (0..<height).map { row in
        let start = row * stride
        let isSolid = { (x: Int) in bytes[start + x * 4 + 3] == 255 }
        guard let first = (0..<width).first(where: isSolid) else { return 0..<0 }
        let end = (first..<width).first { !isSolid($0) } ?? width
        return Int32(first)..<Int32(end)
      }
    }
  }
}
