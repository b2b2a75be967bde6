import Basics
import Diagnostics
import Files
import Foundation
import Raster

/// Reads the file of a view hierarchy and the screenshot next to it.
package enum ScreenFile {
  /// The maximum size of a screenshot's file, in bytes.
  private static let pictureLimit = 1 << 28
  static let pictureEndings = [ImageFormat.png, .webp, .jpeg].flatMap(\.endings)
  /// Extensions of files that may contain a hierarchy.
  static let endings = ["xml", "uix", "json", "txt", "yml", "yaml"]

  /// - Parameter picture: The screenshot. Nil uses the image with the same name next to the file, if there is one.
  /// - Throws: `Diagnostic` if a file can't be read or parsed.
  package static func read(_ file: URL, picture: URL?) throws -> AppScreen {
    let size = try (picture ?? pictureBeside(file)).map(pictureSize)
    return try ScreenReader.read(try bytes(of: file, limit: RegularFile.textLimit), picture: size)
  }

  private static func bytes(of file: URL, limit: Int) throws(Diagnostic) -> [UInt8] {
    do throws(FileError) {
      return try RegularFile(file).bytes(limit: limit)
    } catch {
      throw error.unreadable(as: file.lastPathComponent)
    }
  }

  static func pictureSize(_ file: URL) throws -> PixelSize {
    let bytes = try bytes(of: file, limit: pictureLimit)
    do {
      return try ImageDecoder.header(of: bytes).size
    } catch {
      throw Diagnostic(error, at: Place(file: file.lastPathComponent))
    }
  }

  /// - Throws: `Diagnostic` if the file can't be read or decoded.
  package static func picture(_ file: URL) throws -> Bitmap {
    let bytes = try bytes(of: file, limit: pictureLimit)
    do {
      return try ImageDecoder.decodeExactly(bytes).converted(to: .rgba)
    } catch {
      throw Diagnostic(error, at: Place(file: file.lastPathComponent))
    }
  }

  static func pictureBeside(_ file: URL) -> URL? {
    pictureEndings
      .map { URL(fileURLWithPath: stem(file.path)).appendingPathExtension($0) }
      .first { FileStamp($0.path, following: true)?.kind == .file }
  }

  /// The path that a hierarchy and its screenshot share: without the extension, and without the `.uitree` of
  /// Roborazzi's `feed.uitree.json`.
  static func stem(_ path: String) -> String {
    let stem = (path as NSString).deletingPathExtension
    return stem.hasSuffix(".uitree") ? String(stem.dropLast(7)) : stem
  }

  /// Whether an image is a copy of a screenshot on which Roborazzi has drawn boxes and numbers.
  static func isAnnotated(_ path: String) -> Bool { stem(path).hasSuffix(".annotated") }
}

/// A problem with the screens to show or compare.
package enum ShowIssue: Issue {
  case oneScreen
  case noScreens

  package var text: IssueText {
    switch self {
    case .oneScreen:
      .error(
        "show.screen", "--stage screen shows one view hierarchy", hint: "pass a file that the tool wrote",
        kind: .usage)
    case .noScreens:
      .error(
        "screens.none",
        "the folder contains no view hierarchy (\(ScreenFile.endings.map { ".\($0)" }.joined(separator: ", "))) "
          + "and no screenshot",
        hint: "save each hierarchy and its screenshot under the same name, like home.xml and home.png "
          + "(feedproof help screens)")
    }
  }
}
