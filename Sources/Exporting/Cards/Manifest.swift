import Diagnostics
import Drawing
import Files
import Foundation
import Runs

/// `manifest.json`: what an export wrote and from what; its posts stand in files beside it. Lengths of `heights` are
/// points; `width` and `height` of a picture are pixels.
package struct Manifest: Codable, Sendable {
  /// Raised when a member changes its meaning; new members alone do not raise it.
  package static let schemaVersion = 2
  /// Posts in one file of them.
  static let postsPerSegment = 1024

  package struct Tool: Codable, Sendable {
    package var name = "feedproof"
    package var version: String
  }

  package struct Font: Codable, Sendable {
    package var family: String
    package var style: String
    package var file: String
    package var version: String
    package var sha256: String
  }

  package struct Options: Codable, Sendable {
    package var widths: [Int]
    package var scales: [Int]
    package var themes: [String]
    package var locale: String
    package var timeZone: String
    /// ISO 8601, UTC.
    package var now: String
    package var highlight: String?
    /// How dates are written where that is not relative to `now`.
    package var dates: String?
    package var feedHeight: Int
    /// Nil where pictures are PNG.
    package var encoding: PictureEncoding?
    /// 1 to 100, of pictures with photos; nil where pictures are PNG.
    package var photoQuality: Int?
    /// `drawn` where the page draws the cards; nil where it shows pictures.
    package var page: String?
  }

  package struct Picture: Codable, Sendable {
    /// Relative to the output folder.
    package var path: String
    package var width: Int
    package var height: Int
    package var screenWidth: Int
    package var scale: Int
    package var theme: String
    /// `expanded`, `collapsed` or a carousel's `page-1`; nil for the feed picture.
    package var state: String?
    package var bytes: Int
    package var sha256: String
  }

  /// A copy of a photo that a card shows, or the photo as it is drawn.
  package struct Original: Codable, Sendable {
    /// Relative to the output folder.
    package var path: String
    package var bytes: Int
    package var sha256: String
  }

  /// A file with posts, a line each.
  package struct Segment: Codable, Sendable {
    /// Relative to the output folder.
    package var path: String
    /// How many there are.
    package var posts: Int
    package var bytes: Int
    package var sha256: String
  }

  package struct Post: Codable, Sendable {
    package var id: String
    package var author: String
    /// ISO 8601, UTC; nil where the feed gives none.
    package var date: String?
    package var kind: String
    /// By kind; those that the feed gives.
    package var counters: [String: Int]
    /// By screen width, then by state.
    package var heights: [String: [String: Double]]
    @LeftOutWhereEmpty package var pictures: [Picture]
    /// Each page of the card's carousels by itself, `state` being `page-1`, `page-2`, …
    @LeftOutWhereEmpty package var pages: [Picture]
    /// Also of what earlier versions showed. Nil where originals are not copied, and no version had a photo.
    package var originals: [Original]?
    /// Photos that the page draws the card with; nil where it shows pictures.
    package var photos: [Original]?
    @LeftOutWhereEmpty package var diagnostics: [Diagnostic]
    /// True of a post that has left the feed and was kept, and of a message that a later export of its conversation has no
    /// more; else nil.
    package var removed: Bool?
  }

  package var schema = Manifest.schemaVersion
  package var tool: Tool
  /// Name → version of everything that shapes, paints, decodes or encodes.
  package var libraries: [String: String]
  package var fonts: [Font]
  package var options: Options
  package var nextFrom: String?
  /// In the feed's order; each file has its posts in that order, too.
  package var segments: [Segment]
  package var feedPictures: [Picture]
  /// Of the whole run; those of one post stand with it.
  package var diagnostics: [Diagnostic]
  /// Of one part of a run: which.
  package var shard: ShardRecord?
}

/// A list that is not written where it has no elements: a manifest has many posts.
@propertyWrapper
package struct LeftOutWhereEmpty<Element: Codable & Sendable>: Codable, Sendable {
  package var wrappedValue: [Element]

  package init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
}

extension KeyedEncodingContainer {
  mutating func encode<Element>(_ list: LeftOutWhereEmpty<Element>, forKey key: Key) throws {
    if !list.wrappedValue.isEmpty { try encode(list.wrappedValue, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  func decode<Element>(
    _ type: LeftOutWhereEmpty<Element>.Type, forKey key: Key
  ) throws -> LeftOutWhereEmpty<Element> {
    LeftOutWhereEmpty(wrappedValue: try decodeIfPresent([Element].self, forKey: key) ?? [])
  }
}

extension Manifest.Post {
  /// The entry as its line, without the line's end.
  var text: String { get throws { try JSONText.line(self) } }
}
