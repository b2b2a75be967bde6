import CardRendering
import DataFormats
import DesignTokens
import Diagnostics
import Files
import Projects

/// The differences between the tokens of a project and those of a design's variables and styles.
package struct TokenDrift: Sendable {
  /// A token that has another value in the design.
  package struct Change: Sendable {
    package var path: String
    /// The name of the variable or style.
    package var origin: String
    /// nil for all themes.
    package var theme: String?
    /// The name that selects the design's mode; nil for the default modes.
    package var mode: String?
    /// `#AA0000 → #528BCC`: the design's value, then the project's.
    package var text: String
    /// The value in the design, as written in token files.
    package var node: SourceNode
    /// The project's file in which to change the value.
    package var file: String?
  }

  /// The design's path, as given on the command line.
  package let design: String
  package private(set) var changes: [Change] = []
  /// Aliases in the design with a missing or circular target.
  package private(set) var broken: [(name: String, text: String)] = []
  /// The number of tokens on both sides.
  package private(set) var shared = 0
  /// Tokens that the other side lacks.
  package private(set) var onlyInDesign: [String] = []
  package private(set) var onlyInProject: [String] = []
  /// Modes of the design without a theme of that name in the project.
  package private(set) var unknownThemes: [String] = []
  /// Whether the project has no tokens of its own, so that no file can be changed.
  let isStock: Bool

  /// The light theme, which consists of the base tokens alone.
  private static let base = "light"

  /// nil if the design has neither variables nor styles.
  ///
  /// - Throws: `RunFailure` if the project's tokens can't be read.
  package init?(_ answers: FigmaResponses, called design: String, project: Project, environment: Environment) throws {
    guard answers.variables != nil || answers.designs.contains(where: { !$0.styles.isEmpty }) else { return nil }
    (self.design, isStock) = (design, project.tokens.isEmpty)
    let files = DesignFiles(project: project, environment: environment).tokens(for: nil)
    let own = try Self.read(files, theme: Self.base)
    guard let tokens = own.tokens else { return }
    let made = FigmaTokenFiles(
      name: "figma", variables: answers.variables, designs: answers.designs, published: answers.styles
    ) { Self.meaning(of: FigmaVariables.path($0).joined(separator: "."), in: tokens) }
    broken = made.remarks.filter(\.isBroken).map { ($0.name, $0.text) }
    let asked = files.themes + files.themeLayers.keys.sorted() + project.themes.filter(files.known.contains)
    var told: Set<String> = []
    for theme in ([Self.base] + asked).uniqued() {
      guard let parts = made.files(of: theme),
        let document = TokenDocument(files: parts.map { TokenFile(name: $0.name, contents: $0.text) }),
        let set = document.resolved()
      else { continue }
      told.formUnion(parts.map(\.name))
      let ofTheme = theme == Self.base ? own : try Self.read(files, theme: theme)
      compare(document, set, made, with: ofTheme, in: theme, hasMode: theme != Self.base || parts.count > 1, files)
      guard theme == Self.base else { continue }
      shared = set.tokens.keys.count { tokens.tokens[$0] != nil }
      onlyInDesign = set.tokens.keys.filter { tokens.tokens[$0] == nil }.sorted()
      // An alias has no value of its own, and styles of a design can't be aliases.
      onlyInProject = tokens.tokens.keys.filter { set.tokens[$0] == nil && !own.isAlias($0) }.sorted()
    }
    unknownThemes = made.themes.filter { !told.contains("figma.\($0).tokens.json") }
  }

  /// Returns the title of a change, in the same form as a mockup's cause.
  package static func title(_ change: Change) -> String {
    "{\(change.path)} \(change.text)"
  }

  /// Returns the command that takes the design's values into the project.
  ///
  /// - Parameter changes: Changes of tokens in the same file.
  package func command(_ changes: [Change]) -> String {
    let start = "feedproof figma tokens \(ShellWord.path(design))"
    guard !isStock, let file = changes.first?.file else { return "\(start) --replace" }
    let only = changes.map { " --only \(ShellWord.quoted($0.path))" }.joined()
    return
      "\(start)\(only)\(changes.first?.mode.map { " --mode \(ShellWord.quoted($0))" } ?? "") --into \(ShellWord.path(file))"
  }

  private struct LoadedTokens {
    var tokens: TokenSet?
    var definitions: [String: SourceNode]

    func isAlias(_ path: String) -> Bool { definitions[path]?["$value"]?.string?.hasPrefix("{") == true }
  }

  private static func read(_ files: TokenFiles, theme: String) throws -> LoadedTokens {
    let document = TokenDocument(files: try files.files(of: theme))
    return LoadedTokens(tokens: document?.resolved(), definitions: document?.definitions ?? [:])
  }

  /// Returns the meaning of a variable that Figma doesn't define, from the project's token of the same path.
  private static func meaning(of path: String, in tokens: TokenSet) -> FigmaVariables.Meaning? {
    switch tokens.tokens[path]?.value {
    case .number: path.lowercased().contains("opacity") ? .percent : .number
    case .fontWeight: .fontWeight
    case .fontFamily: .fontFamily
    case .duration: .duration
    default: nil
    }
  }

  /// Records each changed token once. Skips tokens that only refer to a changed one, and themes that repeat a change of
  /// the base.
  private mutating func compare(
    _ document: TokenDocument, _ set: TokenSet, _ made: FigmaTokenFiles, with own: LoadedTokens, in theme: String,
    hasMode: Bool, _ files: TokenFiles
  ) {
    let definitions = document.definitions
    for (path, token) in set.tokens.sorted(by: { $0.key < $1.key }) {
      guard let now = own.tokens?.tokens[path]?.value, !token.value.isSame(as: now),
        let wanted = definitions[path]?["$value"]
      else { continue }
      let definition = own.definitions[path]?["$value"]
      guard wanted.canonicalJSON != definition?.canonicalJSON else { continue }
      let text = TokenValue.change(from: token.value, to: now)
      guard !changes.contains(where: { $0.path == path && $0.text == text }) else { continue }
      changes.append(
        Change(
          path: path, origin: made.origins[path] ?? path, theme: theme == Self.base ? nil : theme,
          mode: hasMode ? theme : nil, text: text, node: wanted,
          file: files.place(in: theme, insteadOf: definition?.place.file)))
    }
  }
}

extension TokenValue {
  /// Returns whether two values are the same when written. A design names one font family, while a token may name
  /// fallbacks, too.
  fileprivate func isSame(as own: TokenValue) -> Bool {
    switch (self, own) {
    case (.fontFamily(let wanted), .fontFamily(let now)): wanted.first == now.first
    case (.typography(var wanted), .typography(var now)):
      {
        (wanted.families, now.families) = (Array(wanted.families.prefix(1)), Array(now.families.prefix(1)))
        return TokenValue.typography(wanted).text == TokenValue.typography(now).text
      }()
    default: type == own.type && text == own.text
    }
  }
}
