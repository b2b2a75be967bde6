import DesignTokens
import Diagnostics
import Files
import Foundation
import Projects
import Runs

/// The token files of one design: layers from the base upward, and beside them the overlays of its themes.
package struct TokenFiles: Sendable {
  /// Each is laid over the one before.
  package var layers: [URL]
  /// Whose themes stand in for those that the layers lack.
  var stock: [URL] = []
  /// What a project lays over them in a theme.
  var themeLayers: [String: [ThemeLayer]] = [:]
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

  /// All that a theme may be read from: the layers, the project's files for themes, and the stock, with their overlays.
  package var allFiles: [URL] {
    let own = themeLayers.values.joined().compactMap { if case .file(let url) = $0 { url } else { nil } }
    let bases = layers + stock
    return bases + bases.flatMap { base in known.map { Self.overlay(of: base, theme: $0) } } + own
  }

  /// Names of all themes that `load` takes: those beside the layers, those of the project, and those that can be borrowed.
  package var known: [String] {
    ThemeName.inOrder(["light"] + themes + themeLayers.keys.sorted() + TokenFiles(layers: stock, texts: texts).themes)
  }

  /// The tokens of a theme: each layer, over it the overlays that lie beside it, so that what a layer says holds over
  /// those of the layers below; at the top what the project names for the theme. Light is the layers themselves unless
  /// there is more. A theme that nobody but the stock has an overlay for is borrowed from there, with a warning: who
  /// changes a gap wants the dark cards to follow.
  ///
  /// - Throws: `RunFailure` where a file can't be read, or where nobody has an overlay for the theme.
  package func load(theme: String) throws -> (TokenSet?, [Diagnostic]) {
    let parts = try parts(of: theme, in: [])
    var borrowed: [URL] = []
    var diagnostics: [Diagnostic] = []
    for name in parts.compactMap(\.theme) where name != "light" && themeLayers[name] == nil && overlays(name).isEmpty {
      let lent = stock.map { Self.overlay(of: $0, theme: name) }.filter(FileSystem.exists)
      guard let missing = layers.last.map({ Self.overlay(of: $0, theme: name) }), let layer = layers.last else {
        return (nil, [])
      }
      guard let first = lent.first else {
        let issue = DesignIssue.themeMissing(theme: name, overlay: self.name(missing), known: known)
        throw Diagnostic(issue, at: Place(file: self.name(layer)))
      }
      borrowed += lent
      let issue = DesignIssue.themeBorrowed(theme: name, overlay: self.name(missing), from: self.name(first))
      diagnostics.append(Diagnostic(issue, at: Place(file: self.name(layer))))
    }
    var stack: [(file: TokenFile, isTheme: Bool)] = []
    for layer in layers {
      stack.append((try file(layer), isTheme: false))
      for name in parts.compactMap(\.theme) {
        let overlay = Self.overlay(of: layer, theme: name)
        if FileSystem.exists(overlay) { stack.append((try file(overlay), isTheme: true)) }
      }
    }
    let top = borrowed + parts.compactMap(\.file)
    stack += try top.map { (try file($0), isTheme: true) }
    let (tokens, problems) = TokenSet.load(stack: stack)
    if let tokens, !borrowed.isEmpty { diagnostics += try replaced(by: theme, tokens) }
    return (tokens, diagnostics + problems)
  }

  /// A theme's own name and the project's files for it, those of themes that it rests on before.
  private func parts(of theme: String, in chain: [String]) throws -> [(theme: String?, file: URL?)] {
    guard !chain.contains(theme) else { throw Diagnostic(DesignIssue.themeCycle(chain + [theme])) }
    var (below, files): ([(theme: String?, file: URL?)], [(theme: String?, file: URL?)]) = ([], [])
    for layer in themeLayers[theme] ?? [] {
      switch layer {
      case .theme(let other): below += try parts(of: other, in: chain + [theme])
      case .file(let url): files.append((nil, url))
      }
    }
    return below + [(theme, nil)] + files
  }

  private func overlays(_ theme: String) -> [URL] {
    layers.map { Self.overlay(of: $0, theme: theme) }.filter(FileSystem.exists)
  }

  /// Says which tokens these files change, and a borrowed theme takes from its own base all the same.
  private func replaced(by theme: String, _ themed: TokenSet) throws -> [Diagnostic] {
    func base(_ files: [URL]) throws -> TokenSet? { TokenSet.load(layers: try files.map(file)).0 }
    guard let own = try base(layers), let others = try base(stock) else { return [] }
    let lost = own.tokens.filter { path, token in
      others.tokens[path].map { $0.value != token.value } == true && themed.tokens[path]?.value != token.value
    }
    guard let first = lost.min(by: { $0.key < $1.key }), let layer = layers.last else { return [] }
    let overlay = name(Self.overlay(of: layer, theme: theme))
    let issue = DesignIssue.themeReplaces(theme: theme, tokens: lost.keys.sorted(), overlay: overlay)
    return [Diagnostic(issue, at: first.value.place)]
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
