import Basics
import ImageComparison

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
