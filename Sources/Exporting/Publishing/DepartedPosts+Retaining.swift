import Diagnostics
import Digests
import Drawing
import ExportStore
import Files
import Projects

extension DepartedPosts {
  /// Those that stay: of each the pictures are looked at, and it has all that is asked for.
  ///
  /// - Parameters:
  ///   - screens: Widths, scales and themes that are asked for, as variants without states.
  ///   - tree: The output folder.
  ///   - report: Gets those that have to leave.
  /// - Throws: `Diagnostic` where some were drawn for other screens, or the output is a conversation's.
  func retained(
    _ policy: DeparturePolicy, for screens: [PictureVariant], isChat: Bool, _ store: ExportStore, _ tree: FileTree,
    report: (Diagnostic) -> Void
  ) throws -> [Card] {
    if isChat, policy == .keep { throw Diagnostic(DepartureIssue.conversation) }
    let wanted = isChat ? [] : retained(policy)
    var (kept, lacking) = ([Card](), [(name: String, screen: String)]())
    for start in stride(from: 0, to: wanted.count, by: 256) {
      let step = wanted[start..<min(start + 256, wanted.count)]
      let entries = try store.entries(of: step.map(\.id))
      for (card, (entry, stored)) in zip(step, zip(entries, try store.cards(step.map(\.name)))) {
        guard let stored, stored.isIntact(in: tree) else {
          report(Diagnostic(DepartureIssue.picturesLost, at: .json(card.name)))
          continue
        }
        if let screen = try RetainedCards.missingVariant(of: entry, screens) {
          lacking.append((card.name, screen.name))
        }
        kept.append(card)
      }
    }
    if let first = lacking.first {
      throw Diagnostic(DepartureIssue.otherScreens(count: lacking.count, first: first.name, lacks: first.screen))
    }
    return kept
  }
}

extension PictureVariant {
  /// All that cards are drawn for, without states.
  static func screens(_ widths: [Int], _ scales: [Int], _ themes: [String]) -> [PictureVariant] {
    widths.flatMap { width in
      scales.flatMap { scale in themes.map { PictureVariant(width: width, scale: scale, theme: $0) } }
    }
  }

  static func screens(of project: Project) -> [PictureVariant] {
    screens(project.widths, project.scales, project.themes)
  }
}

extension StoredCard {
  /// Whether the folder has its pictures as they were drawn.
  fileprivate func isIntact(in tree: FileTree) -> Bool {
    files.allSatisfy { file in
      guard let path = RelativePath(file.path), let stamp = tree.stamp(of: path), stamp.kind == .file,
        stamp.size == file.bytes
      else { return false }
      // Copied folders have new times; the bytes tell.
      if stamp.modified == file.modified { return true }
      return (try? tree.data(path, limit: file.bytes)).map { Digest(of: $0) == file.sha256 } ?? false
    }
  }
}
