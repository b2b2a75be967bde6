import Files
import Foundation

/// `manifest.json`, written piece by piece: a feed of any length passes through, and the bytes are those of the whole
/// manifest written at once.
enum ManifestText {
  /// A post's entry as it stands among the others.
  static func entry(_ post: Manifest.Post) throws -> String {
    String(String(decoding: try JSONText.pretty(post), as: UTF8.self).dropLast()).replacing("\n", with: "\n    ")
  }

  /// The text before and after the posts.
  ///
  /// - Parameter manifest: Without posts.
  static func frame(_ manifest: Manifest) throws -> (head: String, tail: String) {
    let text = String(decoding: try JSONText.pretty(manifest), as: UTF8.self)
    // Line breaks in strings are escaped, so this is the member itself.
    guard let start = text.range(of: "\n  \"posts\" : ["),
      let end = text[start.upperBound...].firstIndex(of: "]")
    else { throw CocoaError(.coderInvalidValue) }
    return (String(text[..<start.upperBound]), String(text[text.index(after: end)...]))
  }
}
