import Diagnostics
import Files
import Foundation

/// Saved responses of Figma's API: a file or a folder of files, recognized by their contents.
package struct FigmaResponses: Sendable {
  /// The largest size of a response in bytes. That of a large file has some hundred millions.
  private static let sizeLimit = 1 << 30
  /// The folder for responses within the folder that is passed to `pull`.
  package static let folder = "figma"
  /// The folder for images of frames within that folder.
  package static let pictureFolder = "images"

  /// The responses with their names, in the order of the file names.
  package private(set) var all: [(name: String, answer: FigmaResponse)] = []
  /// The files that contain a design.
  package private(set) var files: [URL] = []
  /// Problems with parts of the responses.
  package private(set) var problems: [Diagnostic] = []
  /// The variables of all responses; nil if no response lists variables.
  package private(set) var variables: FigmaVariables?

  /// - Parameter path: A saved response, a folder of responses, or its parent.
  /// - Throws: `Diagnostic` if nothing can be read.
  package init(_ path: String, _ environment: Environment) throws(Diagnostic) {
    try self.init(environment.url(path), called: path)
  }

  package init(_ url: URL, called path: String) throws(Diagnostic) {
    try readAll(url, path)
    var union = FigmaVariableUnion()
    for (name, answer) in all { if case .variables(let variables) = answer { union.add(variables, name: name) } }
    variables = union.joined
    problems += union.conflicts.prefix(Self.namedConflicts).map { conflict in
      Diagnostic(
        FigmaIssue.variableDiffers(conflict.name, used: conflict.used), at: Place(file: conflict.omitted))
    }
    let rest = union.conflicts.count - Self.namedConflicts
    if rest > 0 { problems.append(Diagnostic(FigmaIssue.otherVariablesDiffer(rest), at: Place(file: path))) }
  }

  /// The largest number of variables with different values that are named one by one.
  private static let namedConflicts = 5

  private mutating func readAll(_ url: URL, _ path: String) throws(Diagnostic) {
    guard FileSystem.isFolder(url) else {
      try read(url, name: path)
      return
    }
    let inner = url.appendingPathComponent(Self.folder)
    let folder = FileSystem.isFolder(inner) ? inner : url
    for name in try Self.names(in: folder, path) {
      do throws(Diagnostic) {
        try read(folder.appendingPathComponent(name), name: name)
      } catch  where error.code == FigmaIssue.unknownAnswer.code {
        // The folder may contain token files and reports, too.
        continue
      }
    }
    if all.isEmpty { throw Diagnostic(FigmaIssue.noAnswers, at: Place(file: path)) }
  }

  private static func names(in folder: URL, _ path: String) throws(Diagnostic) -> [String] {
    do throws(FileError) {
      return try FileSystem.names(in: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    } catch {
      throw error.unreadable(as: path)
    }
  }

  private mutating func read(_ url: URL, name: String) throws(Diagnostic) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try RegularFile(url).bytes(limit: Self.sizeLimit)
    } catch {
      throw error.unreadable(as: name)
    }
    let (answer, problems) = try FigmaResponse.read(bytes, name: name)
    all.append((name, answer))
    if case .file = answer { files.append(url.standardizedFileURL) }
    self.problems += problems
  }

  /// The design: the whole file if it was saved, otherwise some of its nodes.
  package var file: FigmaFile? {
    let files = designs
    return files.first { !$0.pages.isEmpty } ?? files.first
  }

  /// The whole file, and nodes that were pulled separately.
  package var designs: [FigmaFile] { all.compactMap { if case .file(let file) = $0.answer { file } else { nil } } }

  /// The folder of frame images that `pull` has saved.
  package var pictures: URL? {
    files.first.map { $0.deletingLastPathComponent().appendingPathComponent(Self.pictureFolder) }
  }

  /// The published styles.
  package var styles: [FigmaStyle] {
    all.flatMap { answer -> [FigmaStyle] in if case .styles(let styles) = answer.answer { styles } else { [] } }
  }

  /// Returns the design with a frame of this name, otherwise the first one.
  ///
  /// - Throws: `Diagnostic` if the responses contain no design.
  package func design(_ path: String, withFrame name: String) throws(Diagnostic) -> FigmaFile {
    let first = try design(path)
    return designs.first { $0.frame(called: name) != nil } ?? first
  }

  /// Returns the design.
  ///
  /// - Throws: `Diagnostic` if the responses contain no design.
  package func design(_ path: String) throws(Diagnostic) -> FigmaFile {
    if let file { return file }
    throw Diagnostic(FigmaIssue.wrongAnswer(found: all.map(\.answer.kind), needed: .file), at: Place(file: path))
  }
}
