import Diagnostics
import Files
import Foundation
import Names
import Pixels
import Raster
import Screens

/// A hierarchy's file, with the screenshot that lies beside it.
enum ScreenFile {
  /// Bytes that a screenshot's file may have.
  private static let pictureLimit = 1 << 28
  static let pictureEndings = [ImageFormat.png, .webp, .jpeg].flatMap(\.endings)
  /// Endings of files that may hold a hierarchy.
  static let endings = ["xml", "uix", "json", "txt", "yml", "yaml"]

  /// - Parameter picture: Nil takes the picture of the same name beside the file, where there is one.
  /// - Throws: `Diagnostic`.
  static func read(_ file: URL, picture: URL?) throws -> Screens.Screen {
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

  /// - Throws: `Diagnostic`.
  static func picture(_ file: URL) throws -> Bitmap {
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

  /// What a hierarchy and its screenshot have in common: the path without its ending, of Roborazzi's `feed.uitree.json` as well.
  static func stem(_ path: String) -> String {
    let stem = (path as NSString).deletingPathExtension
    return stem.hasSuffix(".uitree") ? String(stem.dropLast(7)) : stem
  }

  /// Whether a picture is a copy of a screenshot that has boxes and numbers on it, as Roborazzi draws it.
  static func isAnnotated(_ path: String) -> Bool { stem(path).hasSuffix(".annotated") }
}

/// What can be wrong with what is asked of screens.
enum ShowIssue: Issue {
  case oneScreen
  case noScreens

  var text: IssueText {
    switch self {
    case .oneScreen:
      .error(
        "show.screen", "--stage screen shows one view hierarchy", hint: "give the file that the tool has written",
        kind: .usage)
    case .noScreens:
      .error(
        "screens.none",
        "the folder holds no view hierarchy (\(ScreenFile.endings.map { ".\($0)" }.joined(separator: ", "))) "
          + "and no screenshot",
        hint: "save both under one name; docs/screens.md shows how")
    }
  }
}
