import Diagnostics
import FeedReading

/// Posts of one service, in display order.
package struct Feed: Sendable {
  package var service: Service
  package var posts: [Post]
  /// The cursor after the last page that was read, as the service writes it.
  package var nextFrom: String?
  package var diagnostics: [Diagnostic]

  package init(service: Service, posts: [Post], nextFrom: String? = nil, diagnostics: [Diagnostic] = []) {
    self.service = service
    self.posts = posts
    self.nextFrom = nextFrom
    self.diagnostics = diagnostics
  }
}
