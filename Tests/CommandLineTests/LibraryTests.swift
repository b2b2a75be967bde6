import Foundation
import Support
import Testing

/// The products for other packages (docs/library.md).
@Suite("Feedproof as a library", .serialized)
struct LibraryTests {
  private static let products = Tool.executable.deletingLastPathComponent()

  @Test("anything that is public is what the list says, and every declaration says what it is")
  func list() throws {
    let modules = Self.products.appendingPathComponent("Modules").path
    let outcome = try Tool.run(
      command: ["python3", "scripts/public_api.py", "check", modules], in: Checkout.folder)
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  /// The example's folder. It stays between runs, so that builds are incremental.
  private static let folder = products.appendingPathComponent("library-trial")

  private func swift(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(
      command: ["swift"] + arguments.prefix(1) + [
        "--package-path", "package", "--scratch-path", "build", "-Xswiftc", "-gnone",
      ]
        + arguments.dropFirst(),
      environment: ["FEEDPROOF_STRICT": nil], in: Self.folder)
  }

  /// Writes a file of the example if it differs, so that unchanged files are not built again.
  private func write(_ text: String, to path: String) throws {
    let file = Self.folder.appendingPathComponent("package/\(path)")
    guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: Checkout.url("Examples/swift-package/\(path)"), encoding: .utf8)
  }

  private func makePackage() throws {
    let package = Checkout.url("Examples/swift-package").path
    let files = try #require(FileManager.default.subpaths(atPath: package)).filter { !$0.hasPrefix(".") }
    for path in files where path.hasSuffix(".swift") || path.hasSuffix(".json") {
      try write(try read(path).replacing("path: \"../..\"", with: "path: \"\(Checkout.folder.path)\""), to: path)
    }
    let picture = "Tests/CardTests/Approved/place-card.pam"
    let target = Self.folder.appendingPathComponent("package/\(picture)")
    try Data(contentsOf: Checkout.url("Examples/swift-package/\(picture)")).write(to: target)
  }

  /// Returns the document's blocks of a language.
  private func blocks(_ language: String) throws -> [String] {
    let text = try String(contentsOf: Checkout.url("docs/library.md"), encoding: .utf8)
    return text.matches(of: #/(?ms)^```(\w*)\n(.*?)^```$/#).filter { $0.1 == language }.map { String($0.2) }
  }

  @Test("the example builds, prints what its page shows, and its tests pass; a changed gap fails them with what moved")
  func example() throws {
    try makePackage()
    let printed = try swift("run", "card-layout")
    #expect(printed.status == 0, "\(printed.error)")
    #expect(try blocks("").contains(printed.output), "\(printed.output)")
    let sound = try swift("test")
    #expect(sound.status == 0, "\(sound.output)\(sound.error)")

    let card = "Sources/Card/PlaceCard.swift"
    try write(try read(card).replacing("(16.0, 12.0)", with: "(16.0, 20.0)"), to: card)
    let moved = try swift("test")
    #expect(moved.status != 0)
    let said = moved.output + moved.error
    let shown = try #require(try blocks("text").first).split(separator: "\n")
    #expect(shown.count == 5 && shown.allSatisfy { said.contains($0) }, "\(said)")
  }

  @Test("the example's page shows the values of the feed")
  func page() throws {
    let package = Checkout.url("Examples/swift-package").path
    let files = try #require(FileManager.default.subpaths(atPath: package)).filter { $0.hasSuffix(".swift") }
    let sources = try files.map(read)
    for block in try blocks("swift") {
      #expect(sources.contains { $0.contains(block) }, "\(block)")
    }
  }
}
