import CheckedSources
import Diagnostics
import Foundation

/// What a project says of a theme beside its name: what is laid over the tokens, from below.
package enum ThemeLayer: Hashable, Sendable {
  /// All that another theme lays over them.
  case theme(String)
  /// A token file.
  case file(URL)
}

/// Names of themes: they stand in names of pictures, in addresses and in the page's style.
package enum ThemeName {
  package static let expected = "a theme's name: letters, digits, \"-\" and \"_\", up to 40"

  package static func isSound(_ name: String) -> Bool {
    let isWord = { (byte: UInt8) in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    guard 1...40 ~= name.utf8.count, let first = name.utf8.first, let last = name.utf8.last else { return false }
    return isWord(first) && isWord(last) && name.utf8.allSatisfy { isWord($0) || $0 == 0x2D }
  }

  /// Light and dark first, which the page shows by the reader's system; then the others as they were named. Each once.
  package static func inOrder(_ names: [String]) -> [String] {
    let usual = ["light", "dark"]
    return usual.filter(names.contains) + names.uniqued().filter { !usual.contains($0) }
  }
}

/// `themes:` of a project file: names, or a mapping of names to what is laid over the tokens.
struct ThemeReader {
  let url: (String) -> URL
  private(set) var names: [String] = []
  private(set) var layers: [String: [ThemeLayer]] = [:]
  private(set) var problems: [(issue: ProjectIssue, place: Place)] = []

  init(_ node: SourceNode, url: @escaping (String) -> URL) {
    self.url = url
    if let members = node.members {
      for member in members { read(member) }
      if members.isEmpty { report("at least one theme, or no such key", node.place) }
    } else {
      let elements = node.elements ?? [node]
      if elements.isEmpty { report("at least one theme, or no such key", node.place) }
      for element in elements { _ = name(element.text, at: element.place) }
    }
  }

  private mutating func read(_ member: SourceNode.Member) {
    guard let theme = name(member.key, at: member.keyPlace) else { return }
    if member.value.content == .null { return }
    for element in member.value.elements ?? [member.value] {
      guard let text = element.text, !text.isEmpty else {
        report("a list of token files and names of themes", element.place)
        continue
      }
      if text.hasSuffix(".json") {
        layers[theme, default: []].append(.file(url(text)))
      } else if ThemeName.isSound(text) {
        layers[theme, default: []].append(.theme(text))
      } else {
        report("a token file (….json) or \(ThemeName.expected)", element.place)
      }
    }
  }

  private mutating func name(_ text: String?, at place: Place) -> String? {
    guard let text, ThemeName.isSound(text) else {
      report(ThemeName.expected, place)
      return nil
    }
    names.append(text)
    return text
  }

  private mutating func report(_ expected: String, _ place: Place) {
    problems.append((.value(key: "themes", expected: expected), place))
  }
}
