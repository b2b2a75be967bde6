import Diagnostics

/// Why a server does not start, and what it answers to requests it refuses.
package enum ServingIssue: Error, Issue, Hashable {
  case portTaken(UInt16)
  case portForbidden(UInt16)
  case noSocket(reason: String)
  case noReview
  case wrongHost
  case wrongOrigin
  case wrongToken
  case wrongMethod(allowed: String)
  case wrongType
  case tooLarge(limit: Int)
  case badPath
  case notFound
  case failed
}
