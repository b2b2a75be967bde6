import Files

/// `manifest.json`, written piece by piece: a feed of any length passes through, and the text is that of the whole manifest
/// written at once, but for white space in the empty lists of a post: manifests are compared byte by byte, and these lines
/// have always been indented.
enum ManifestText {
  /// A post's entry as it stands among the others.
  static func entry(_ post: Manifest.Post) throws -> String {
    try JSONText.element(post, depth: 2, indentsEmptyLines: true)
  }

  /// The text before and after the posts.
  ///
  /// - Parameter manifest: Without posts.
  static func frame(_ manifest: Manifest) throws -> (head: String, tail: String) {
    try JSONText.frame(of: manifest, around: "posts")
  }
}
