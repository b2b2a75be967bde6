import DataFormats
import Diagnostics

/// A problem with a run's request: inputs, options, the project file.
package enum ProjectIssue: Issue, Hashable {
  case noSuchInput
  case inputMissing
  /// The file can't be read at all.
  case source(SourceFault.Fact)
  case unknownKey(String, known: [String])
  /// A former name of a key, which is still read.
  case formerKey(String, current: String)
  /// - found: The given value, if it is short.
  case value(key: String, expected: String, found: String? = nil)
  /// In YAML, an unquoted value that begins with # is a comment.
  case commentedOut(key: String, comment: String)
  /// `known` lists the valid words, if there are few.
  case optionValue(option: String, value: String, expected: String, known: [String] = [])
  case pictureTooTall(points: Int, scale: Int, limit: Int)
  /// The map of boxes to write exists already.
  case mapInTheWay
  /// The project needs another version of Feedproof.
  case otherVersion(required: String, current: String)
  /// A quality for photos although the encoding is lossless.
  case needsEncoding(key: String)

  package var text: IssueText {
    switch self {
    case .noSuchInput:
      .error(
        "input.missing", "the file or folder does not exist",
        hint: "pass a feed's JSON file, a folder of them, or a project folder with feedproof.yml", kind: .usage)
    case .inputMissing:
      .error(
        "input.none", "no feed was given, and this folder is not a project",
        hint: "pass a feed's JSON file, a folder of them, or a project folder with feedproof.yml", kind: .usage)
    case .source(let fact):
      .error("project.syntax", fact.message, hint: fact.hint)
    case .unknownKey(let key, let known):
      .error("project.unknown-key", "unknown key \"\(key)\"", hint: nearestHint(to: key, among: known))
    case .formerKey(let key, let current):
      .note("project.former-key", "\"\(key)\" is now called \"\(current)\"", hint: "rename the key in feedproof.yml")
    case .value(let key, let expected, let found):
      .error("project.value", "\"\(key)\" must be \(expected)\(found.map { ", not \($0)" } ?? "")")
    case .commentedOut(let key, let comment):
      .error(
        "project.value", "\"\(key)\" has no value: \(comment) without quotes is a comment",
        hint: "write it in quotes: \"\(comment)\"")
    case .optionValue(let option, let value, let expected, let known):
      .error(
        "option.value", "\(option) must be \(expected), not \"\(value)\"",
        hint: nearest(to: value, among: known).map { "did you mean \"\($0)\"?" }, kind: .usage)
    case .pictureTooTall(let points, let scale, let limit):
      .error(
        "option.too-tall",
        "a feed image of \(points) points at \(scale)x is taller than the limit of \(limit) pixels",
        hint: "choose a smaller --feed-height or --scales, or --encoding png", kind: .usage)
    case .mapInTheWay:
      .error(
        "compare.map-in-the-way", "the file already exists", hint: "choose another name for the map",
        kind: .output)
    case .otherVersion(let required, let current):
      .error(
        "project.version", "this project requires Feedproof \(required), and this is \(current)",
        hint: "install a version that matches, or change \"requires:\" in feedproof.yml", kind: .usage)
    case .needsEncoding(let key):
      .error(
        "project.value", "\"\(key)\" does not apply to PNG, which is lossless",
        hint: "add encoding: webp (--encoding webp), or remove the key")
    }
  }
}
