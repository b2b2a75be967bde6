import Files
import Raster

/// The fonts and libraries that images were rendered with.
package struct RenderingEnvironment: Codable, Hashable, Sendable {
  package enum Scope: String, Codable, Sendable {
    /// Only the fonts and libraries that one card used.
    case card
  }

  /// `Inter-Regular.otf#0 <SHA-256>`, in the order of the font lock, which is the fallback order.
  package var fonts: [String]
  /// Versions of the libraries that shape, paint, decode or encode, by name.
  package var libraries: [String: String]
  /// nil for the whole lock and all libraries: those available to a run, and those that earlier versions recorded for a
  /// card.
  package var scope: Scope?
  /// The revision of Feedproof's own rendering (`DrawingRevision`); nil for the first one.
  package var drawing: Int?

  /// - Parameters:
  ///   - fonts: `Inter-Regular.otf#0 <SHA-256>`, in the order of the font lock.
  ///   - libraries: Versions by name.
  package init(fonts: [String], libraries: [String: String]) {
    (self.fonts, self.libraries) = (fonts, libraries)
  }

  /// The fonts and libraries available to this process.
  package init(lock: FontLock) {
    fonts = lock.faces.map { "\($0.file)#\($0.index) \($0.sha256)" }
    libraries = LibraryVersions.all
    drawing = DrawingRevision.current == DrawingRevision.first ? nil : DrawingRevision.current
  }

  /// Returns the part of the environment that a card used.
  package func part(of use: CardRenderingInputs) -> RenderingEnvironment {
    var part = self
    part.fonts = fonts.indices.filter(use.faces.contains).map { fonts[$0] }
    part.libraries = libraries.filter { use.libraries.contains($0.key) }
    part.scope = .card
    return part
  }

  /// The name by which records refer to the environment: the first 16 digits of the SHA-256 of its contents.
  package var name: String {
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
  package func drift(to now: RenderingEnvironment, lock: Set<String>) -> [EnvironmentDrift] {
    let versions = libraries.keys.sorted().compactMap { name -> EnvironmentDrift? in
      guard let before = libraries[name], let after = now.libraries[name], before != after else { return nil }
      return .library(name, from: before, to: after)
    }
    let revisions = (before: drawing ?? DrawingRevision.first, after: now.drawing ?? DrawingRevision.first)
    let tool: [EnvironmentDrift] =
      revisions.before == revisions.after ? [] : [.drawing(from: revisions.before, to: revisions.after)]
    return tool + versions + fontDrift(to: now, lock: lock)
  }

  private func fontDrift(to now: RenderingEnvironment, lock: Set<String>) -> [EnvironmentDrift] {
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
