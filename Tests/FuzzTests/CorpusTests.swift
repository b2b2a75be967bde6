import Foundation
import FuzzTargets
import Support
import Testing

/// What the fuzzer once found stays found: each input that was a fault goes through its target again.
struct CorpusTests {
  static let finds: [(target: FuzzTarget, file: URL)] = FuzzTarget.allCases.flatMap { target in
    let folder = Checkout.url("Tests/Fuzz/Corpus/\(target.rawValue)")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.sorted { $0.path < $1.path }.map { (target, $0) }
  }

  @Test(arguments: finds.map(\.file.path)) func pastFindIsHandled(_ path: String) throws {
    let find = try #require(Self.finds.first { $0.file.path == path })
    try find.target.run([UInt8](try Data(contentsOf: find.file)))
  }
}
