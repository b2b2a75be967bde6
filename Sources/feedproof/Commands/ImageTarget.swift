import Diagnostics
import Documents
import Files
import Foundation

/// The destination of an image: a file, several numbered files, or standard output.
struct ImageTarget {
  let name: String
  let file: URL
  let replaces: Bool
  let format: ImageRequest.Format
  /// Whether each page becomes a separate file.
  let isPaged: Bool

  init(
    _ output: String, _ format: ImageRequest.Format?, isPaged: Bool, replaces: Bool, _ environment: Environment
  ) throws(Diagnostic) {
    (name, file, self.replaces) = (output, environment.url(output), replaces)
    let ending = file.pathExtension.lowercased()
    let isStream = output == "-"
    if !isStream, FileSystem.isFolder(file) { throw Diagnostic(ImageRunIssue.isFolder, at: Place(file: file.path)) }
    guard let format = format ?? (isStream ? .png : ImageRequest.Format(rawValue: ending)) else {
      throw Diagnostic(ImageRunIssue.unknownEnding(file.lastPathComponent))
    }
    self.format = format
    self.isPaged = isPaged && format != .pdf
  }

  private var isStream: Bool { name == "-" }

  /// Fails before rendering if pages would go to standard output, bytes to a terminal, or an existing file would be
  /// overwritten.
  func check() throws(Diagnostic) {
    if isStream {
      if isPaged { throw Diagnostic(ImageRunIssue.pagesToStream) }
      if StandardStream.output.isTerminal { throw Diagnostic(ImageRunIssue.bytesToTerminal) }
    } else if !replaces, let there = isPaged ? pagesThere().first?.file : FileSystem.exists(file) ? file : nil {
      throw Diagnostic(ImageRunIssue.fileIsThere, at: Place(file: there.path))
    }
  }

  /// The file name of a page: `feed-2.png` for `feed.png`.
  private func page(_ number: Int) -> String {
    let ending = file.pathExtension
    return stem + String(number) + (ending.isEmpty ? "" : ".\(ending)")
  }

  private var stem: String { file.deletingPathExtension().lastPathComponent + "-" }

  /// Existing files that are named like pages, in page order.
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

  /// Reports pages that remain from an earlier run with more pages.
  func tellOfMorePages(than count: Int, _ report: (Diagnostic) -> Void) {
    guard isPaged, let more = pagesThere().first(where: { $0.number > count }) else { return }
    report(Diagnostic(ImageRunIssue.morePages, at: Place(file: more.file.path)))
  }

  func write(_ run: ImageRun, in folder: OutputFolder) throws -> ImageRun.Outcome {
    var files = [name]
    var made = ImageRun.Outcome()
    if isStream {
      made = try run.run { bytes, _ in try StandardStream.print(bytes: bytes) }
    } else if format == .pdf {
      let isWritten = try folder.write(to: try .checked(file.lastPathComponent), replacing: replaces) { sink in
        made = try run.run { bytes, _ in try sink.append(bytes) }
      }
      guard isWritten else { throw Diagnostic(ImageRunIssue.fileIsThere, at: Place(file: file.path)) }
    } else {
      if isPaged { files = [] }
      made = try run.run { bytes, number in
        let target = number.map(page) ?? file.lastPathComponent
        guard try folder.write(bytes, to: try .checked(target), replacing: replaces) else {
          throw Diagnostic(ImageRunIssue.fileIsThere, at: Place(file: "\(folder.url.path)/\(target)"))
        }
        if number != nil { files.append(String(name.dropLast(file.lastPathComponent.count)) + target) }
      }
    }
    (made.files, made.format) = (files, format.rawValue)
    return made
  }
}
