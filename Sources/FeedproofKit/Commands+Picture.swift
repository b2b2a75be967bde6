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
    let interruption = Interruption()
    let folder = OutputFolder(target.file.deletingLastPathComponent())
    interruption.listen { folder.removeUnfinished() }
    let progress = progress(style, environment, listing: missingMediaCommand(inputs, overrides))
    let run = PictureRun(
      project: project, request: request, environment: environment, progress: progress, interruption: interruption)
    let outcome = try target.write(run, in: folder)
    target.tellOfMorePages(than: outcome.pages, progress.report)
    progress.finish(outcome)
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

/// Where a picture goes: a file, several with numbers, or standard output.
struct PictureTarget {
  let name: String
  let file: URL
  let replaces: Bool
  let format: PictureRequest.Format
  /// Whether each page is a file of its own.
  let isPaged: Bool

  /// - Throws: `Diagnostic` where nothing says which format is wanted.
  init(_ options: PictureOptions, _ environment: Environment) throws(Diagnostic) {
    name = options.output
    file = environment.url(options.output)
    replaces = options.replaces
    let ending = file.pathExtension.lowercased()
    let isStream = options.output == "-"
    if !isStream, FileSystem.isFolder(file) { throw Diagnostic(PictureIssue.isFolder, at: Place(file: file.path)) }
    guard let format = options.format ?? (isStream ? .png : PictureRequest.Format(rawValue: ending)) else {
      throw Diagnostic(PictureIssue.unknownEnding(file.lastPathComponent))
    }
    self.format = format
    isPaged = options.pageHeight != nil && format != .pdf
  }

  private var isStream: Bool { name == "-" }

  /// Before anything is drawn: pages need names, a terminal gets no bytes, and nobody's file is written over.
  func check() throws(Diagnostic) {
    if isStream {
      if isPaged { throw Diagnostic(PictureIssue.pagesToStream) }
      if StandardStream.output.isTerminal { throw Diagnostic(PictureIssue.bytesToTerminal) }
    } else if !replaces, let there = isPaged ? pagesThere().first?.file : FileSystem.exists(file) ? file : nil {
      throw Diagnostic(PictureIssue.fileIsThere, at: Place(file: there.path))
    }
  }

  /// `feed-2.png` of `feed.png`
  private func page(_ number: Int) -> String {
    let ending = file.pathExtension
    return stem + String(number) + (ending.isEmpty ? "" : ".\(ending)")
  }

  private var stem: String { file.deletingPathExtension().lastPathComponent + "-" }

  /// Pages that the folder holds already, in their order.
  private func pagesThere() -> [(number: Int, file: URL)] {
    let folder = file.deletingLastPathComponent()
    let names = Set((try? FileSystem.names(in: folder)) ?? [])
    let numbers = names.compactMap { name -> Int? in
      guard name.hasPrefix(stem), let number = Int(name.dropFirst(stem.count).prefix { $0.isASCII && $0.isNumber })
      else { return nil }
      return page(number) == name ? number : nil
    }
    return numbers.sorted().map { ($0, folder.appendingPathComponent(page($0))) }
  }

  /// Pages of an earlier run that had more stay, and are told of.
  func tellOfMorePages(than count: Int, _ report: (Diagnostic) -> Void) {
    guard isPaged, let more = pagesThere().first(where: { $0.number > count }) else { return }
    report(Diagnostic(PictureIssue.morePages, at: Place(file: more.file.path)))
  }

  /// - Returns: What was made.
  func write(_ run: PictureRun, in folder: OutputFolder) throws -> PictureOutcome {
    var files = [name]
    var made = PictureRun.Outcome()
    if isStream {
      made = try run.run { bytes, _ in try StandardStream.print(bytes: bytes) }
    } else if format == .pdf {
      let isWritten = try folder.write(to: try .checked(file.lastPathComponent), replacing: replaces) { sink in
        made = try run.run { bytes, _ in try sink.append(bytes) }
      }
      guard isWritten else { throw Diagnostic(PictureIssue.fileIsThere, at: Place(file: file.path)) }
    } else {
      if isPaged { files = [] }
      made = try run.run { bytes, number in
        let target = number.map(page) ?? file.lastPathComponent
        guard try folder.write(bytes, to: try .checked(target), replacing: replaces) else {
          throw Diagnostic(PictureIssue.fileIsThere, at: Place(file: "\(folder.url.path)/\(target)"))
        }
        if number != nil { files.append(String(name.dropLast(file.lastPathComponent.count)) + target) }
      }
    }
    return PictureOutcome(files: files, format: format.rawValue, look: made.look, cards: made.cards, pages: made.pages)
  }
}
