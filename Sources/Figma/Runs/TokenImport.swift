import Basics
import DataFormats
import DesignTokens
import Diagnostics
import Files
import Foundation

/// `feedproof figma tokens --into`: writes values of a design into a token file of the user, and leaves the
/// rest of the file unchanged.
struct TokenImport {
  let environment: Environment
  /// The token file. It is created if it doesn't exist.
  let file: String
  /// Token paths or patterns. Empty selects all tokens that the file already has.
  let only: [String]
  /// The theme to take values from. Nil uses the default modes.
  let theme: String?
  let meaning: @Sendable (String) -> FigmaVariables.Meaning?

  /// A token that was set, with its old and new value.
  struct TokenChange {
    var path: String
    var change: String
  }

  /// - Throws: `Diagnostic`. In that case the file is unchanged.
  func run(_ answers: FigmaResponses) throws -> [TokenChange] {
    let url = environment.url(file)
    let exists = FileSystem.exists(url)
    let text = exists ? try Self.text(url, called: file) : "{}\n"
    let own = try Self.document(text, called: file).definitions
    let made = FigmaTokenFiles(
      name: "figma", variables: answers.variables, designs: answers.designs, published: answers.styles
    ) { name in
      meaning(name) ?? Self.meaning(own[FigmaVariables.path(name).joined(separator: ".")])
    }
    let all = try definitions(of: made)
    let paths = all.keys.filter { path in
      only.isEmpty ? own[path] != nil : only.contains { GlobPattern($0).matches(path) }
    }.sorted()
    if paths.isEmpty {
      let known = all.keys.sorted()
      throw Diagnostic(FigmaRunIssue.noToken(only, known: known), at: Place(file: file))
    }
    var edit = JSONEdit(text, file: file)
    var taken: [TokenChange] = []
    for path in paths {
      guard let definition = all[path], let wanted = definition["$value"] else { continue }
      let value = Self.value(wanted, all, in: own)
      let type = definition["$type"]?.string
      let steps = path.split(separator: ".").map(String.init)
      if let before = own[path] {
        if let known = before["$type"]?.string, let type, known != type {
          throw Diagnostic(FigmaRunIssue.otherType(path, known, design: type), at: before.place)
        }
        guard before["$value"]?.canonicalJSON != value.canonicalJSON else { continue }
        try Self.set(steps + ["$value"], to: value, in: &edit)
        taken.append(TokenChange(path: path, change: "\(before["$value"]?.json ?? "") → \(value.json)"))
      } else {
        let token = [("$type", definition["$type"]), ("$value", value)].compactMap { key, node in
          node.map { SourceNode.Member(key: key, keyPlace: $0.place, value: $0) }
        }
        try Self.set(steps, to: SourceNode(.object(token), at: definition.place), in: &edit)
        taken.append(TokenChange(path: path, change: "→ \(value.json)"))
      }
    }
    _ = try Self.document(edit.text, called: file)
    if edit.text != text {
      try OutputFolder(url.deletingLastPathComponent()).write(
        Array(edit.text.utf8), to: try .checked(url.lastPathComponent))
    }
    return taken
  }

  /// The tokens of the design in the theme, by path.
  private func definitions(of made: FigmaTokenFiles) throws -> [String: SourceNode] {
    guard let files = theme.map(made.files) ?? [made.files[0]] else {
      throw Diagnostic(FigmaRunIssue.noTheme(theme ?? "", known: made.themes))
    }
    return TokenDocument(files: files.map { TokenFile(name: $0.name, contents: $0.text) })?.definitions ?? [:]
  }

  /// Keeps an alias if the user's file defines its target, else replaces it with the target's value.
  private static func value(
    _ value: SourceNode, _ all: [String: SourceNode], in own: [String: SourceNode]
  ) -> SourceNode {
    var value = value
    for _ in 0..<64 {
      guard let text = value.string, text.hasPrefix("{"), text.hasSuffix("}"),
        case let path = String(text.dropFirst().dropLast()), own[path] == nil, let next = all[path]?["$value"]
      else { break }
      value = next
    }
    return value
  }

  private static func meaning(_ definition: SourceNode?) -> FigmaVariables.Meaning? {
    definition?["$type"]?.string.flatMap(FigmaVariables.Meaning.init(rawValue:))
  }

  private static func text(_ url: URL, called name: String) throws(Diagnostic) -> String {
    do throws(FileError) {
      return try RegularFile(url).text()
    } catch {
      throw error.unreadable(as: name)
    }
  }

  private static func document(_ text: String, called name: String) throws(Diagnostic) -> TokenDocument {
    do throws(SourceFault) {
      _ = try JSONSource.read(text, file: name)
    } catch {
      throw Diagnostic(TokenIssue.source(error.fact), at: error.place)
    }
    guard let document = TokenDocument(files: [TokenFile(name: name, contents: text)]) else {
      throw Diagnostic(FigmaRunIssue.badName(name))
    }
    return document
  }

  private static func set(_ path: [String], to value: SourceNode, in edit: inout JSONEdit) throws(Diagnostic) {
    do throws(SourceFault) {
      try edit.set(path, to: value)
    } catch {
      throw Diagnostic(TokenIssue.source(error.fact), at: error.place)
    }
  }
}
