import Files
import Foundation
import Support
import Testing

@testable import FuzzTargets

/// A target whose inputs fail early would find nothing without anyone noticing.
@Suite("Fuzzing gets as far as it means to")
struct FuzzDepthTests {
  private func corpus(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = Checkout.url("Tests/Fuzz/Corpus/\(target.rawValue)")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map { file in
      (file.lastPathComponent, [UInt8](try Data(contentsOf: file)))
    }
  }

  @Test("every known input of stores has its form, and every file of the tool's is in one")
  func forms() async throws {
    let inputs = try corpus(.stores) + (await onThread { FuzzTarget.stores.seeds.map { ($0.key, $0.value) } })
    for (name, bytes) in inputs { #expect(StoreInput(bytes) != nil, "\(name)") }
    let kinds = Set(inputs.compactMap { StoreInput($0.bytes)?.kind })
    #expect(kinds == Set(StoreInput.Kind.allCases))
  }

  struct Asked: Sendable {
    var request: String
    var status: Int
    var applied = 0
  }

  private static let decisions =
    "POST /api/decisions HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"

  @Test(
    "the server that is fuzzed shows pages, and takes decisions from those who may",
    arguments: [
      Asked(request: "GET /review/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", status: 200),
      Asked(request: "GET /Baselines/wall1_1/a.png HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", status: 200),
      Asked(request: "GET /link/index.html HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", status: 404),
      Asked(request: decisions + "X-Feedproof-Token: {token}\r\n\r\n{}", status: 200, applied: 1),
      Asked(request: decisions + "X-Feedproof-Token: x\r\n\r\n{}", status: 403),
    ])
  func answers(asked: Asked) async throws {
    let answer = try await onThread { try RequestTarget.ask(Array(asked.request.utf8)) }
    #expect(answer.replies.map(\.status) == [asked.status])
    #expect(answer.applied == asked.applied)
  }

  @Test("every archive to begin with is one, and most of what becomes of it")
  func archives() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("archive")
    func isArchive(_ bytes: [UInt8]) throws -> Bool {
      try Data(bytes).write(to: file)
      guard case .readable? = try ArchiveKind.recognise(RegularFile(file)) else { return false }
      return true
    }
    var random = SplitMix64(seed: 1)
    for (name, seed) in FuzzTarget.archives.seeds {
      try #expect(isArchive(seed), "\(name)")
      let mutated = (0..<40).compactMap { _ in FuzzTarget.archives.mutate(seed, limit: 1 << 20, using: &random) }
      try #expect(name.hasPrefix("empty") || mutated.count { try isArchive($0) } > 20, "\(name)")
    }
  }

  @Test("an archive that is packed well is refused before it takes more than it may")
  func packedWell() throws {
    let seeds = FuzzTarget.archives.seeds
    for name in ["bomb.tar.gz", "overlapping.zip"] { try FuzzTarget.archives.run(#require(seeds[name])) }
  }
}
