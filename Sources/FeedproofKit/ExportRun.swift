import Cards
import Diagnostics
import FeedIngest
import Foundation
import Raster

/// `feedproof export`, from the feed's files to the published folder, in the order in which a post travels.
package struct ExportRun: Sendable {
  private let project: Project
  private let environment: Environment
  private let output: OutputFolder
  private let jobs: Int
  private let progress: Progress
  private let interruption: Interruption

  package init(
    project: Project, environment: Environment, output: OutputFolder, jobs: Int, progress: Progress,
    interruption: Interruption
  ) {
    self.project = project
    self.environment = environment
    self.output = output
    self.jobs = jobs
    self.progress = progress
    self.interruption = interruption
  }

  /// - Throws: `RunFailure` when nothing can be read, fonts or templates are not as they must be, the output can't be
  ///   written, or the run was interrupted.
  package func run() async throws -> RunSummary {
    let started = environment.uptime()

    progress.begin(step: 1, of: 4, "reading the feed")
    let feed = try FeedLoading.feed(of: project, report: progress.report)

    progress.begin(step: 2, of: 4, "loading templates, tokens and fonts")
    let studio = try Studio(
      project: project, environment: environment, newest: feed.newestDate, showing: feed.cardRoles)
    studio.design.diagnostics.forEach(progress.report)

    progress.begin(step: 3, of: 4, "drawing \(feed.posts.count) cards", total: feed.posts.count)
    let cards = try await draw(feed.posts, in: studio)

    progress.begin(step: 4, of: 4, "drawing the feed and writing the page")
    let pictures = try FeedPicture(studio: studio, posts: feed.posts).export(to: output)
    let shared = feed.diagnostics + studio.design.diagnostics + pictures.diagnostics
    try Publication(studio: studio, feed: feed, cards: cards, pictures: pictures.entries, diagnostics: shared)
      .publish(to: output)
    if let different = studio.fonts.problems.first { throw RunFailure(.environment, different) }

    let all = shared + cards.flatMap(\.entry.diagnostics)
    let summary = RunSummary(
      posts: cards.count,
      pictures: cards.reduce(pictures.entries.count) { $0 + $1.entry.pictures.count + $1.entry.pages.count },
      errors: all.count { $0.severity == .error }, warnings: all.count { $0.severity == .warning },
      seconds: environment.uptime() - started, output: output.url.appendingPathComponent("index.html").path)
    progress.finish(summary)
    return summary
  }

  /// As many posts at once as there are jobs; results in the feed's order.
  private func draw(_ posts: [Post], in studio: Studio) async throws -> [ExportedCard] {
    try await withThrowingTaskGroup(of: (Int, ExportedCard).self) { group in
      var results: [ExportedCard?] = Array(repeating: nil, count: posts.count)
      var next = 0
      func addTask() {
        guard next < posts.count else { return }
        let (index, post) = (next, posts[next])
        next += 1
        group.addTask {
          if interruption.isRequested { throw RunFailure(.interrupted) }
          return (index, try CardExport(studio: studio, output: output, interruption: interruption).export(post))
        }
      }
      for _ in 0..<max(1, jobs) { addTask() }
      while let (index, card) = try await group.next() {
        results[index] = card
        card.entry.diagnostics.forEach(progress.report)
        progress.advance(card.entry.id)
        addTask()
      }
      return results.compactMap { $0 }
    }
  }
}
