import Diagnostics

/// Why a server does not start or ends, and what it answers to requests it refuses.
package enum ServingIssue: Error, Issue, Hashable {
  case portTaken(UInt16)
  case portForbidden(UInt16)
  case noSocket(reason: String)
  /// The system took the listening socket away.
  case died(reason: String)
  case noReview
  case wrongHost
  case wrongOrigin
  case wrongToken
  case wrongMethod(allowed: String)
  case wrongType
  case tooLarge(limit: Int)
  case malformed
  /// - limit: Bytes of the request line.
  case longLine(limit: Int)
  /// - bytes: Of all of them.
  case largeHeaders(limit: Int, bytes: Int)
  case tooSlow
  /// - size: Bytes of the file.
  case noSuchRange(size: Int)
  case badPath
  case notFound
  case failed
}
