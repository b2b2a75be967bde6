import Cards

/// What `feedproof picture` is asked for beside the project.
package struct PictureRequest: Sendable {
  package enum Format: String, CaseIterable, Sendable { case png, webp, pdf }

  /// A post's id, or the end of it; nil for all of the feed.
  package var post: String?
  /// Nil shows one post whole, and a feed as it is shown at first.
  package var state: CardState?
  /// Points; nil puts all pictures' cards below each other, and a document's on pages of A4.
  package var pageHeight: Int?
  /// Of a contact sheet; nil makes none.
  package var columns: Int?
  package var format: Format

  package init(format: Format) { self.format = format }

  package static let pageHeights = 200...14_400
  package static let columnCounts = 1...20
}
