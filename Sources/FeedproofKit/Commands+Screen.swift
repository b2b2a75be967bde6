import Diagnostics
import Files
import Foundation
import Pixels
import Raster
import Runs
import Screens

extension Commands {
  /// `feedproof show --stage screen`
  ///
  /// - Parameter picture: Nil takes the picture of the same name beside the file, where there is one.
  /// - Throws: `RunFailure`, also where the file holds no hierarchy.
  package static func showScreen(_ files: [String], picture: String?, json: Bool) throws {
    let environment = Environment.process()
    guard let name = files.first, files.count == 1 else { throw RunFailure(stopping: Diagnostic(ShowIssue.oneScreen)) }
    let file = environment.url(name)
    do {
      let size = try (picture.map(environment.url) ?? pictureBeside(file)).map(pictureSize)
      let screen = try ScreenReader.read(try read(file, name), picture: size)
      for diagnostic in screen.diagnostics { StandardStream.error.write("\(diagnostic.located(in: name))\n") }
      let shown = ShownScreen(screen)
      try StandardStream.print(json ? String(decoding: try JSONText.pretty(shown), as: UTF8.self) : shown.text)
    } catch let diagnostic as Diagnostic {
      throw RunFailure(stopping: diagnostic.located(in: name))
    }
  }

  private static func read(_ file: URL, _ name: String) throws -> [UInt8] {
    do throws(FileError) {
      return try RegularFile(file).bytes(limit: RegularFile.textLimit)
    } catch {
      throw error.unreadable(as: name)
    }
  }

  private static func pictureSize(_ file: URL) throws -> PixelSize {
    let name = file.lastPathComponent
    do {
      return try ImageDecoder.header(of: RegularFile(file).bytes(limit: pictureLimit)).size
    } catch let error as FileError {
      throw error.unreadable(as: name)
    } catch let issue as any Issue {
      throw Diagnostic(issue, at: Place(file: name))
    }
  }

  /// Bytes that a screenshot's file may have.
  private static let pictureLimit = 1 << 28

  private static func pictureBeside(_ file: URL) -> URL? {
    ["png", "webp", "jpg", "jpeg"].map { file.deletingPathExtension().appendingPathExtension($0) }
      .first { FileStamp($0.path, following: true)?.kind == .file }
  }
}

/// What can be wrong with what `show` is asked for.
enum ShowIssue: Issue {
  case oneScreen

  var text: IssueText {
    .error(
      "show.screen", "--stage screen shows one view hierarchy", hint: "give the file that the tool has written",
      kind: .usage)
  }
}
