import DesignTokens
import Diagnostics
import Testing

/// Loads a token file from text.
func load(_ json: String, overlays: String...) -> (TokenSet?, [Diagnostic]) {
  let files = overlays.enumerated().map { TokenFile(name: "overlay\($0.offset).json", contents: $0.element) }
  return TokenSet.load(layers: [TokenFile(name: "base.json", contents: json)], overlays: files)
}

/// Returns the value of a token in a file without errors.
func value(_ path: String, in json: String, overlays: [String] = []) throws -> TokenValue {
  let files = overlays.enumerated().map { TokenFile(name: "overlay\($0.offset).json", contents: $0.element) }
  let (set, diagnostics) = TokenSet.load(layers: [TokenFile(name: "base.json", contents: json)], overlays: files)
  try #require(!diagnostics.contains { $0.severity == .error }, "\(diagnostics)")
  return try #require(set).token(path).value
}

/// Returns `line:column code` for every diagnostic.
func places(_ diagnostics: [Diagnostic]) -> [String] {
  diagnostics.map { diagnostic in
    guard case .line(let line, let column)? = diagnostic.place?.position else { return diagnostic.code }
    return "\(line):\(column ?? 0) \(diagnostic.code)"
  }
}
