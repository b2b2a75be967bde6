import Comparing
import Diagnostics
import Exporting
import FeedSources
import Files
import Foundation
import OutputFolders
import Projects
import Runs

extension Commands {
  /// `feedproof merge`: of exports, of comparisons, or of folders that hold both.
  ///
  /// - Parameters:
  ///   - folders: What the shards wrote.
  ///   - setsAside: Whether somebody's own files at paths that are written get other names, instead of ending the run.
  ///   - departing: What becomes of posts that the output has and the shards of an export have not.
  ///   - project: Whose comparison it is; nil takes what the shards were given.
  /// - Throws: `RunFailure`, of a comparison with the status of what was found.
  package static func merge(
    _ folders: [String], into output: String, project: String?, setsAside: Bool = false,
    departing: DeparturePolicy = .leave, github: Bool,
    style: ProgressStyle?
  ) throws {
    let foreign = setsAside ? ForeignFilePolicy.setAside : .refuse
    let environment = Environment.process()
    let urls = folders.map(environment.url)
    for (folder, url) in zip(folders, urls) where !ExportMerge.isPart(url) && !MergeRun.isComparison(url) {
      let isExport = FileSystem.exists(url.appendingPathComponent("manifest.json"))
      throw Diagnostic(isExport ? MergeIssue.noShard : .nothingToJoin, at: Place(file: folder))
    }
    let (areExports, areComparisons) = (urls.allSatisfy(ExportMerge.isPart), urls.allSatisfy(MergeRun.isComparison))
    guard areExports || areComparisons else {
      let other = zip(folders, urls).first { ExportMerge.isPart($1) != ExportMerge.isPart(urls[0]) }?.0
      throw Diagnostic(MergeIssue.mixedKinds(first: folders[0]), at: Place(file: other ?? folders[0]))
    }
    if areExports { try mergeExports(folders, into: output, foreign, departing, style: style, environment) }
    if areComparisons {
      try mergeComparisons(folders, into: output, foreign, project: project, github: github, style: style, environment)
    }
  }

  private static func mergeExports(
    _ folders: [String], into output: String, _ foreign: ForeignFilePolicy, _ departing: DeparturePolicy,
    style: ProgressStyle?, _ environment: Environment
  ) throws {
    let output = OutputFolder(environment.url(output))
    let interruption = Interruption()
    interruption.listen { output.removeUnfinished() }
    let merge = ExportMerge(
      folders: folders, environment: environment, foreign: foreign, departing: departing,
      progress: progress(style, environment),
      interruption: interruption)
    _ = try merge.run(into: output)
  }

  private static func mergeComparisons(
    _ folders: [String], into output: String, _ foreign: ForeignFilePolicy, project: String?, github: Bool,
    style: ProgressStyle?,
    _ environment: Environment
  ) throws {
    let started = environment.uptime()
    let progress = progress(style, environment)
    let run = MergeRun(
      folders: folders, output: environment.url(output), environment: environment, foreign: foreign,
      report: progress.report
    ) { input in
      let input = project ?? input
      // Where the joined output is the project's own, approve finds it by itself.
      let own = try? load([input], ProjectOverrides(), environment)
      // What is printed here is to be pasted here.
      let isHere = own.map { !FeedFiles.find(of: $0).files.isEmpty } ?? false
      if !isHere { tell(Diagnostic(ReviewingIssue.projectElsewhere(input)), style, progress) }
      let isOwn = own?.output.standardizedFileURL.path == environment.url(output).standardizedFileURL.path
      return approveArguments(input, output: isOwn ? nil : output)
    }
    let report = try run.run()
    try finish(
      report, in: run.output, github: github, style: style, progress, since: started, environment)
  }
}
