/// The request of the command line.
package struct FetchPlan: Sendable {
  /// A source, or a folder of an earlier fetch.
  package var source: String
  /// The folder; nil for a name derived from the source, or for the folder given as the source.
  package var into: String?
  /// The base URL that replaces the service's own host.
  package var base: String?
  package var credentials = Credentials()
  package var options = FetchOptions()
  /// Seconds.
  package var maxWait = 900.0
  package var sleep = 0.0
  package var proxy: String?
  package var certificates: String?

  package init(source: String) {
    self.source = source
  }

  /// Returns the folder name for a source: `mastodon.example-name`.
  package static func folderName(for source: String) -> String {
    var text = source[...]
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) { text = text.dropFirst(scheme.count) }
    var name = ""
    for character in text.prefix(200) {
      let isPlain = character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
      if isPlain { name.append(character) } else if !name.isEmpty, name.last != "-" { name.append("-") }
    }
    while let last = name.last, "-.".contains(last) { name.removeLast() }
    while let first = name.first, "-.".contains(first) { name.removeFirst() }
    return name.isEmpty ? "feed" : name
  }
}

/// The options of a fetch.
package struct FetchOptions: Sendable {
  /// The maximum number of pages of a walk; nil for all.
  package var maxPages: Int?
  /// Seconds since 1970: a walk ends at older posts.
  package var since: Int?
  /// Whether to fetch media too.
  package var hasMedia = true
  package var wants = MediaSelection()
  package var media = MediaFetcher.Limits()
  package var transfer = TransferLimits()
  /// Whether to request known pages again, to find edits.
  package var refreshesHistory = false
}
