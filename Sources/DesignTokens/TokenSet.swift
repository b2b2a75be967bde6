import CheckedSources
import Diagnostics

/// The design tokens of one theme, every alias resolved and every type checked.
///
/// Read from W3C Design Tokens Format Module 2025.10 files.
package struct TokenSet: Sendable {
  package struct Token: Hashable, Sendable {
    package var value: TokenValue
    package var description: String?
    /// The reason, empty where none is given; nil where the token is not deprecated.
    package var deprecation: String?
    /// Where the token is defined.
    package var place: Place
  }

  /// By path, e.g. `color.card`.
  package let tokens: [String: Token]
  /// Which faces stand in for faces that are not there.
  let standIns: [Typeface: Typeface]

  package init(tokens: [String: Token], standIns: [Typeface: Typeface] = [:]) {
    self.tokens = tokens
    self.standIns = standIns
  }

  /// The base file with the overlays laid over it in turn; a theme is an overlay.
  ///
  /// Groups are merged; of a token that both have, the overlay replaces the properties that it gives. Aliases are
  /// resolved last, so that a base token which refers to a themed one changes with it.
  /// - Returns: no token set when a diagnostic is an error. Diagnostics are in the order of the files.
  package static func load(base: TokenFile, overlays: [TokenFile] = []) -> (TokenSet?, [Diagnostic]) {
    load(layers: [base], overlays: overlays)
  }

  /// As `load(base:overlays:)`, where the base is several files: each is laid over the one before and may add tokens.
  package static func load(layers: [TokenFile], overlays: [TokenFile] = []) -> (TokenSet?, [Diagnostic]) {
    var documents: [SourceNode] = []
    var diagnostics: [Diagnostic] = []
    for file in layers + overlays {
      do {
        documents.append(try JSONSource.read(file.contents, file: file.name))
      } catch {
        diagnostics.append(Diagnostic(TokenIssue.source(error.fact), at: error.place))
      }
    }
    guard diagnostics.isEmpty, let first = documents.first else { return (nil, diagnostics) }
    let merged = documents.dropFirst().reduce(first) { TokenMerging.merge($0, with: $1, tokens: .mergeProperties) }
    let (resolved, problems) = resolve(merged)
    let standIns = StandIns(documents)
    diagnostics += problems + overlayOnly(documents, layerCount: layers.count) + standIns.diagnostics
    let order = (layers + overlays).map(\.name)
    diagnostics.sort { $0.sortKey(order) < $1.sortKey(order) }
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return (nil, diagnostics) }
    return (TokenSet(tokens: resolved, standIns: standIns.faces), diagnostics)
  }

  private static func resolve(_ document: SourceNode) -> ([String: Token], [Diagnostic]) {
    var expansion = GroupExpansion(root: document)
    let root = expansion.expanded()
    let collection = TokenCollection(root: root)
    var resolver = TokenResolver(root: root, tokens: collection.tokens)
    var tokens: [String: Token] = [:]
    for raw in collection.tokens {
      guard let value = resolver.resolve(raw.path, from: raw.node.place) else { continue }
      tokens[raw.path] = Token(
        value: value, description: raw.description, deprecation: raw.deprecation, place: raw.node.place)
    }
    return (tokens, expansion.diagnostics + collection.diagnostics + resolver.diagnostics)
  }

  /// Tokens that a theme has and the base lacks: templates checked against another theme would miss them.
  private static func overlayOnly(_ documents: [SourceNode], layerCount: Int) -> [Diagnostic] {
    let layers = documents.prefix(layerCount)
    guard let first = layers.first, documents.count > layerCount else { return [] }
    var base = GroupExpansion(
      root: layers.dropFirst().reduce(first) { TokenMerging.merge($0, with: $1, tokens: .mergeProperties) })
    let known = Set(TokenCollection(root: base.expanded()).tokens.map(\.path))
    return documents.dropFirst(layerCount).flatMap { document in
      TokenCollection(root: document).tokens.filter { !known.contains($0.path) }
        .map { Diagnostic(.overlayOnly($0.path) as TokenIssue, at: $0.node.place) }
    }
  }
}

extension Diagnostic {
  fileprivate func sortKey(_ files: [String]) -> (Int, Int, Int) {
    guard case .line(let line, let column)? = place?.position else { return (0, 0, 0) }
    return (place?.file.flatMap(files.firstIndex) ?? 0, line, column ?? 0)
  }
}
