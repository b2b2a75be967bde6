import Diagnostics
import Figma
import Files
import Foundation

/// Answers of Figma's as they lie on the disk: a file, or a folder with several, each told by its content.
struct FigmaAnswers {
  /// Bytes of an answer: that of a large file is some hundreds of millions.
  private static let sizeLimit = 1 << 30
  /// Where `pull` puts them, in the folder that it is given.
  static let folder = "figma"

  /// As they are called, in the order of the files' names.
  private(set) var all: [(name: String, answer: FigmaAnswer)] = []
  /// Where those lie that hold a design.
  private(set) var files: [URL] = []
  /// What is wrong with parts of them.
  private(set) var problems: [Diagnostic] = []

  /// - Parameter path: A saved answer; or a folder of them, or the one above.
  /// - Throws: `Diagnostic` where nothing can be read.
  init(_ path: String, _ environment: Environment) throws(Diagnostic) {
    let url = environment.url(path)
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
        // Token files and reports lie beside them.
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
    let (answer, problems) = try FigmaAnswer.read(bytes, name: name)
    all.append((name, answer))
    if case .file = answer { files.append(url.standardizedFileURL) }
    self.problems += problems
  }

  /// The design: the whole file where it is there, else the nodes.
  var file: FigmaFile? {
    let files = all.compactMap { if case .file(let file) = $0.answer { file } else { nil } }
    return files.first { !$0.pages.isEmpty } ?? files.first
  }

  /// Where pictures of the frames lie that `pull` has made.
  var pictures: URL? {
    files.first.map { $0.deletingLastPathComponent().appendingPathComponent("images") }
  }

  /// Those that were published.
  var styles: [FigmaStyle] {
    all.flatMap { answer -> [FigmaStyle] in if case .styles(let styles) = answer.answer { styles } else { [] } }
  }

  var variables: FigmaVariables? {
    all.lazy.compactMap { if case .variables(let variables) = $0.answer { variables } else { nil } }.first
  }

  /// - Throws: `Diagnostic` where there is another kind of answer.
  func design(_ path: String) throws(Diagnostic) -> FigmaFile {
    if let file { return file }
    throw Diagnostic(FigmaIssue.wrongAnswer(found: all.map(\.answer.kind), needed: .file), at: Place(file: path))
  }
}
