import ArgumentParser
import Foundation
import Support
import Testing
import Yams

@testable import feedproof

@Suite("Commands in the documents")
struct DocumentedCommandsTests {
  private static let documents = ["README.md"] + documentNames()

  private static func documentNames() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Checkout.url("docs").path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }

  /// Fenced blocks and what they are written in.
  private func blocks(of document: String) throws -> [(language: String, text: String)] {
    var blocks: [(String, String)] = []
    var open: (language: String, lines: [String])?
    for line in try String(contentsOf: Checkout.url(document), encoding: .utf8).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let block = open { blocks.append((block.language, block.lines.joined(separator: "\n"))) }
        open = open == nil ? (String(line.dropFirst(3)), []) : nil
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  /// The arguments of each call of the tool, with numbers for what a CI system puts in.
  private func commands(in text: String) -> [[String]] {
    text.components(separatedBy: "\n").compactMap { line in
      let line = line.replacingOccurrences(of: #"\$\{\{[^}]*\}\}"#, with: "1", options: .regularExpression)
        .replacingOccurrences(of: #"\$[A-Z_]+"#, with: "1", options: .regularExpression)
      let call = #/^\s*(?:-\s+|run:\s+|RUN\s+)*(?:tool/|\./)?feedproof\s+(.*)$/#
      guard let arguments = line.wholeMatch(of: call)?.1 else { return nil }
      return Self.words(of: String(arguments))
    }
  }

  /// As a shell splits them, up to a comment.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      switch character {
      case quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil: (quote, word) = (character, word ?? "")
      case " " where quote == nil:
        if let whole = word { words.append(whole) }
        word = nil
      case "#" where quote == nil && word == nil: return words
      default: word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }

  @Test("every command can be given as it stands", arguments: documents)
  func commands(document: String) throws {
    for block in try blocks(of: document) {
      for arguments in commands(in: block.text) {
        do {
          _ = try Feedproof.parseAsRoot(arguments)
        } catch {
          Issue.record("\(document): feedproof \(arguments): \(Feedproof.message(for: error))")
        }
      }
    }
  }

  @Test("the workflows for CI are YAML, and use the tool")
  func workflows() throws {
    let workflows = try blocks(of: "docs/ci.md").filter { $0.language == "yaml" }
    #expect(workflows.count == 2)
    for workflow in workflows {
      #expect(try Yams.load(yaml: workflow.text) is [String: Any])
      #expect(commands(in: workflow.text).map(\.first) == ["compare", "merge"])
    }
  }
}
