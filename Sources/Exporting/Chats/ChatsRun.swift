import CardDrawing
import Cards
import Diagnostics
import Digests
import FeedSources
import Files
import Foundation
import OutputFolders
import Projects
import Runs
import Site

/// `feedproof export` of an account or a workspace: each of its chats is an output of its own in `chats`, and a start page
/// lists them.
package struct ChatsRun: Sendable {
  private let project: Project
  private let foreign: ForeignFilePolicy
  private let context: RunContext
  private let run: @Sendable (Project) -> ExportRun

  package init(
    project: Project, foreign: ForeignFilePolicy, context: RunContext, run: @escaping @Sendable (Project) -> ExportRun
  ) {
    (self.project, self.foreign, self.context, self.run) = (project, foreign, context, run)
  }

  /// - Throws: `RunFailure`; chats that were exported before it stay.
  package func run(_ several: SeveralChats) async throws -> RunSummary {
    let started = context.environment.uptime()
    var total = RunSummary(
      posts: 0, drawn: 0, kept: 0, removed: 0, pictures: 0, errors: 0, warnings: 0, seconds: 0,
      output: project.output.appendingPathComponent("index.html").path)
    var listed: [(name: String, folder: String, count: Int)] = []
    for (number, (chat, folder)) in zip(several.chats, Self.folders(of: several.chats.map(\.name))).enumerated() {
      var own = project
      own.output = project.output.appendingPathComponent("chats/\(folder)")
      context.progress.begin(step: number + 1, of: several.chats.count, chat.name)
      total.add(
        try await run(own).run(
          from: ExportSource(files: several.files, feed: chat.source), listedIn: "../../index.html"))
      let count = chat.source.facts.chat?.messageCount ?? 0
      listed.append((chat.name, "chats/\(folder)", count))
    }
    try publish(listed)
    total.seconds = context.environment.uptime() - started
    context.progress.finish(total)
    return total
  }

  /// The start page, beside the chats' own folders.
  private func publish(_ chats: [(name: String, folder: String, count: Int)]) throws {
    let design = try Design.load(for: project, environment: context.environment, showing: [.message])
    let pages = try design.siteTemplates.chatList(
      chats, title: project.locale.strings.chat.chats, language: project.locale.code,
      themes: design.themes.map(\.page))
    var chain = DigestChain()
    for page in pages { chain.append(Digest(of: page.path), Digest(of: page.text)) }
    let lock = try OutputLock.take(project.output)
    do {
      try lock.recover(report: context.progress.report)
      let update = try JournaledUpdate(lock, key: chain.digest, foreign: foreign, report: context.progress.report)
      do {
        for page in pages { try update.write(RelativePath.checked(page.path), page.text) }
        try update.commit()
      } catch {
        update.abandon()
        throw error
      }
      try update.cleanUp()
    } catch {
      lock.removeTraces()
      throw error
    }
  }

  /// Names of folders, each once: letters and digits of ASCII, small, the rest as hyphens; a number where nothing is left.
  static func folders(of names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.enumerated().map { index, name in
      let words = name.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
      let plain = String(words.joined(separator: "-").prefix(48))
      var folder = plain.isEmpty ? "chat-\(index + 1)" : plain
      while !taken.insert(folder).inserted { folder += "-\(index + 1)" }
      return folder
    }
  }
}

extension RunSummary {
  fileprivate mutating func add(_ other: RunSummary) {
    posts += other.posts
    drawn += other.drawn
    kept += other.kept
    removed += other.removed
    pictures += other.pictures
    (errors, warnings) = (other.errors, other.warnings)
  }
}
