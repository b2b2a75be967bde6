/// A token file's text; reading it from disk is somebody else's work.
package struct TokenFile: Hashable, Sendable {
  /// The file's name as diagnostics show it.
  package var name: String
  package var contents: String

  package init(name: String, contents: String) {
    self.name = name
    self.contents = contents
  }
}
