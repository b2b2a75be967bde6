import Basics
import Comparison
import Diagnostics
import Export
import Files
import Foundation
import ImageComparison
import OutputTransactions
import Projects
import RunSupport
import Support
import Synchronization

/// Runs the product on files that it has stored, with one of them damaged and items planted in the folders.
enum StoreTarget {
  static func run(_ bytes: [UInt8]) throws {
    guard let input = StoreInput(bytes) else { return }
    let place = try FuzzPlace()
    let tree = StoreTree(place.inside, outside: place.outside)
    try tree.lay(for: input)
    for operation in operations(on: input.kind) {
      let failure = Result { try operation(place.inside, input) }.failure
      try failure.map(checkTyped)
      try place.checkOutside()
      try tree.checkOwners(of: input, place)
      guard input.plantings.isEmpty, let failure else { continue }
      // An unreadable database costs only time: it is set aside and rebuilt. A run that may set files aside also
      // recovers from invalid lists, so that no folder is locked for ever.
      let isCurable =
        switch input.kind {
        case .store, .storeBytes: true
        // The user must delete a journal that no run wrote here.
        case .ledger, .manifest: input.options.contains(.setAside)
        default: false
        }
      try Violation.unless(!isCurable, "damage keeps cards from being joined: \(failure)")
      try Violation.unless(input.kind != .none, "undamaged files are refused: \(failure)")
    }
  }

  private typealias Operation = (_ folder: String, _ input: StoreInput) throws -> Void

  private static func operations(on kind: StoreInput.Kind) -> [Operation] {
    switch kind {
    case .ledger, .journal, .manifest, .run, .cards: [join]
    case .store, .storeBytes: [look, join]
    case .report, .decisions, .approvals, .cases: [approve, joinReviews]
    case .baseline: [compare, approve]
    case .none: [look, join, approve, joinReviews]
    }
  }

  /// Runs `feedproof merge` to join the folders of two shards in the output.
  private static func join(_ folder: String, _ input: StoreInput) throws {
    let output = URL(fileURLWithPath: "\(folder)/\(StoreSamples.output)")
    var environment = environment(folder)
    if input.options.contains(.inPlace) { environment.workingFolder = output }
    let log = FuzzLog()
    let parts = StoreSamples.parts.map { "\(folder)/\($0)" }
    _ = OutputFolderMarkers.areIn(output)
    let context = RunContext(environment, progress: log.progress)
    _ = try ExportMerge(folders: parts, foreign: foreign(input), context: context).run(into: OutputFolder(output))
    try log.check()
  }

  /// Reads the store like `feedproof export --dry-run`.
  private static func look(_ folder: String, _ input: StoreInput) throws {
    let output = URL(fileURLWithPath: "\(folder)/\(StoreSamples.output)")
    let lock = try OutputLock.look(at: output)
    let file = output.appendingPathComponent(StateFolder.store.text)
    guard let store = ExportStore.openForReading(file) else { return }
    do {
      _ = try store.designs()
      let cards = try store.cards(["wall1_1", "wall1_2"]).compactMap { $0 }
      _ = try store.names(besides: Set(cards.map(\.id)))
      for card in cards { _ = try store.height(of: card.id, width: 375) }
      _ = try store.keys(of: cards.map(\.id))
      _ = try store.files(of: cards.map(\.id))
      _ = try store.texts(of: cards.map(\.id))
    } catch is StoreIssue.Fault {
      // The next export begins with a new store.
    }
    withExtendedLifetime(lock) {}
  }

  /// Runs `feedproof approve --all --prune` with a file of decisions.
  private static func approve(_ folder: String, _ input: StoreInput) throws {
    let environment = environment(folder)
    let request = ApproveRequest(
      patterns: [], all: true, prune: true, environment: true, decisions: "\(folder)/\(StoreSamples.decisions)",
      keeping: nil)
    _ = try ApproveRun(project: project(folder), request: request, environment: environment) { _ in }
      .run()
  }

  /// Runs `feedproof merge` for one shard of a comparison, over an earlier result.
  private static func joinReviews(_ folder: String, _ input: StoreInput) throws {
    let log = FuzzLog()
    let run = MergeRun(
      folders: ["\(folder)/project/output"], output: URL(fileURLWithPath: "\(folder)/\(StoreTree.joined)"),
      environment: environment(folder), foreign: foreign(input), report: log.progress.report
    ) { $0 }
    let outcome = try run.run()
    _ = (outcome.text, outcome.githubAnnotations, outcome.markdown)
    try log.check()
  }

  /// Compares a card with its baseline like `feedproof compare`.
  private static func compare(_ folder: String, _ input: StoreInput) throws {
    let store = BaselineStore(URL(fileURLWithPath: "\(folder)/\(StoreSamples.baselineFolder)"))
    try? store.recover { _ in }
    guard let first = StoreSamples.shared.baselines.first, let last = StoreSamples.shared.baselines.last,
      let damaged = try store.record(of: first), let sound = try store.record(of: last)
    else { return }
    for (reference, actual) in [(damaged, sound), (sound, damaged)] {
      let card = DrawnCard(
        layout: actual.layout, size: PixelSize(width: actual.width, height: actual.height), scale: 1, digest: ""
      ) { try picture(of: 0xff) }
      for (isForeign, isKept) in [(false, false), (false, true), (true, true)] {
        var held = Reference(
          layout: reference.layout, size: PixelSize(width: reference.width, height: reference.height), digest: "-",
          isForeign: isForeign, picture: nil)
        if isKept { held.picture = { try picture(of: 0x80) } }
        let judgement = Judge(tolerance: isForeign ? .mockup : .baseline).judge(card, against: held)
        try Violation.unless(judgement.verdict != .identical, "another picture is taken for the same")
        _ = judgement.reasons
      }
    }
  }

  /// Returns a small gray image.
  private static func picture(of value: UInt8) throws -> Bitmap {
    let bytes = [UInt8](repeating: value, count: 16 * 12 * 4)
    guard let picture = Bitmap(width: 16, height: 12, format: .bgraPremultiplied, bytes: bytes) else {
      throw Violation("no picture")
    }
    return picture
  }

  // MARK: Environment

  private static func foreign(_ input: StoreInput) -> UnmanagedFilePolicy {
    input.options.contains(.setAside) ? .setAside : .refuse
  }

  private static func environment(_ folder: String) -> Environment {
    Environment.tests(in: URL(fileURLWithPath: folder))
  }

  private static func project(_ folder: String) -> Project {
    let folder = URL(fileURLWithPath: "\(folder)/\(StoreSamples.project)")
    return Project(folder: folder, feeds: [folder], output: folder.appendingPathComponent("output"))
  }

  /// - Throws: `Violation` for an error that the command line would report as unexpected.
  private static func checkTyped(_ failure: any Error) throws {
    if failure is Violation { throw failure }
    for diagnostic in RunFailure(stopping: failure).diagnostics {
      try Violation.unless(diagnostic.code != "run.unexpected", "a failure of no type: \(failure)")
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

/// Collects the messages of a run.
private final class FuzzLog: Sendable {
  private let text = Mutex("")

  var progress: RunProgress {
    RunProgress(
      style: .plain, uptime: { 0 }, standardOutput: { _ in },
      standardError: { piece in self.text.withLock { $0 += piece } })
  }

  /// - Throws: `Violation` if the log contains control characters or is too long.
  func check() throws {
    let text = text.withLock { $0 }
    try Violation.unless(text.utf8.count < 1 << 20, "a log of \(text.utf8.count) bytes")
    let steering = text.unicodeScalars.first { ($0.value < 0x20 && $0 != "\n") || (0x7f...0x9f).contains($0.value) }
    try Violation.unless(steering == nil, "a log that steers the terminal")
  }
}
