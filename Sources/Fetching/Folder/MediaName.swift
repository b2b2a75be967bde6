import Files
import Foundation

/// Where a file lies that an address names: under `media`, in folders called as the address's host and path, where exports
/// look for it.
package enum MediaName {
  /// Nil where a name in it can't be a file's, or would be hidden.
  package static func path(of address: String) -> RelativePath? {
    guard let scheme = address.range(of: "://") else { return nil }
    let parts = address[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map {
      $0.removingPercentEncoding ?? String($0)
    }
    guard parts.count > 1, parts.allSatisfy({ $0 != "." && $0 != ".." && !$0.contains("/") && !$0.contains("\0") })
    else { return nil }
    return RelativePath("\(FetchedFolder.media)/\(parts.joined(separator: "/"))")
  }
}
