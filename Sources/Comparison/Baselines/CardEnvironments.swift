import Basics
import Diagnostics
import Drawing
import Files
import Foundation
import ImageComparison
import Raster
import Synchronization

/// The fonts and libraries that images were rendered with.
struct BaselineEnvironment: Codable, Hashable, Sendable {
  enum Scope: String, Codable, Sendable {
    /// Only the fonts and libraries that one card used.
    case card
  }

  /// `Inter-Regular.otf#0 <SHA-256>`, in the order of the font lock, which is the fallback order.
  var fonts: [String]
  /// Versions of the libraries that shape, paint, decode or encode, by name.
  var libraries: [String: String]
  /// nil for the whole lock and all libraries: those available to a run, and those that earlier versions recorded for a
  /// card.
  var scope: Scope?
  /// The revision of Feedproof's own rendering (`DrawingRevision`); nil for the first one.
  var drawing: Int?

  /// - Parameters:
  ///   - fonts: `Inter-Regular.otf#0 <SHA-256>`, in the order of the font lock.
  ///   - libraries: Versions by name.
  init(fonts: [String], libraries: [String: String]) {
    (self.fonts, self.libraries) = (fonts, libraries)
  }

  /// The fonts and libraries available to this process.
  init(lock: FontLock) {
    fonts = lock.faces.map { "\($0.file)#\($0.index) \($0.sha256)" }
    libraries = LibraryVersions.all
    drawing = DrawingRevision.current == DrawingRevision.first ? nil : DrawingRevision.current
  }

  /// Returns the part of the environment that a card used.
  func part(of use: CardRenderingInputs) -> BaselineEnvironment {
    var part = self
    part.fonts = fonts.indices.filter(use.faces.contains).map { fonts[$0] }
    part.libraries = libraries.filter { use.libraries.contains($0.key) }
    part.scope = .card
    return part
  }

  /// The name by which records refer to the environment: the first 16 digits of the SHA-256 of its contents.
  var name: String {
    let lines =
      fonts + libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + (scope.map { [$0.rawValue] } ?? [])
      + (drawing.map { ["drawing \($0)"] } ?? [])
    return String(Digest(of: lines.joined(separator: "\n")).hex.prefix(16))
  }

  /// Returns the changes that affect a card; empty if there are none.
  ///
  /// A library used in only one of the environments tells something about the card (it has a photo now), not about the
  /// machine.
  ///
  /// - Parameters:
  ///   - now: The environment that the card uses now.
  ///   - lock: All typefaces of the current lock, formatted like `fonts`.
  func drift(to now: BaselineEnvironment, lock: Set<String>) -> [EnvironmentDrift] {
    let versions = libraries.keys.sorted().compactMap { name -> EnvironmentDrift? in
      guard let before = libraries[name], let after = now.libraries[name], before != after else { return nil }
      return .library(name, from: before, to: after)
    }
    let revisions = (before: drawing ?? DrawingRevision.first, after: now.drawing ?? DrawingRevision.first)
    let tool: [EnvironmentDrift] =
      revisions.before == revisions.after ? [] : [.drawing(from: revisions.before, to: revisions.after)]
    return tool + versions + fontDrift(to: now, lock: lock)
  }

  private func fontDrift(to now: BaselineEnvironment, lock: Set<String>) -> [EnvironmentDrift] {
    let known = Dictionary(fonts.map { (Self.file($0), $0) }, uniquingKeysWith: { first, _ in first })
    let other = now.fonts.filter { !fonts.contains($0) }
    let unused = scope == .card ? fonts.filter { !now.fonts.contains($0) } : []
    var drift = other.compactMap { font -> EnvironmentDrift? in
      let file = Self.file(font)
      if known[file] != nil { return .otherFile(font: file) }
      // A typeface that the card didn't use before is no change by itself: the card's text may be new.
      return scope == nil || !unused.isEmpty ? .newFace(font: file) : nil
    }
    drift += unused.filter { !lock.contains($0) && !now.fonts.map(Self.file).contains(Self.file($0)) }
      .map { .goneFace(font: Self.file($0)) }
    return drift
  }

  private static func file(_ font: String) -> String { font.split(separator: "#").first.map(String.init) ?? font }
}

/// A change of a font or a library since an image was approved.
enum EnvironmentDrift: Hashable, Sendable {
  /// Another version of Feedproof, which renders differently on purpose.
  case drawing(from: Int, to: Int)
  case library(String, from: String, to: String)
  /// A font file has other bytes.
  case otherFile(font: String)
  /// The font is used now, but was not used before.
  case newFace(font: String)
  /// The font was used before, but is no longer in the lock.
  case goneFace(font: String)

  /// The beginning of messages about Feedproof's own rendering.
  static let drawingName = "Feedproof's drawing"

  var message: String {
    switch self {
    case .drawing(let before, let after): "\(Self.drawingName) \(before) → \(after)"
    case .library(let name, let before, let after): "\(name) \(before) → \(after)"
    case .otherFile(let font): "the file of the font \(font) changed"
    case .newFace(let font): "the font \(font) was added"
    case .goneFace(let font): "the font \(font) was removed from the lock"
    }
  }
}

/// The environments that the cards of a run and their baselines use. Each is computed or read only once. Safe to use
/// from any task.
final class CardEnvironments: Sendable {
  struct NamedEnvironment: Sendable {
    var name: String
    var environment: BaselineEnvironment
  }

  /// All fonts and libraries available to the run.
  let whole: BaselineEnvironment
  private let lock: Set<String>
  private let store: BaselineStore
  private let state = Mutex(State())

  private struct State {
    var now: [CardRenderingInputs: NamedEnvironment] = [:]
    /// Changes by the names of both environments.
    var drift: [String: [EnvironmentDrift]] = [:]
  }

  init(_ whole: BaselineEnvironment, store: BaselineStore) {
    (self.whole, self.store) = (whole, store)
    lock = Set(whole.fonts)
  }

  func environment(of use: CardRenderingInputs) -> NamedEnvironment {
    if let known = state.withLock({ $0.now[use] }) { return known }
    let part = whole.part(of: use)
    let named = NamedEnvironment(name: part.name, environment: part)
    state.withLock { $0.now[use] = named }
    return named
  }

  /// - Parameter name: The name of the environment of a baseline.
  /// - Returns: The changes that affect a card rendered in `now`; nil if the record is missing.
  /// - Throws: `Diagnostic` if the record can't be read.
  func drift(from name: String, to now: NamedEnvironment) throws -> [EnvironmentDrift]? {
    let key = "\(name) \(now.name)"
    if let known = state.withLock({ $0.drift[key] }) { return known }
    guard let then = try store.environment(name) else { return nil }
    let drift = then.drift(to: now.environment, lock: lock)
    state.withLock { $0.drift[key] = drift }
    return drift
  }
}

extension [EnvironmentDrift] {
  /// Returns one cause for all libraries, because a system is updated as a whole, and one for each font, however many
  /// of its files changed.
  ///
  /// - Parameter now: All fonts and libraries available to the run.
  func causes(in now: BaselineEnvironment) -> [Cause] {
    var causes: [Cause] = []
    if let tool = first(where: { if case .drawing = $0 { true } else { false } }) {
      causes.append(Cause(.version, title: tool.message, identity: tool.message, fact: .version))
    }
    let libraries = filter { if case .library = $0 { true } else { false } }
    if !libraries.isEmpty {
      let versions = now.libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      causes.append(
        Cause(
          .libraries, title: libraries.map(\.message).joined(separator: ", "),
          identity: versions.joined(separator: "\n"), fact: .libraries))
    }
    for family in compactMap(\.family).uniqued() {
      let files = now.fonts.filter { $0.hasPrefix(family) }
      let changes = filter { $0.family == family }.map(\.message)
      causes.append(
        Cause(
          .font, title: changes.joined(separator: ", "), identity: ([family] + files).joined(separator: "\n"),
          fact: .font(family: family)))
    }
    return causes
  }
}

extension EnvironmentDrift {
  /// The common beginning of the names of a font's files: `Inter` for `Inter-Bold.otf`.
  fileprivate var family: String? {
    switch self {
    case .library, .drawing: nil
    case .otherFile(let font), .newFace(let font), .goneFace(let font):
      font.split(whereSeparator: { $0 == "-" || $0 == "." }).first.map(String.init)
    }
  }
}

/// The typefaces and libraries that a card uses. Only these can change its image.
struct CardRenderingInputs: Hashable, Sendable {
  /// Indexes into the font lock.
  private(set) var faces: Set<Int> = []
  /// Names as in `LibraryVersions`.
  private(set) var libraries: Set<String>

  private static let painting: Set<String> = ["cairo", "libdeflate", "pixman"]
  private static let typesetting: Set<String> = ["freetype", "glib", "harfbuzz", "pango"]

  /// - Parameter format: Returns the format of a decoded photo; nil if the photo could not be decoded.
  init(_ list: DisplayList, format: (ImageReference) -> ImageFormat?) {
    libraries = Self.painting
    // Command lists that are not visited yet.
    var pending = [list.commands]
    while let commands = pending.popLast() {
      for command in commands {
        switch command {
        case .glyphs(let run, origin: _): faces.insert(run.face.index)
        case .image(let image, _, placeholder: _, let missing):
          // If the photo is missing, its placeholder is rendered instead.
          if let format = format(image) {
            ImageCodecs[format].map { _ = libraries.insert($0.library.name) }
          } else {
            pending.append(missing)
          }
        case .group(clip: _, opacity: _, let inner), .translated(_, let inner), .blurred(let inner, _):
          pending.append(inner)
        case .fill, .stroke, .dashed, .shadow, .innerShadow: break
        }
      }
    }
    if !faces.isEmpty { libraries.formUnion(Self.typesetting) }
  }
}
