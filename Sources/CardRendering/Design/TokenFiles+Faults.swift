import DesignTokens
import Diagnostics
import Foundation

extension TokenFiles {
  /// Explains errors about tokens that the layers lack although the built-in files that they replace have them.
  func explained(_ faults: [Diagnostic]) throws -> [Diagnostic] {
    guard !stock.isEmpty, TokenSet.load(layers: try (stock + layers).map(file)).0 != nil else { return faults }
    let list = (stock + layers).map(\.standardizedFileURL).uniqued().map { name($0) }.joined(separator: ", ")
    return faults.map { fault in
      fault.code == "token.unknown-alias"
        ? fault.hinting(at: "\"tokens:\" in feedproof.yml replaces the template's list; name all files: [\(list)]")
        : fault
    }
  }

  /// Finds colors that a theme changes and a later layer overrides in every theme, to the other end of the scale: dark
  /// instead of light. The texts on them, or the colors below them, most likely still come from the theme.
  func covered(
    in theme: String, _ tokens: TokenSet, _ stack: [(file: TokenFile, isTheme: Bool)]
  ) -> [Diagnostic] {
    guard let firstTheme = stack.firstIndex(where: \.isTheme) else { return [] }
    return stack.indices.dropFirst(firstTheme + 1).compactMap { place -> Diagnostic? in
      guard !stack[place].isTheme, let below = TokenSet.load(stack: Array(stack[..<place])).0,
        let plain = TokenSet.load(layers: stack[..<place].filter { !$0.isTheme }.map(\.file)).0,
        let layer = layers.first(where: { name($0) == stack[place].file.name })
      else { return nil }
      let lost = tokens.tokens.filter { path, token in
        guard token.place.file == stack[place].file.name, case .color(let now) = token.value,
          let themed = below.tokens[path]?.value, case .color(let meant) = themed
        else { return false }
        return plain.tokens[path]?.value != themed && now.isDark != meant.isDark
          && abs(now.lightness - meant.lightness) > 0.5
      }
      guard let first = lost.min(by: { $0.key < $1.key }) else { return nil }
      let issue = DesignIssue.themeCovered(
        theme: theme, tokens: lost.keys.sorted(), overlay: name(Self.overlay(of: layer, theme: theme)))
      return Diagnostic(issue, at: first.value.place)
    }
  }
}
