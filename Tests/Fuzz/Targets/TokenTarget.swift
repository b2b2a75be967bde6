import CardTemplates
import DesignTokens

/// A file of design tokens, alone and layered over the project's tokens.
enum TokenTarget {
  static func run(_ input: [UInt8]) throws {
    let file = TokenFile(name: "own.tokens.json", contents: String(decoding: input, as: UTF8.self))
    let own = try TokenFile(name: "base", contents: FuzzDesign.text("Mockups/newsfeed/newsfeed.tokens.json"))
    for layers in [[file], [own, file]] {
      let (tokens, diagnostics) = TokenSet.load(layers: layers)
      try Violation.unless(
        tokens != nil || diagnostics.contains { $0.severity == .error }, "tokens are refused without a word")
      try Violation.unless(diagnostics.count < 10_000, "diagnostics without bound: \(diagnostics.count)")
      guard let tokens else { continue }
      let (metrics, problems) = FeedMetrics.read(from: tokens, file: file.name)
      try Violation.unless(metrics != nil || !problems.isEmpty, "metrics are refused without a word")
    }
  }
}
