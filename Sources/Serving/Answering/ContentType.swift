import Foundation
import Names

/// What files are called in Content-Type. What is not known is never guessed: it is saved, not shown.
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

  /// Pictures may be kept and asked for again; all else changes with every run.
  static func isPicture(_ file: URL) -> Bool { of(file).hasPrefix("image/") }

  /// A browser that is led to such a file makes a page of it, and runs the scripts that stand in it.
  static func isActive(_ file: URL) -> Bool {
    let type = of(file)
    return type.hasPrefix("text/html") || type.hasSuffix("xml")
  }
}
