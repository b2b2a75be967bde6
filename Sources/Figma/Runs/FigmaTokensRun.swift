import Basics
import DataFormats
import Diagnostics
import Files
import Foundation
import RunSupport

/// `feedproof figma tokens`: converts the variables and styles of a design to token files.
package struct FigmaTokensRun {
  package struct Options: Sendable {
    /// The prefix of the file names.
    package var name = "figma"
    /// The output folder. Nil writes next to the responses.
    package var output: String?
    /// Types that Figma doesn't record for its variables, each with a pattern of names: `opacity/*=percent`.
    package var meanings: [String] = []
    package var replaces = false
    /// The token file to update. Nil writes separate files.
    package var into: String?
    /// The tokens to update: paths or patterns.
    package var only: [String] = []
    /// The theme to take values from. Nil uses the default modes.
    package var theme: String?

    package init() {}
  }

  let environment: Environment
  let options: Options

  package init(environment: Environment, options: Options) {
    self.environment = environment
    self.options = options
  }

  /// - Throws: `Diagnostic` if nothing could be written, or an existing file would be overwritten.
  package func run(_ path: String) throws -> (report: FigmaTokensReport, problems: [Diagnostic]) {
    let meanings = try options.meanings.map(Self.meaning)
    guard !options.name.isEmpty, !options.name.contains("/"), !options.name.hasPrefix(".") else {
      throw Diagnostic(FigmaRunIssue.badName(options.name))
    }
    let answers = try FigmaResponses(path, environment)
    guard answers.variables != nil || answers.file != nil else {
      throw Diagnostic(FigmaIssue.wrongAnswer(found: answers.all.map(\.answer.kind), needed: .variables))
    }
    if let file = options.into {
      let take = TokenImport(environment: environment, file: file, only: options.only, theme: options.theme) { name in
        meanings.last { $0.pattern.matches(name) }?.meaning
      }
      return (FigmaTokensReport(taken: try take.run(answers), into: file), answers.problems)
    }
    let made = FigmaTokenFiles(
      name: options.name, variables: answers.variables, designs: answers.designs, published: answers.styles
    ) { name in meanings.last { $0.pattern.matches(name) }?.meaning }
    let url = environment.url(path)
    let place =
      options.output ?? (FileSystem.isFolder(url) ? path : environment.shownPath(url.deletingLastPathComponent()))
    try OutputFolder(environment.url(place)).write(made.files, replacing: options.replaces, environment)
    let prefix = place.isEmpty || place == "." ? "" : place.hasSuffix("/") ? place : "\(place)/"
    return (FigmaTokensReport(made, in: prefix), answers.problems)
  }

  private static func meaning(
    _ text: String
  ) throws(Diagnostic) -> (pattern: GlobPattern, meaning: FigmaVariables.Meaning) {
    let parts = text.split(separator: "=").map(String.init)
    guard parts.count == 2, let meaning = FigmaVariables.Meaning(rawValue: parts[1]) else {
      throw Diagnostic(FigmaRunIssue.badMeaning(text))
    }
    return (GlobPattern(parts[0]), meaning)
  }
}

/// The result of converting a design's variables and styles.
package struct FigmaTokensReport: Encodable, Sendable {
  struct NamedRemark: Encodable, Sendable {
    var name: String
    var text: String
  }

  var files: [String]
  var themes: [String]
  var tokens: Int
  /// Variables without a known purpose, with the type that was guessed.
  var guessed: [NamedRemark]
  /// Variables and styles that were skipped or changed in conversion, with the reason.
  var remarks: [NamedRemark]
  /// Tokens that were set in the user's file, with the old and the new value.
  var taken: [NamedRemark]?

  init(taken: [TokenImport.TokenChange], into file: String) {
    (files, themes, tokens, guessed, remarks) = ([file], [], taken.count, [], [])
    self.taken = taken.map { NamedRemark(name: $0.path, text: $0.change) }
  }

  init(_ made: FigmaTokenFiles, in prefix: String) {
    files = made.files.map { prefix + $0.name }
    themes = made.themes
    tokens = made.count
    guessed = made.guesses.map { NamedRemark(name: $0.name, text: $0.type) }
    remarks = made.remarks.map { NamedRemark(name: $0.name, text: $0.text) }
  }

  package var text: String {
    if let taken {
      let head = taken.isEmpty ? "\(files[0]) already has the design's values\n" : "updated \(files[0])\n"
      // plain: a message
      return head + taken.map { "  \($0.name): \($0.text)\n" }.joined()
    }
    var text = "\(tokens) tokens\(themes.isEmpty ? "" : "; themes: \(themes.joined(separator: ", "))")\n"
    text += files.map { "  \($0)\n" }.joined()
    if !guessed.isEmpty {
      text += "\ninferred types; set them with --type NAME=TYPE\n"
      // plain: a message
      text += guessed.map { "  \($0.name): \($0.text)\n" }.joined()
    }
    if !remarks.isEmpty {
      text += "\ndifferent from Figma\n"
      // plain: a message
      text += remarks.map { "  \($0.name): \($0.text)\n" }.joined()
    }
    return text
  }
}

extension OutputFolder {
  /// Writes all files, or none if an existing file may not be replaced. Files with the same content are not touched.
  func write(_ files: [(name: String, text: String)], replacing: Bool, _ environment: Environment) throws {
    let changed = files.filter { (try? RegularFile(url.appendingPathComponent($0.name)).text()) != $0.text }
    if !replacing, let taken = changed.first(where: { FileSystem.exists(url.appendingPathComponent($0.name)) }) {
      let file = url.appendingPathComponent(taken.name)
      throw Diagnostic(FigmaRunIssue.inTheWay, at: Place(file: environment.shownPath(file)))
    }
    var written: [RelativePath] = []
    for file in changed {
      let path = try RelativePath.checked(file.name)
      // Another process may have created the file since the check.
      guard try write(Array(file.text.utf8), to: path, replacing: replacing) else {
        let tree = try FileTree(url.path)
        for path in written { try tree.remove(path) }
        throw Diagnostic(
          FigmaRunIssue.inTheWay, at: Place(file: environment.shownPath(url.appendingPathComponent(file.name))))
      }
      if !replacing { written.append(path) }
    }
  }
}

/// The reason a Figma command can't do its work.
enum FigmaRunIssue: Issue {
  case inTheWay
  case listInTheWay
  case badName(String)
  case badMeaning(String)
  case badSource(String)
  /// The design contains none of the requested tokens.
  case noToken([String], known: [String])
  case noTheme(String, known: [String])
  case otherType(String, String, design: String)
  case tokenNeeded

  static var kind: Diagnostic.Kind { .usage }

  var text: IssueText {
    switch self {
    case .inTheWay:
      .error(
        "figma.in-the-way", "the file already exists", hint: "overwrite it with --replace, or choose another folder",
        kind: .output)
    case .listInTheWay:
      .error(
        "figma.in-the-way", "the file already exists", hint: "choose another name for the list",
        kind: .output)
    case .badName(let name):
      .error("figma.name", "\"\(name)\" can't be the name of files", hint: "choose a name like figma")
    case .noToken(let names, let known):
      .error(
        "figma.no-token",
        names.isEmpty
          ? "the design contains none of the file's tokens"
          : "the design has no token \(names.map { "\"\($0)\"" }.joined(separator: " or "))",
        hint: names.first.flatMap { nearestHint(to: $0, among: known) })
    case .noTheme(let name, let known):
      .error(
        "figma.no-theme", "the design has no theme \"\(name)\"", hint: nearestHint(to: name, among: known))
    case .otherType(let path, let own, let design):
      .error(
        "figma.other-type", "\(path) is a \(own), but in the design it is a \(design)",
        hint:
          "set the variable's type with --type \(ShellWord.quoted("\(path.replacing(scalar: ".", with: "/"))=\(own)")), or change the token's $type"
      )
    case .badSource(let text):
      .error(
        "figma.source", "\"\(text)\" is neither the key nor the link of a Figma file",
        hint: "pass a link like https://www.figma.com/design/KEY/Name, or only the KEY")
    case .tokenNeeded:
      .error(
        "figma.token", "Figma requires a token",
        hint: "create one in Figma's settings; pass it with --token-file FILE, --token-env NAME or ~/.netrc")
    case .badMeaning(let text):
      .error(
        "figma.type", "--type must be PATTERN=TYPE, not \"\(text)\"",
        hint:
          "write 'opacity/*=percent'; types are \(FigmaVariables.Meaning.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
  }
}
