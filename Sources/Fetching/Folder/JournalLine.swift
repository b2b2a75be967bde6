import Foundation

/// A line of a folder's journal: something that is so from then on. Members that say nothing are left out.
package struct JournalLine: Codable, Sendable, Equatable {
  package enum Event: String, Codable, Sendable {
    /// What the folder is filled from: the first line.
    case source
    /// A page was taken in.
    case page
    /// A walk has come to its end, or met another.
    case closed
    /// What an address answered with, so that it need not answer the same again.
    case validators
    /// All media of a page were asked for.
    case mediaDone = "media-done"
    /// A file is there, or never will be.
    case media
    case edited, gone
  }

  package var event: Event
  /// Of the journal's form; of the first line alone.
  package var version: Int?
  package var service: ServiceKind?
  /// As the user wrote it.
  package var source: String?
  /// What is asked for first.
  package var top: String?
  /// In place of the service's own host.
  package var base: String?
  /// Seconds since 1970.
  package var at: Int?
  /// Counted from 1; a later walk's posts are newer.
  package var walk: Int?
  /// In its walk, counted from 1.
  package var page: Int?
  /// Under `pages`; nil where the answer held nothing new.
  package var file: String?
  package var asked: String?
  package var next: String?
  package var newer: String?
  /// Of posts that were new with this page, and their versions.
  package var posts: [String]?
  package var versions: [String]?
  /// The page's first post that is in its order.
  package var first: String?
  /// Seconds since 1970 of the page's last post.
  package var oldest: Int?
  /// Other walks that this page's walk has met or passed.
  package var closes: [Int]?
  package var etag: String?
  package var modified: String?
  package var url: String?
  package var bytes: Int?
  package var why: String?
  package var post: String?
  /// The post that is the later version of this one.
  package var by: String?

  package init(_ event: Event) {
    self.event = event
  }
}
