import Foundation
import FuzzTargets
import Support
import Testing

/// Runs every input that once revealed a fault through its target again.
struct CorpusTests {
  static let finds: [(target: FuzzTarget, file: URL)] = FuzzTarget.allCases.flatMap { target in
    let folder = Checkout.url("Tests/Fuzz/Corpus/\(target.rawValue)")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.sorted { $0.path < $1.path }.map { (target, $0) }
  }

  @Test(arguments: finds.map(\.file.path)) func pastFindIsHandled(_ path: String) async throws {
    let find = try #require(Self.finds.first { $0.file.path == path })
    try await run([UInt8](try Data(contentsOf: find.file)), find.target)
  }

  @Test(
    "seeds satisfy the requirements of their targets",
    arguments: [FuzzTarget.chats, .stores, .requests, .archives, .escapers, .numbers, .yaml])
  func seedIsHandled(_ target: FuzzTarget) async throws {
    let seeds = try await onThread { target.seeds }
    #expect(seeds.count > 5)
    for (_, seed) in seeds { try await run(seed, target) }
  }

  private func run(_ input: [UInt8], _ target: FuzzTarget) async throws { try await onThread { try target.run(input) } }
}
