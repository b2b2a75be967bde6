import Cards
import Diagnostics
import Drawing
import Files
import Filming
import Foundation
import Picturing
import PrefetchLab
import Projects
import Runs

extension Commands {
  /// `feedproof picture`
  ///
  /// - Parameters:
  ///   - output: A file's path, or `-`.
  ///   - format: Nil takes what the file's ending says.
  ///   - replaces: Whether files that are there are.
  ///   - request: All else.
  package static func picture(
    inputs: [String], overrides: ProjectOverrides, to output: String, format: PictureRequest.Format?, replaces: Bool,
    request: PictureRequest, style: ProgressStyle?
  ) throws {
    let environment = Environment.process()
    var request = request
    let target = try PictureTarget(output, format, isPaged: request.pageHeight != nil, replaces: replaces, environment)
    request.format = target.format
    try target.check()
    var overrides = overrides
    overrides["encoding"] = [(request.format == .webp ? PictureEncoding.webp : .png).rawValue]
    let project = PictureRequest.project(try load(inputs, overrides, environment), asked: overrides)
    let folder = OutputFolder(target.file.deletingLastPathComponent())
    let context = context(environment, nil, style, listing: missingMediaCommand(inputs, overrides)) {
      folder.removeUnfinished()
    }
    let outcome = try target.write(PictureRun(project: project, request: request, context: context), in: folder)
    target.tellOfMorePages(than: outcome.pages, context.progress.report)
    context.progress.finish(outcome)
  }
}

/// What `feedproof picture` has made.
struct PictureOutcome: Encodable, CustomStringConvertible {
  /// As they were named on the command line; with pages each one's.
  var files: [String]
  var format: String
  /// `375@2x-light`
  var look: String
  var cards: Int
  var pages: Int

  var description: String {
    let (first, last) = (files.first ?? "", files.last ?? "")
    let name = first == "-" ? "standard output" : files.count > 1 ? "\(first) to \(last)" : first
    let onPages = pages == 1 ? "" : " on \(pages) pages"
    return "wrote \(name): \(cards) \(cards == 1 ? "card" : "cards")\(onPages), \(look)"
  }
}

extension Commands {
  /// `feedproof film`
  ///
  /// - Parameters:
  ///   - scripts: Paths as on the command line; those that aren't there are looked for in the project's folder.
  ///   - style: Nil chooses by whether standard error is a terminal.
  /// - Throws: `RunFailure`, with status `different` where a film jumps or shows a blank.
  package static func film(
    inputs: [String], overrides: ProjectOverrides, request: FilmRequest, scripts: [String], jobs: Int?,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let project = try load(inputs, overrides, environment)
    var request = request
    request.scripts = scripts.map { path in
      let (here, there) = (environment.url(path), project.folder.appendingPathComponent(path).standardizedFileURL)
      return FileSystem.exists(here) || !FileSystem.exists(there) ? here : there
    }
    let context = context(environment, jobs, style, listing: missingMediaCommand(inputs, overrides))
    let outcome = try await FilmRun(project: project, request: request, context: context).run()
    if style != .json { StandardStream.output.write(outcome.text) }
    context.progress.finish(outcome)
    if let failure = outcome.failure { throw failure }
  }
}

/// What `feedproof prefetch` prints.
package enum PrefetchOutput: Sendable {
  case table, json, csv
}

extension Commands {
  /// `feedproof prefetch`
  ///
  /// - Parameter style: Nil chooses by whether standard error is a terminal.
  /// - Throws: `RunFailure`.
  package static func prefetch(
    inputs: [String], overrides: ProjectOverrides, request: PrefetchRequest, output: PrefetchOutput, jobs: Int?,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    if request.generated != nil, !inputs.isEmpty { throw RunFailure(PrefetchIssue.feedAndGenerated) }
    // A made-up feed needs no project, only a folder to write into.
    let project = try load(request.generated == nil ? inputs : [environment.workingFolder.path], overrides, environment)
    let file = project.folder.appendingPathComponent(ProjectFile.name)
    let context = context(environment, jobs, style)
    let report = try await PrefetchLabRun(
      project: project, request: request, projectFile: FileSystem.exists(file) ? file : nil, context: context
    ).run()
    switch output {
    case .table: try StandardStream.print(report.text)
    case .csv: StandardStream.output.write(report.csv)
    case .json: break
    }
    context.progress.finish(report)
  }
}
