import Diagnostics
import Drawing
import Files
import Foundation
import RunSupport

/// `manifest.json`: the contents and inputs of an export; posts are in separate files. `heights` are in points; `width`
/// and `height` of images are in pixels.
package struct Manifest: Codable, Sendable {
  /// Incremented when a member changes its meaning, but not for new members.
  package static let schemaVersion = 2
  /// The number of posts per file.
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
    /// The time in ISO 8601, UTC.
    package var now: String
    package var highlight: String?
    /// The date format, unless relative to `now`.
    package var dates: String?
    package var feedHeight: Int
    /// Nil for PNG.
    package var encoding: ImageEncoding?
    /// 1 to 100, for images with photos; nil for PNG.
    package var photoQuality: Int?
    /// `drawn` if the page draws the cards; nil if it shows images.
    package var page: String?
  }

  package struct Picture: Codable, Sendable {
    /// The path relative to the output folder.
    package var path: String
    package var width: Int
    package var height: Int
    package var screenWidth: Int
    package var scale: Int
    package var theme: String
    /// `expanded`, `collapsed` or a carousel's `page-1`; nil for the feed image.
    package var state: String?
    package var bytes: Int
    package var sha256: String
  }

  /// A copy of a photo in a card, or the photo as drawn.
  package struct Original: Codable, Sendable {
    /// The path relative to the output folder.
    package var path: String
    package var bytes: Int
    package var sha256: String
  }

  /// A file with one post per line.
  package struct Segment: Codable, Sendable {
    /// The path relative to the output folder.
    package var path: String
    /// The number of posts.
    package var posts: Int
    package var bytes: Int
    package var sha256: String
  }

  package struct Post: Codable, Sendable {
    package var id: String
    package var author: String
    /// ISO 8601, UTC; nil if the feed has no date.
    package var date: String?
    package var kind: String
    /// The counters in the feed, by kind.
    package var counters: [String: Int]
    /// The heights by screen width, then by state.
    package var heights: [String: [String: Double]]
    @OmittedIfEmpty package var pictures: [Picture]
    /// The pages of the card's carousels, with `state` being `page-1`, `page-2`, …
    @OmittedIfEmpty package var pages: [Picture]
    /// Includes photos of earlier versions. Nil if originals aren't copied and no version had a photo.
    package var originals: [Original]?
    /// The photos with which the page draws the card; nil if it shows images.
    package var photos: [Original]?
    @OmittedIfEmpty package var diagnostics: [Diagnostic]
    /// True for a removed post that was kept, and for a message that a later export of its conversation lacks; else
    /// nil.
    package var removed: Bool?
  }

  package var schema = Manifest.schemaVersion
  package var tool: Tool
  /// The versions by name of all libraries for layout, drawing, decoding and encoding.
  package var libraries: [String: String]
  package var fonts: [Font]
  package var options: Options
  package var nextFrom: String?
  /// The files in the order of the feed, as are the posts in each.
  package var segments: [Segment]
  package var feedPictures: [Picture]
  /// The diagnostics of the run; those of a post are in its entry.
  package var diagnostics: [Diagnostic]
  /// The shard, if this is part of an export.
  package var shard: ShardRecord?
}

/// An array that is omitted from JSON if empty, since a manifest has many posts.
@propertyWrapper
package struct OmittedIfEmpty<Element: Codable & Sendable>: Codable, Sendable {
  package var wrappedValue: [Element]

  package init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
}

extension KeyedEncodingContainer {
  mutating func encode<Element>(_ list: OmittedIfEmpty<Element>, forKey key: Key) throws {
    if !list.wrappedValue.isEmpty { try encode(list.wrappedValue, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  func decode<Element>(
    _ type: OmittedIfEmpty<Element>.Type, forKey key: Key
  ) throws -> OmittedIfEmpty<Element> {
    OmittedIfEmpty(wrappedValue: try decodeIfPresent([Element].self, forKey: key) ?? [])
  }
}

extension Manifest.Post {
  /// The entry as a line, without the line end.
  var text: String { get throws { try JSONText.line(self) } }
}
