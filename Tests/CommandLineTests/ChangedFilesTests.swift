import Foundation
import Support
import Testing

/// The plan of `scripts/test --changed`.
@Suite("What a change can affect")
struct ChangedFilesTests {
  /// - Parameter files: Paths with a leading `./`, which are not names of files that this code reads.
  private func plan(_ files: String...) throws -> [String] {
    let outcome = try Tool.run(command: ["python3", "scripts/changes.py", "--files"] + files, in: Checkout.folder)
    try #require(outcome.status == 0, "\(outcome.error)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test("a module's file affects the tests of all modules that depend on it, and no others")
  func module() throws {
    let plan = try plan("./Sources/Comparison/Any.swift")
    for step in ["tests ComparisonTests", "tests CommandLineTests", "browser review"] { #expect(plan.contains(step)) }
    for step in ["tests ExportTests", "tests LayoutTests", "browser chat", "scripts"] {
      #expect(!plan.contains(step), "\(step)")
    }
  }

  @Test("a test's file affects its own target")
  func test() throws { #expect(try plan("./Tests/CardsTests/Any.swift") == ["tests CardsTests"]) }

  @Test("a file that code reads at run time affects the code's tests")
  func data() throws {
    let plan = try plan("./Templates/Cards/post.yml")
    for step in ["tests CardRenderingTests", "tests ExportTests", "browser feed", "browser chat"] {
      #expect(plan.contains(step), "\(step)")
    }
    #expect(!plan.contains("tests BasicsTests"))
  }

  @Test("a page's script affects the groups that open the page")
  func script() throws {
    let plan = try plan("./Templates/Site/review/contrast.js")
    for step in ["scripts", "browser review", "tests SiteTests"] { #expect(plan.contains(step), "\(step)") }
    #expect(!plan.contains("browser chat"))
  }

  @Test("a browser check affects its group")
  func browserCheck() throws { #expect(try plan("./Tests/Browser/film_checks.py") == ["browser film"]) }

  @Test("the manifest and unknown files affect everything", arguments: ["./Package.swift", "./unknown.bin"])
  func everything(file: String) throws {
    let plan = try plan(file)
    for step in ["scripts", "tests BasicsTests", "tests CommandLineTests", "browser feed", "browser turned"] {
      #expect(plan.contains(step), "\(step)")
    }
  }

  @Test("no change affects nothing; an unknown revision is an error")
  func base() throws {
    #expect(try plan().isEmpty)
    let outcome = try Tool.run(command: ["python3", "scripts/changes.py", "no-such-revision"], in: Checkout.folder)
    #expect(outcome.status == 1 && outcome.error.contains("no-such-revision"))
  }
}
