import Files

/// `manifest.json`, written piece by piece: a feed of any length passes through, and the bytes are those of the whole
/// manifest written at once.
enum ManifestText {
  /// A post's entry as it stands among the others.
  static func entry(_ post: Manifest.Post) throws -> String { try JSONText.element(post) }

  /// The text before and after the posts.
  ///
  /// - Parameter manifest: Without posts.
  static func frame(_ manifest: Manifest) throws -> (head: String, tail: String) {
    try JSONText.frame(of: manifest, around: "posts")
  }
}
