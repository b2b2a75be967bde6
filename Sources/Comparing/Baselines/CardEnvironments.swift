import CardDrawing
import Diagnostics
import Digests
import Drawing
import Foundation
import Names
import Proof
import Raster
import Synchronization

/// The fonts and libraries that pictures were drawn with.
struct BaselineEnvironment: Codable, Hashable, Sendable {
  enum Scope: String, Codable, Sendable {
    /// What one card was really drawn with.
    case card
  }

  /// `Inter-Regular.otf#0 <SHA-256>`, in the font lock's order, which is the order of fallback.
  var fonts: [String]
  /// Name → version of what shapes, paints, decodes or encodes.
  var libraries: [String: String]
  /// Nil for the whole lock and every library: what a run has at hand, and what earlier versions recorded of a card.
  var scope: Scope?
  /// How Feedproof itself draws (`DrawingRevision`); nil for the first way.
  var drawing: Int?

  /// - Parameters:
  ///   - fonts: As above.
  ///   - libraries: As above.
  init(fonts: [String], libraries: [String: String]) {
    (self.fonts, self.libraries) = (fonts, libraries)
  }

  /// What this process has to draw with.
  init(lock: FontLock) {
    fonts = lock.faces.map { "\($0.file)#\($0.index) \($0.sha256)" }
    libraries = LibraryVersions.all
    drawing = DrawingRevision.current == DrawingRevision.first ? nil : DrawingRevision.current
  }

  /// The part of it that a card was drawn with.
  func part(of use: CardMaterials) -> BaselineEnvironment {
    var part = self
    part.fonts = fonts.indices.filter(use.faces.contains).map { fonts[$0] }
    part.libraries = libraries.filter { use.libraries.contains($0.key) }
    part.scope = .card
    return part
  }

  /// What records refer to it by: the first 16 digits of the SHA-256 of what it says.
  var name: String {
    let lines =
      fonts + libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + (scope.map { [$0.rawValue] } ?? [])
      + (drawing.map { ["drawing \($0)"] } ?? [])
    return String(Digest(of: lines.joined(separator: "\n")).hex.prefix(16))
  }

  /// What a card is not drawn with any more as it was; empty where nothing of it changed.
  ///
  /// A library that only one of the two was drawn with tells of the card (it has a photo now), not of the machine.
  ///
  /// - Parameters:
  ///   - now: What the card is drawn with now.
  ///   - lock: Every face of the lock now, as in `fonts`.
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
      // A face that the card did not need before says nothing by itself: its words may be others.
      return scope == nil || !unused.isEmpty ? .newFace(font: file) : nil
    }
    drift += unused.filter { !lock.contains($0) && !now.fonts.map(Self.file).contains(Self.file($0)) }
      .map { .goneFace(font: Self.file($0)) }
    return drift
  }

  private static func file(_ font: String) -> String { font.split(separator: "#").first.map(String.init) ?? font }
}

/// A font or a library that is not what it was when a picture was approved.
enum EnvironmentDrift: Hashable, Sendable {
  /// Another version of Feedproof, which draws otherwise on purpose.
  case drawing(from: Int, to: Int)
  case library(String, from: String, to: String)
  /// The file of a face has other bytes.
  case otherFile(font: String)
  /// Drawn with now, and not before.
  case newFace(font: String)
  /// Drawn with before, and not in the lock any more.
  case goneFace(font: String)

  /// What messages about the tool itself begin with.
  static let drawingName = "Feedproof's drawing"

  var message: String {
    switch self {
    case .drawing(let before, let after): "\(Self.drawingName) \(before) → \(after)"
    case .library(let name, let before, let after): "\(name) \(before) → \(after)"
    case .otherFile(let font): "the font \(font) is another file"
    case .newFace(let font): "the font \(font) draws now"
    case .goneFace(let font): "the font \(font) is not locked any more"
    }
  }
}

/// The environments that the cards of a run are drawn in, and those that their baselines were: each worked out or read
/// once. Safe to use from any task.
final class CardEnvironments: Sendable {
  struct Named: Sendable {
    var name: String
    var environment: BaselineEnvironment
  }

  /// All that the run has to draw with.
  let whole: BaselineEnvironment
  private let lock: Set<String>
  private let store: BaselineStore
  private let state = Mutex(State())

  private struct State {
    var now: [CardMaterials: Named] = [:]
    /// By the names of both environments.
    var drift: [String: [EnvironmentDrift]] = [:]
  }

  init(_ whole: BaselineEnvironment, store: BaselineStore) {
    (self.whole, self.store) = (whole, store)
    lock = Set(whole.fonts)
  }

  func environment(of use: CardMaterials) -> Named {
    if let known = state.withLock({ $0.now[use] }) { return known }
    let part = whole.part(of: use)
    let named = Named(name: part.name, environment: part)
    state.withLock { $0.now[use] = named }
    return named
  }

  /// - Parameter name: Of the environment that a baseline was drawn in.
  /// - Returns: What of it changed for a card that is drawn in `now`; nil where the record is gone.
  /// - Throws: `Diagnostic` where it can't be read.
  func drift(from name: String, to now: Named) throws -> [EnvironmentDrift]? {
    let key = "\(name) \(now.name)"
    if let known = state.withLock({ $0.drift[key] }) { return known }
    guard let then = try store.environment(name) else { return nil }
    let drift = then.drift(to: now.environment, lock: lock)
    state.withLock { $0.drift[key] = drift }
    return drift
  }
}

extension [EnvironmentDrift] {
  /// One for all libraries, since a system is updated as a whole, and one for each font, however many of its files and of
  /// the cards' faces changed.
  ///
  /// - Parameter now: All that the run has to draw with.
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
  /// What the names of a font's files begin with: `Inter` of `Inter-Bold.otf`.
  fileprivate var family: String? {
    switch self {
    case .library, .drawing: nil
    case .otherFile(let font), .newFace(let font), .goneFace(let font):
      font.split(whereSeparator: { $0 == "-" || $0 == "." }).first.map(String.init)
    }
  }
}

/// What a card is drawn with: only these faces and libraries can make another picture of it.
struct CardMaterials: Hashable, Sendable {
  /// Indexes into the font lock.
  private(set) var faces: Set<Int> = []
  /// By the names of `LibraryVersions`.
  private(set) var libraries: Set<String>

  private static let painting: Set<String> = ["cairo", "libdeflate", "pixman"]
  private static let typesetting: Set<String> = ["freetype", "glib", "harfbuzz", "pango"]

  /// - Parameter format: Of a photo that was drawn; nil where none could be.
  init(_ list: DisplayList, format: (ImageReference) -> ImageFormat?) {
    libraries = Self.painting
    // Groups that are still to be looked into.
    var pending = [list.commands]
    while let commands = pending.popLast() {
      for command in commands {
        switch command {
        case .glyphs(let run, origin: _): faces.insert(run.face.index)
        case .image(let image, _, placeholder: _, let missing):
          // What stands in for the picture is drawn where there is none.
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
