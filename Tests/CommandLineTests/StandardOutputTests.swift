import Foundation
import Support
import Testing

/// Output that can't be written to standard output.
@Suite("Standard output")
struct StandardOutputTests {
  /// Runs the tool in a shell, with a redirection of standard output.
  private func run(_ words: String, _ redirection: String) throws -> Tool.Outcome {
    try Tool.run(
      command: ["sh", "-c", "\"$0\" \(words) \(redirection)", Tool.executable.path],
      environment: ["FEEDPROOF_HOME": Checkout.folder.path], in: Checkout.folder)
  }

  private static let commands = [
    "--version", "--help", "help", "help export", "export --help", "fonts", "fonts --json",
    "show Examples/newsfeed --stage post", "media Examples/newsfeed --json",
  ]

  @Test("A result that a full disk or a closed stream refuses ends with 4 and a message", arguments: commands)
  func refused(words: String) throws {
    for redirection in ["> /dev/full", ">&-"] {
      #if !os(Linux)
        if redirection.contains("full") { continue }
      #endif
      let outcome = try run(words, redirection)
      #expect(outcome.status == 4, "\(words) \(redirection): \(outcome)")
      #expect(outcome.error.contains("error[output.unwritable]: standard output"), "\(outcome)")
    }
  }

  @Test("The summary of an export that a closed stream refuses ends with 4; the output is whole")
  func summary() throws {
    let folder = try TemporaryFolder()
    let output = folder.url.appendingPathComponent("out").path
    let outcome = try run("export Examples/newsfeed --json --output \(output)", ">&-")
    #expect(outcome.status == 4, "\(outcome)")
    #expect(FileManager.default.fileExists(atPath: output + "/index.html"))
  }

  @Test("A reader that has enough ends the tool without a message", arguments: ["", "trap '' PIPE; "])
  func pipe(preparation: String) throws {
    let command = "\(preparation){ sleep 0.2; \"$0\" help export; echo $? >&2; } | :"
    let outcome = try Tool.run(
      command: ["sh", "-c", command, Tool.executable.path],
      environment: ["FEEDPROOF_HOME": Checkout.folder.path], in: Checkout.folder)
    #expect(outcome.error == "141\n")
  }
}
