import Cards
import Diagnostics
import Drawing
import Files
import Foundation
import Picturing
import Projects
import Runs

/// What `feedproof picture` is told beside its project.
package struct PictureOptions: Sendable {
  /// A file's path, or `-`.
  package var output: String
  /// Nil takes what the file's ending says.
  package var format: PictureRequest.Format?
  package var post: String?
  package var isExpanded: Bool?
  package var pageHeight: Int?
  package var columns: Int?
  /// Files that are there are replaced.
  package var replaces: Bool

  package init(
    output: String, format: PictureRequest.Format?, post: String?, isExpanded: Bool?, pageHeight: Int?, columns: Int?,
    replaces: Bool
  ) {
    (self.output, self.format, self.post, self.isExpanded) = (output, format, post, isExpanded)
    (self.pageHeight, self.columns, self.replaces) = (pageHeight, columns, replaces)
  }
}

extension Commands {
  /// `feedproof picture`
  ///
  /// - Parameter style: Nil chooses by whether standard error is a terminal.
  /// - Throws: `RunFailure`, `Diagnostic`.
  package static func picture(
    inputs: [String], overrides: ProjectOverrides, options: PictureOptions, style: ProgressStyle?
  ) throws {
    let environment = Environment.process()
    let target = try PictureTarget(options, environment)
    var request = PictureRequest(format: target.format)
    (request.post, request.pageHeight, request.columns) = (options.post, options.pageHeight, options.columns)
    request.state = options.isExpanded.map { $0 ? .expanded : .collapsed }
    try target.check()
    var overrides = overrides
    overrides.encoding = request.format == .webp ? .webp : .png
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
