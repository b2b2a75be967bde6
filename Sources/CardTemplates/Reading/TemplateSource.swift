import DataFormats
import DesignTokens
import Diagnostics

/// The text of a template file; the caller reads it from disk.
package struct TemplateFile: Hashable, Sendable {
  /// The file's name in diagnostics.
  package var name: String
  package var contents: String

  package init(name: String, contents: String) {
    self.name = name
    self.contents = contents
  }
}

/// A template file that has been read but not checked: enough to know which tokens to load.
package struct TemplateSource: Sendable {
  package let file: String
  /// The view model it shows, or `none`; nil if the file doesn't say.
  package let card: String?
  /// The token files, relative to the template file, in order of application; empty if the file names none.
  package let tokens: [String]
  /// Files with shared parts, as written.
  package let includes: [(name: String, place: Place)]
  let parts: [SourceNode.Member]
  let root: SourceNode?
  let cardPlace: Place
  let startPlace: Place

  package static let keys = ["card", "tokens", "description", "include", "parts", "root"]
  private static let partFileKeys = ["description", "include", "parts"]

  /// Reads a card template. Problems at the file's top level are reported here, all others by `CardTemplate.compile`.
  package static func read(_ file: TemplateFile) -> (TemplateSource?, [Diagnostic]) {
    read(file, keys: keys)
  }

  /// Reads a file of parts that cards include.
  package static func readParts(_ file: TemplateFile) -> (TemplateSource?, [Diagnostic]) {
    read(file, keys: partFileKeys)
  }

  private static func read(_ file: TemplateFile, keys: [String]) -> (TemplateSource?, [Diagnostic]) {
    let document: SourceNode
    do {
      document = try YAMLSource.read(file.contents, file: file.name)
    } catch {
      return (nil, [Diagnostic(TemplateIssue.source(error.fact), at: error.place)])
    }
    guard let members = document.members else {
      let issue = TemplateIssue.value(expected: "a mapping with \"card\" and \"root\"", found: document.inWords)
      return (nil, [Diagnostic(issue, at: document.place)])
    }
    var diagnostics: [Diagnostic] = []
    func report(_ issue: TemplateIssue, _ place: Place) { diagnostics.append(Diagnostic(issue, at: place)) }
    for member in members where !keys.contains(member.key) {
      report(.unknownKey(member.key, suggestion: nearest(to: member.key, among: keys), known: keys), member.keyPlace)
    }
    func text(_ key: String) -> String? {
      guard keys.contains(key), let node = document[key] else { return nil }
      if node.string == nil { report(.value(expected: "a text", found: node.inWords), node.place) }
      return node.string
    }
    func fileNames(_ key: String) -> [(name: String, place: Place)] {
      guard keys.contains(key), let node = document[key] else { return [] }
      return (node.elements ?? [node]).compactMap { entry in
        if let name = entry.string { return (name, entry.place) }
        report(.value(expected: "a file name", found: entry.inWords), entry.place)
        return nil
      }
    }
    let card = text("card")
    _ = text("description")
    let (tokens, includes) = (fileNames("tokens").map(\.name), fileNames("include"))
    let parts = document["parts"]
    if let parts, parts.members == nil {
      report(.value(expected: "a mapping of names to elements", found: parts.inWords), parts.place)
    }
    let source = TemplateSource(
      file: file.name, card: card, tokens: tokens, includes: includes, parts: parts?.members ?? [],
      root: document["root"], cardPlace: document["card"]?.place ?? document.place, startPlace: document.place)
    return (source, diagnostics)
  }
}
