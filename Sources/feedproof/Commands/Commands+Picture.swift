import Diagnostics
import Documents
import Drawing
import Files
import Filming
import Foundation
import PrefetchLab
import Projects
import RunSupport

extension Commands {
  /// `feedproof picture`
  ///
  /// - Parameters:
  ///   - output: A file's path, or `-` for standard output.
  ///   - format: Nil derives the format from the file extension.
  ///   - books: The periods to write as books, one PDF each. With several, each file name ends with its period. Empty
  ///     writes an image.
  package static func picture(
    inputs: [String], overrides: ProjectOverrides, to output: String, format: ImageRequest.Format?, replaces: Bool,
    request: ImageRequest, books: [BookPeriod] = [], style: ProgressStyle?
  ) throws {
    if books.count > 1, output == "-" { throw Diagnostic(ImageRunIssue.pagesToStream) }
    let stem = output.hasSuffix(".pdf") ? String(output.dropLast(4)) : output
    for book in books {
      var request = request
      request.book = book
      try picture(
        inputs: inputs, overrides: overrides, to: books.count > 1 ? "\(stem)-\(book.name).pdf" : output,
        format: format, replaces: replaces, request: request, style: style)
    }
    guard books.isEmpty else { return }
    let environment = Environment.process()
    var request = request
    let target = try ImageTarget(output, format, isPaged: request.pageHeight != nil, replaces: replaces, environment)
    request.format = target.format
    if request.outlines, request.format != .svg { throw Diagnostic(ImageRunIssue.outlinesOf(request.format.rawValue)) }
    if request.book != nil, request.format != .pdf { throw Diagnostic(ImageRunIssue.bookOf(request.format.rawValue)) }
    if request.hasAllFaces, request.format == .pdf { throw Diagnostic(ImageRunIssue.facesInDocument) }
    if request.isFramed, request.format == .pdf { throw Diagnostic(ImageRunIssue.framedDocument) }
    try target.check()
    var overrides = overrides
    // Only these formats contain photos encoded with a quality setting.
    let isLossy = request.format == .webp || request.format == .svg
    overrides["encoding"] = [(isLossy ? ImageEncoding.webp : .png).rawValue]
    let project = ImageRequest.project(
      try load(inputs, overrides, environment, style: style), asked: overrides, book: request.book)
    let folder = OutputFolder(target.file.deletingLastPathComponent())
    let context = context(environment, nil, style, listing: missingMediaCommand(inputs, overrides)) {
      folder.removeUnfinished()
    }
    let outcome = try target.write(ImageRun(project: project, request: request, context: context), in: folder)
    target.tellOfMorePages(than: outcome.pages, context.progress.report)
    context.progress.finish(outcome)
  }

  /// `feedproof film`
  ///
  /// - Parameter scripts: Paths as on the command line. A path that doesn't exist is resolved in the project's folder.
  /// - Throws: `RunFailure`, with status `different` if a film jumps or shows a blank.
  package static func film(
    inputs: [String], overrides: ProjectOverrides, request: FilmRequest, scripts: [String], jobs: Int?,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    let project = try load(inputs, overrides, environment, style: style)
    var request = request
    request.scripts = scripts.map { path in
      let (here, there) = (environment.url(path), project.folder.appendingPathComponent(path).standardizedFileURL)
      return FileSystem.exists(here) || !FileSystem.exists(there) ? here : there
    }
    let context = context(environment, jobs, style, listing: missingMediaCommand(inputs, overrides))
    let outcome = try await FilmRun(project: project, request: request, context: context).run()
    context.progress.endPart()
    if style != .json { StandardStream.output.write(outcome.text) }
    context.progress.finish(outcome)
    if let failure = outcome.failure { throw failure }
  }
}

/// The output format of `feedproof prefetch`.
package enum PrefetchOutput: Sendable {
  case table, json, csv
}

extension Commands {
  /// `feedproof prefetch`
  package static func prefetch(
    inputs: [String], overrides: ProjectOverrides, request: PrefetchRequest, output: PrefetchOutput, jobs: Int?,
    style: ProgressStyle?
  ) async throws {
    let environment = Environment.process()
    if request.generated != nil, !inputs.isEmpty { throw RunFailure(PrefetchIssue.feedAndGenerated) }
    // A generated feed needs no project, only a folder for the output.
    let project = try load(
      request.generated == nil ? inputs : [environment.workingFolder.path], overrides, environment, style: style)
    let file = project.folder.appendingPathComponent(ProjectFile.name)
    let context = context(environment, jobs, style)
    let report = try await PrefetchLabRun(
      project: project, request: request, projectFile: FileSystem.exists(file) ? file : nil, context: context
    ).run()
    context.progress.endPart()
    switch output {
    case .table: try StandardStream.print(report.text)
    case .csv: StandardStream.output.write(report.csv)
    case .json: break
    }
    context.progress.finish(report)
  }
}
