import Diagnostics
import Digests
import Foundation
import Raster

/// The fonts and libraries that baselines were drawn with: with others, differences say nothing about the cards.
struct BaselineEnvironment: Codable, Hashable, Sendable {
  /// `Inter-Regular.otf#0 <SHA-256>`, in the font lock's order, which is the order of fallback.
  var fonts: [String]
  /// Name → version of everything that shapes, paints, decodes or encodes.
  var libraries: [String: String]

  /// What this process draws with.
  init(lock: FontLock) {
    fonts = lock.faces.map { "\($0.file)#\($0.index) \($0.sha256)" }
    let versions =
      TextLibraryVersions.all.map { ($0.key, $0.value) } + CodecVersions.all.map { ($0.name, $0.version) }
    libraries = Dictionary(versions, uniquingKeysWith: { first, _ in first })
  }

  /// What records refer to it by: the first 16 digits of the SHA-256 of what it says.
  var name: String {
    let lines = fonts + libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return String(Digest(of: lines.joined(separator: "\n")).hex.prefix(16))
  }

  /// What is not the same now, in words; empty where all is.
  func drift(to now: BaselineEnvironment) -> [String] {
    let names = Set(libraries.keys).union(now.libraries.keys).sorted()
    let versions = names.compactMap { name -> String? in
      let (before, after) = (libraries[name], now.libraries[name])
      return before == after ? nil : "\(name) \(before ?? "not there") → \(after ?? "not there")"
    }
    return versions + fontDrift(to: now)
  }

  private func fontDrift(to now: BaselineEnvironment) -> [String] {
    guard fonts != now.fonts else { return [] }
    func files(_ faces: [String]) -> [String] { faces.compactMap { $0.split(separator: "#").first.map(String.init) } }
    let other = files(now.fonts.filter { !fonts.contains($0) }).uniqued()
    let gone = files(fonts).filter { !files(now.fonts).contains($0) }.uniqued()
    if other.isEmpty && gone.isEmpty { return ["the font lock has its faces in another order"] }
    return other.map { "the font \($0) is another file, or new in the lock" }
      + gone.map { "the font \($0) is not locked" }
  }
}
