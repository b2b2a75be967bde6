import DesignTokens
import Diagnostics
import Files
import Foundation
import Runs

/// The token files of one design: layers from the base upward, and beside them the overlays of its themes.
package struct TokenFiles: Sendable {
  /// Each is laid over the one before.
  package var layers: [URL]
  /// Whose themes stand in for those that the layers lack.
  var stock: [URL] = []
  /// How a file is called in diagnostics.
  package var name: @Sendable (URL) -> String = { $0.lastPathComponent }
  /// Is told each file's name and text as it is read.
  package var note: @Sendable (String, String) -> Void = { _, _ in }

  private let texts: InputTexts

  init(layers: [URL], stock: [URL] = [], texts: InputTexts) {
    self.layers = layers
    self.stock = stock
    self.texts = texts
  }

  /// The themes that lie beside any of the layers (`name.dark.tokens.json` beside `name.tokens.json`), by name.
  package var themes: [String] {
    let names = layers.flatMap { layer in
      let stem = Self.stem(of: layer) + "."
      let files = try? FileSystem.names(in: layer.deletingLastPathComponent())
      return (files ?? []).compactMap { file -> String? in
        guard file.hasPrefix(stem), file.hasSuffix(Self.ending) else { return nil }
        let theme = file.dropFirst(stem.count).dropLast(Self.ending.count)
        return theme.isEmpty || theme.contains(".") ? nil : String(theme)
      }
    }
    return names.uniqued().sorted()
  }

  /// The layers and the overlays beside them.
  package var files: [URL] {
    layers + layers.flatMap { layer in themes.map { Self.overlay(of: layer, theme: $0) } }.filter(FileSystem.exists)
  }

  /// The tokens of a theme. Light is the layers themselves unless a light overlay is there. A theme that no layer has an
  /// overlay for is borrowed from the stock's, with a warning: who changes a gap wants the dark cards to follow.
  ///
  /// - Throws: `RunFailure` where a file can't be read, or where nobody has an overlay for the theme.
  package func load(theme: String) throws -> (TokenSet?, [Diagnostic]) {
    let wanted = layers.map { Self.overlay(of: $0, theme: theme) }
    let own = wanted.filter(FileSystem.exists)
    if !own.isEmpty || theme == "light" {
      return TokenSet.load(layers: try layers.map(file), overlays: try own.map(file))
    }
    let borrowed = stock.map { Self.overlay(of: $0, theme: theme) }.filter(FileSystem.exists)
    guard let missing = wanted.last, let layer = layers.last else { return (nil, []) }
    guard let lent = borrowed.first else {
      let issue = DesignIssue.themeMissing(theme: theme, overlay: name(missing))
      throw Diagnostic(issue, at: Place(file: name(layer)))
    }
    let issue = DesignIssue.themeBorrowed(theme: theme, overlay: name(missing), from: name(lent))
    let (tokens, diagnostics) = TokenSet.load(layers: try layers.map(file), overlays: try borrowed.map(file))
    return (tokens, [Diagnostic(issue, at: Place(file: name(layer)))] + diagnostics)
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
    let text = try texts.designText(url, called: name(url))
    note(url.lastPathComponent, text)
    return TokenFile(name: name(url), contents: text)
  }
}
