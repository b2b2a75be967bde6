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

  /// Returns the fenced blocks of a document, or of a part from a heading on, with their languages.
  private func blocks(of document: String, from heading: String? = nil) throws -> [(language: String, text: String)] {
    var blocks: [(String, String)] = []
    var open: (language: String, lines: [String])?
    let lines = try String(contentsOf: Checkout.url(document), encoding: .utf8).components(separatedBy: "\n")
    for line in lines.drop(while: { heading != nil && $0 != heading }) {
      if line.hasPrefix("```") {
        if let block = open { blocks.append((block.language, block.lines.joined(separator: "\n"))) }
        open = open == nil ? (String(line.dropFirst(3)), []) : nil
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  /// Returns the arguments of each call of the tool, with numbers in place of CI variables.
  private func commands(in text: String) -> [[String]] {
    text.components(separatedBy: "\n").compactMap { line in
      let line = line.replacingOccurrences(of: #"\$\{\{[^}]*\}\}"#, with: "1", options: .regularExpression)
        .replacingOccurrences(of: #"\$[A-Z_]+"#, with: "1", options: .regularExpression)
      let call = #/^\s*(?:-\s+|run:\s+|RUN\s+)*(?:tool/|\./)?feedproof\s+(.*)$/#
      guard let arguments = line.wholeMatch(of: call)?.1 else { return nil }
      let words = Self.words(of: String(arguments))
      // Options of the launcher come first.
      return ["--optimize", "--quick"].contains(words.first) && line.contains("./") ? Array(words.dropFirst()) : words
    }
  }

  /// Splits words like a shell, up to a comment or a redirection.
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
      case "#" where quote == nil && word == nil, ">" where quote == nil && word == nil: return words
      default: word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }

  @Test("every command can be given unchanged, in current spelling", arguments: documents)
  func commands(document: String) throws {
    for block in try blocks(of: document) {
      for arguments in commands(in: block.text) {
        do {
          _ = try Feedproof.parse(arguments)
          let notes = try CommandLineWords(arguments).notes
          #expect(notes.isEmpty, "\(document): feedproof \(arguments): \(notes)")
        } catch {
          Issue.record("\(document): feedproof \(arguments): \(Feedproof.message(for: error))")
        }
      }
    }
  }

  /// Returns a folder with the files of a fresh checkout and the built tool in place of the launcher.
  private func checkout() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let (home, tool) = (Checkout.folder.path, Tool.executable.path)
    try folder.write("#!/bin/sh\nFEEDPROOF_HOME='\(home)' exec '\(tool)' \"$@\"\n", to: "feedproof")
    let files = FileManager.default
    try files.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appendingPathComponent("feedproof").path)
    try files.createSymbolicLink(
      at: folder.url.appendingPathComponent("Examples"), withDestinationURL: Checkout.url("Examples"))
    return folder
  }

  /// Runs a line as pasted into a shell.
  private func paste(_ line: String, in folder: TemporaryFolder) throws -> Int32 {
    try Tool.run(command: ["sh", "-c", line], in: folder.url).status
  }

  /// Starts a command that runs until Ctrl-C, and ends it when it has printed its address.
  private func serve(_ arguments: [String], in folder: TemporaryFolder) async throws -> Int32 {
    let running = try Tool.start(arguments, in: folder.url)
    let end = ContinuousClock.now + .seconds(120)
    while running.process.isRunning, ContinuousClock.now < end, !running.outputSoFar.contains("http://127.0.0.1:") {
      try await Task.sleep(for: .milliseconds(20))
    }
    kill(running.process.processIdentifier, SIGINT)
    return running.outcome().status
  }

  @Test("README's example can be pasted into a fresh checkout, line by line")
  func steps() async throws {
    let folder = try checkout()
    for block in try blocks(of: "README.md", from: "## An example, step by step") {
      for line in block.text.components(separatedBy: "\n") {
        guard block.text.hasPrefix("./") else {
          let file = try #require(line.split(separator: " ").first.map(String.init))
          #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(file).path), "\(file)")
          continue
        }
        let status = line.firstMatch(of: #/# status (\d+)/#).flatMap { Int32($0.1) } ?? 0
        if let command = commands(in: line).first, ["serve", "watch"].contains(command.first) {
          #expect(try await serve(command, in: folder) == 0, "\(line)")
        } else {
          #expect(try paste(line, in: folder) == status, "\(line)")
        }
      }
    }
  }

  /// Returns the calls of the tool in a document's blocks and prose, in order.
  private func calls(in document: String) throws -> [String] {
    let text = try String(contentsOf: Checkout.url(document), encoding: .utf8)
    return text.matches(of: #/(?m)^(?:\$ )?(feedproof .*)$|`(feedproof [^`]*)`/#).map { String($0.1 ?? $0.2 ?? "") }
  }

  /// Runs a document's calls unchanged, with `feedproof` in the `PATH`. Skips mere names of commands.
  private func run(_ document: String, besides names: Set<String>, in folder: TemporaryFolder) async throws {
    for line in try calls(in: document) where !names.contains(line) {
      if let command = commands(in: line).first, ["serve", "watch"].contains(command.first) {
        #expect(try await serve(command, in: folder) == 0, "\(line)")
      } else {
        #expect(try paste("PATH=\"$PWD:$PATH\" \(line)", in: folder) == 0, "\(line)")
      }
    }
  }

  @Test("every command of the tutorial of templates runs as it is written")
  func templates() async throws {
    let folder = try checkout()
    let files = FileManager.default
    func copy(_ path: String, to target: String) throws {
      try files.copyItem(at: Checkout.url(path), to: folder.url.appendingPathComponent(target))
    }
    // The feed and the project that the tutorial creates, with its typeface and its last template.
    try copy("Templates/Project/feed", to: "my-feed")
    try folder.write("feeds: ../my-feed\ncards: Cards\nscales: [1]\n", to: "compact/feedproof.yml")
    try copy("Examples/compact/compact.tokens.json", to: "compact/compact.tokens.json")
    try copy("Examples/compact/Cards", to: "compact/Cards")
    try files.createDirectory(at: folder.url.appendingPathComponent("compact/fonts"), withIntermediateDirectories: true)
    try copy("Templates/Fonts/Inter/Inter-Regular.otf", to: "compact/fonts/Mine.ttf")
    let row = try #require(try blocks(of: "docs/templates.md").last { $0.language == "yaml" })
    try folder.write(row.text, to: "row.yml")
    try await run("docs/templates.md", besides: ["feedproof init", "feedproof fetch"], in: folder)
    let lock = try String(contentsOf: folder.url.appendingPathComponent("compact/fonts.lock.json"), encoding: .utf8)
    #expect(lock.contains("\"path\" : \"fonts/Mine.ttf\"") && lock.contains("SIL Open Font License"))
  }

  @Test("every command of own data's page runs as it is written, and what it shows of the files is sound")
  func records() async throws {
    let folder = try checkout()
    try FileManager.default.copyItem(
      at: Checkout.url("Examples/shop/shop.json"), to: folder.url.appendingPathComponent("products.json"))
    try await run("docs/records.md", besides: ["feedproof template check ."], in: folder)
    for block in try blocks(of: "docs/records.md") where block.language == "yaml" {
      guard let name = block.text.firstMatch(of: #/^# (\S+)\n/#)?.1 else { continue }
      try folder.write(block.text, to: "written/\(name)")
    }
    try FileManager.default.copyItem(
      at: Checkout.url("Examples/shop/shop.json"), to: folder.url.appendingPathComponent("written/shop.json"))
    let checked = try Tool.run(["template", "check", "."], in: folder.url.appendingPathComponent("written"))
    #expect(checked.status == 0, "\(checked.error)")
  }

  @Test("the workflows for CI are YAML, and use the tool")
  func workflows() throws {
    let workflows = try blocks(of: "docs/ci.md").filter { $0.language == "yaml" }
    #expect(workflows.count == 2)
    for workflow in workflows {
      #expect(try Yams.load(yaml: workflow.text) is [String: Any])
      #expect(commands(in: workflow.text).map(\.first) == ["compare", "merge", "comment"])
    }
  }
}
