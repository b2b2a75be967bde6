import CardDrawing
import Diagnostics
import Drawing
import Pixels
import Raster
import Synchronization

/// The cards' pictures that frames ask for, drawn when they are first needed; those that nobody asked for the longest go
/// when they take too much. Safe to use from any task.
final class CardStrips: Sendable {
  struct Key: Hashable, Sendable {
    /// The post's place.
    var post: Int
    var isExpanded: Bool
    var hasPhotos: Bool
  }

  /// One picture, drawn by whoever comes first; the others wait for it.
  private final class Entry: Sendable {
    let strip = Mutex<CardStrip?>(nil)
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// Bytes, once they are known.
    var sizes: [Key: Int] = [:]
    /// When each was asked for last.
    var uses: [Key: Int] = [:]
    var use = 0
    var ends: [Key: Int] = [:]
    var diagnostics: [Diagnostic] = []
  }

  private let source: FilmSource
  /// Bytes that all pictures may take together, but for those in use.
  private let limit: Int
  private let state = Mutex(State())

  init(_ source: FilmSource, limit: Int) {
    (self.source, self.limit) = (source, limit)
  }

  /// What went wrong so far, each thing once.
  var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  /// - Throws: `Diagnostic`.
  func strip(_ key: Key) throws -> CardStrip {
    let entry = state.withLock { state in
      state.use += 1
      state.uses[key] = state.use
      if let known = state.entries[key] { return known }
      let entry = Entry()
      state.entries[key] = entry
      return entry
    }
    // What a closure of a lock throws has no type of its own here.
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

  /// Rows that both states of a post end with.
  func sharedEnd(of post: Int, hasPhotos: Bool) throws -> Int {
    let key = Key(post: post, isExpanded: true, hasPhotos: hasPhotos)
    if let known = state.withLock({ $0.ends[key] }) { return known }
    let collapsed = try strip(Key(post: post, isExpanded: false, hasPhotos: hasPhotos))
    let end = try strip(key).sharedEnd(with: collapsed)
    state.withLock { $0.ends[key] = end }
    return end
  }

  private func draw(_ key: Key) throws -> CardStrip {
    let states = try source.states(key.post)
    let layout = key.isExpanded ? states.expanded : states.initial.layout
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
