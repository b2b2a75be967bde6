import Foundation
import Support
import Testing

@Suite("feedproof image, at a terminal")
struct PictureTerminalTests {
  /// Runs a command in a new terminal, and prints its output and status.
  private static let atTerminal = """
    import os, pty, sys
    child, terminal = pty.fork()
    if child == 0:
      os.execv(sys.argv[1], sys.argv[1:])
    try:
      while got := os.read(terminal, 65536):
        sys.stdout.buffer.write(got)
    except OSError:
      pass
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """

  @Test("an image's bytes do not go to a terminal")
  func refused() throws {
    let project = try ProofProject(posts: ["Hello"], settings: "widths: 320\nscales: 1\nlocale: en\n")
    let picture = [Tool.executable.path, "picture", ".", "--post", "1", "--output", "-"]
    let outcome = try Tool.run(
      command: ["python3", "-c", Self.atTerminal] + picture, environment: ["FEEDPROOF_HOME": Checkout.folder.path],
      in: project.folder.url)
    let text = outcome.output
    #expect(outcome.status == 2)
    #expect(text.contains("picture.terminal") && text.contains("--output - > post.png"), "\(text.prefix(500))")
  }
}
