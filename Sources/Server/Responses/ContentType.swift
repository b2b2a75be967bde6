import Basics
import Foundation

/// Content-Type values of files. Unknown types are never guessed: the browser saves such files instead of showing them.
enum ContentType {
  static func of(_ file: URL) -> String {
    let ending = file.pathExtension.lowercased()
    return types[ending] ?? ImageFormat(ending: ending)?.mediaType ?? "application/octet-stream"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "xml": "application/xml", "ico": "image/x-icon",
  ]

  /// Returns whether a file is an image. Images may be cached and revalidated; all other files change with every run.
  static func isPicture(_ file: URL) -> Bool { of(file).hasPrefix("image/") }

  /// Returns whether a browser would render the file as a page and run its scripts.
  static func isActive(_ file: URL) -> Bool {
    let type = of(file)
    return type.hasPrefix("text/html") || type.hasSuffix("xml")
  }
}
