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

  package init() {}
}
