import DesignTokens
import Diagnostics
import Foundation

/// The token files of one design: layers from the base upward, and beside them the overlays of its themes.
struct TokenFiles: Sendable {
  /// Each is laid over the one before.
  var layers: [URL]
  /// How a file is called in diagnostics.
  var name: @Sendable (URL) -> String = { $0.lastPathComponent }
  /// Is told each file's name and text as it is read.
  var note: @Sendable (String, String) -> Void = { _, _ in }

  /// The themes that lie beside any of the layers (`name.dark.tokens.json` beside `name.tokens.json`), by name.
  var themes: [String] {
    let names = layers.flatMap { layer in
      let stem = Self.stem(of: layer) + "."
      let files = try? FileManager.default.contentsOfDirectory(atPath: layer.deletingLastPathComponent().path)
      return (files ?? []).compactMap { file -> String? in
        guard file.hasPrefix(stem), file.hasSuffix(Self.ending) else { return nil }
        let theme = file.dropFirst(stem.count).dropLast(Self.ending.count)
        return theme.isEmpty || theme.contains(".") ? nil : String(theme)
      }
    }
    return names.uniqued().sorted()
  }

  /// The tokens of a theme. Light is the layers themselves unless a light overlay is there.
  ///
  /// - Throws: `RunFailure` where a file can't be read, or where no layer has an overlay for the theme.
  func load(theme: String) throws -> (TokenSet?, [Diagnostic]) {
    let overlays = layers.map { Self.overlay(of: $0, theme: theme) }
    let there = overlays.filter { FileManager.default.fileExists(atPath: $0.path) }
    if there.isEmpty, theme != "light", let wanted = overlays.last {
      throw RunFailure(.brokenInput, Diagnostic(KitIssue.resourcesMissing(path: name(wanted))))
    }
    return TokenSet.load(layers: try layers.map(file), overlays: try there.map(file))
  }

  private static let ending = ".tokens.json"

  private static func stem(of file: URL) -> String {
    let name = file.lastPathComponent
    return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
  }

  private static func overlay(of file: URL, theme: String) -> URL {
    file.deletingLastPathComponent().appendingPathComponent("\(stem(of: file)).\(theme)\(ending)")
  }

  private func file(_ url: URL) throws -> TokenFile {
    let text = try DesignFiles.text(url, called: name(url))
    note(url.lastPathComponent, text)
    return TokenFile(name: name(url), contents: text)
  }
}
