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
  package var isQuiet: Bool

  package init(
    output: String, format: PictureRequest.Format?, post: String?, isExpanded: Bool?, pageHeight: Int?, columns: Int?,
    replaces: Bool, isQuiet: Bool
  ) {
    (self.output, self.format, self.post, self.isExpanded) = (output, format, post, isExpanded)
    (self.pageHeight, self.columns, self.replaces, self.isQuiet) = (pageHeight, columns, replaces, isQuiet)
  }
}

extension Commands {
  /// `feedproof picture`
  ///
  /// - Throws: `RunFailure`, `Diagnostic`.
  package static func picture(inputs: [String], overrides: ProjectOverrides, options: PictureOptions) throws {
    let environment = Environment.process()
    let target = PictureTarget(options, environment)
    var request = PictureRequest(format: try options.format ?? target.format())
    (request.post, request.pageHeight, request.columns) = (options.post, options.pageHeight, options.columns)
    request.state = options.isExpanded.map { $0 ? .expanded : .collapsed }
    try target.check(isPaged: request.pageHeight != nil && request.format != .pdf)
    var overrides = overrides
    overrides.encoding = request.format == .webp ? .webp : .png
    let project = try load(inputs, overrides, environment)
    let interruption = Interruption()
    let folder = OutputFolder(target.file.deletingLastPathComponent())
    interruption.listen { folder.removeUnfinished() }
    let run = PictureRun(
      project: project, request: request, environment: environment,
      report: { StandardStream.error.write("\($0)\n") }, interruption: interruption)
    let outcome = try target.write(run, in: folder)
    if !options.isQuiet { StandardStream.error.write(outcome + "\n") }
  }
}

/// Where a picture goes: a file, several with numbers, or standard output.
struct PictureTarget {
  let name: String
  let file: URL
  let replaces: Bool
  let isDocument: Bool

  init(_ options: PictureOptions, _ environment: Environment) {
    name = options.output
    file = environment.url(options.output)
    replaces = options.replaces
    isDocument = (options.format?.rawValue ?? file.pathExtension.lowercased()) == PictureRequest.Format.pdf.rawValue
  }

  private var isStream: Bool { name == "-" }

  /// By the file's ending.
  func format() throws(Diagnostic) -> PictureRequest.Format {
    if isStream { return .png }
    guard let format = PictureRequest.Format(rawValue: file.pathExtension.lowercased()) else {
      throw Diagnostic(PictureIssue.unknownEnding(file.lastPathComponent))
    }
    return format
  }

  /// Before anything is drawn: pages need names, and nobody's file is written over.
  func check(isPaged: Bool) throws(Diagnostic) {
    if isStream {
      if isPaged { throw Diagnostic(PictureIssue.pagesToStream) }
      return
    }
    let first = isPaged ? page(1) : file
    if !replaces, FileSystem.exists(first) { throw Diagnostic(PictureIssue.fileIsThere, at: Place(file: first.path)) }
  }

  /// `feed-2.png` of `feed.png`
  private func page(_ number: Int) -> URL {
    let (folder, ending) = (file.deletingLastPathComponent(), file.pathExtension)
    let stem = file.deletingPathExtension().lastPathComponent
    return folder.appendingPathComponent(ending.isEmpty ? "\(stem)-\(number)" : "\(stem)-\(number).\(ending)")
  }

  /// - Returns: What was made, for people.
  func write(_ run: PictureRun, in folder: OutputFolder) throws -> String {
    var outcome = PictureRun.Outcome()
    if isStream {
      outcome = try run.run { bytes, _ in try StandardStream.print(bytes: bytes) }
    } else if isDocument {
      let isWritten = try folder.write(to: try .checked(file.lastPathComponent), replacing: replaces) { sink in
        outcome = try run.run { bytes, _ in try sink.append(bytes) }
      }
      guard isWritten else { throw Diagnostic(PictureIssue.fileIsThere, at: Place(file: file.path)) }
    } else {
      outcome = try run.run { bytes, number in
        let target = number.map(page) ?? file
        guard try folder.write(bytes, to: try .checked(target.lastPathComponent), replacing: replaces) else {
          throw Diagnostic(PictureIssue.fileIsThere, at: Place(file: target.path))
        }
      }
    }
    let pages = outcome.pages == 1 ? "" : " on \(outcome.pages) pages"
    return
      "wrote \(isStream ? "standard output" : name): \(outcome.cards) \(outcome.cards == 1 ? "card" : "cards")\(pages)"
  }
}
