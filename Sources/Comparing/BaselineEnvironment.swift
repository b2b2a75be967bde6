import Diagnostics
import Digests
import Foundation
import Raster

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

  /// What this process has to draw with.
  init(lock: FontLock) {
    fonts = lock.faces.map { "\($0.file)#\($0.index) \($0.sha256)" }
    libraries = LibraryVersions.all
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
    return versions + fontDrift(to: now, lock: lock)
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
  case library(String, from: String, to: String)
  /// The file of a face has other bytes.
  case otherFile(font: String)
  /// Drawn with now, and not before.
  case newFace(font: String)
  /// Drawn with before, and not in the lock any more.
  case goneFace(font: String)

  var message: String {
    switch self {
    case .library(let name, let before, let after): "\(name) \(before) → \(after)"
    case .otherFile(let font): "the font \(font) is another file"
    case .newFace(let font): "the font \(font) draws now"
    case .goneFace(let font): "the font \(font) is not locked any more"
    }
  }
}
