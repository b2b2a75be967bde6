import CivilTime
import Fetching
import Foundation

/// What the command line says of a fetch, with the ranges that each value has.
package struct FetchArguments: Sendable {
  package var source: String
  package var into: String?
  package var base: String?
  package var tokenFile: String?
  package var tokenVariable: String?
  package var login: String?
  package var maxPages: Int?
  /// `2024-01-31`, or with a time.
  package var since: String?
  package var refreshesHistory = false
  package var hasMedia = true
  package var hasVideos = false
  /// Pixels.
  package var photoWidth: Int?
  /// Megabytes.
  package var mediaLimit: Int?
  package var mediaTotal: Int?
  package var connections: Int?
  /// Seconds.
  package var sleep: Double?
  package var maxWait: Double?
  package var timeout: Int?
  package var proxy: String?
  package var certificates: String?

  package init(source: String) {
    self.source = source
  }

  /// What is wrong with them; nil where nothing is.
  package var problem: String? {
    func outside(_ name: String, _ value: Int?, _ range: ClosedRange<Int>) -> String? {
      guard let value, !range.contains(value) else { return nil }
      return "--\(name) is from \(range.lowerBound) to \(range.upperBound)"
    }
    func outside(_ name: String, _ value: Double?) -> String? {
      guard let value, !(0...86_400).contains(value) else { return nil }
      return "--\(name) is from 0 to 86400 seconds"
    }
    if let since, ISO8601Moment(since) == nil { return "--since is a date like 2024-01-31" }
    if let proxy, !proxy.isEmpty, !Self.isProxy(proxy) {
      return "--proxy is an address like http://host:port or socks5h://host:port"
    }
    return outside("max-pages", maxPages, 1...1_000_000) ?? outside("photo-width", photoWidth, 1...20_000)
      ?? outside("media-limit", mediaLimit, 1...100_000) ?? outside("media-total", mediaTotal, 1...100_000_000)
      ?? outside("connections", connections, 1...16) ?? outside("timeout", timeout, 1...3600)
      ?? outside("sleep", sleep) ?? outside("max-wait", maxWait)
  }

  /// Of the kinds that libcurl knows (CURLOPT_PROXY(3)); without a scheme it is HTTP's.
  private static func isProxy(_ text: String) -> Bool {
    let parts = text.components(separatedBy: "://")
    let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
    let isKnown = parts.count == 1 || parts.count == 2 && schemes.contains(parts[0].lowercased())
    return isKnown && parts.last?.isEmpty == false && !text.contains { $0.isWhitespace }
  }

  var plan: FetchPlan {
    var plan = FetchPlan(source: source)
    (plan.into, plan.base, plan.proxy, plan.certificates) = (into, base, proxy, certificates)
    plan.credentials = Credentials(file: tokenFile, variable: tokenVariable, login: login)
    plan.maxWait = maxWait ?? plan.maxWait
    plan.sleep = sleep ?? 0
    set(&plan.options)
    return plan
  }

  private func set(_ options: inout FetchOptions) {
    (options.maxPages, options.refreshesHistory, options.hasMedia) = (maxPages, refreshesHistory, hasMedia)
    options.since = since.flatMap { ISO8601Moment($0) }?.seconds
    options.wants.hasVideos = hasVideos
    options.wants.pictureWidth = photoWidth ?? options.wants.pictureWidth
    options.media.each = mediaLimit.map { $0 << 20 } ?? options.media.each
    options.media.total = mediaTotal.map { $0 << 20 } ?? options.media.total
    options.media.tasks = connections ?? options.media.tasks
    if let timeout { options.transfer.patience = timeout }
    options.media.transfer.patience = options.transfer.patience
    // A large file may take its time, as long as something comes.
    options.media.transfer.total = 3600
  }
}
