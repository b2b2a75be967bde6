/// What is to be fetched, as it is asked for on the command line.
package struct FetchPlan: Sendable {
  /// A source, or a folder that was fetched before.
  package var source: String
  /// Nil for a name made of the source, or the folder that is the source.
  package var into: String?
  /// Asked in place of the service's own host.
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

  /// A folder's name for a source: `mastodon.example-name`.
  static func folderName(for source: String) -> String {
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

/// How a feed is fetched.
package struct FetchOptions: Sendable {
  /// Pages of one walk; nil for all there are.
  package var maxPages: Int?
  /// Seconds since 1970: a walk ends where posts are older.
  package var since: Int?
  /// Media are fetched too.
  package var hasMedia = true
  package var wants = MediaWants()
  package var media = MediaFetcher.Limits()
  package var transfer = TransferLimits()
  /// Pages that are known are asked for again, for edits in them.
  package var refreshesHistory = false
}
