import CardRendering
import Diagnostics
import Files
import Foundation
import Projects
import RunSupport

/// The posts of a plan, each with its baselines or its mockups.
struct PostSource: CaseSource {
  let share: ComparePlan.Share
  let renderers: [CardRenderer]
  let comparison: CaseComparison
  /// Nil draws everything and caches nothing.
  let reuse: UnchangedPosts?
  let project: Project
  let selection: CaseSelection
  let environment: Environment
  let jobs: Int
  let interruption: Interruption
  let report: (Diagnostic) -> Void

  /// Compares as many posts concurrently as there are jobs.
  func compare(_ take: (ComparedItem) throws -> Void) async throws {
    let posts = share.posts()
    try await WorkerLoop(jobs: jobs).run(taking: .asked) {
      try posts.next()
    } work: { [renderers, project, comparison, reuse, selection, interruption, uptime = environment.uptime] post in
      let worker = PostComparison(
        renderer: renderers[post.renderer], project: project, comparison: comparison, reuse: reuse,
        selection: selection, interruption: interruption, uptime: uptime)
      return try worker.compare(post)
    } take: { _, compared in
      try take(compared)
    }
    for renderer in renderers {
      if let different = renderer.fonts.problems.first { throw different }
      renderer.photos.diagnostics.forEach(report)
    }
  }
}
