import DataFormats
import Foundation

/// The files that a feed's posts refer to and its folder lacks, for a page that lists them.
package struct MissingFiles {
  /// The maximum number of files to list; for more, only their number is given.
  private static let limit = 10_000

  package private(set) var count = 0
  private var listed = ""

  /// - Parameter day: The day as text if the entry is below a day header; nil for an entry with its own date.
  mutating func add(_ entry: SiteEntry, on day: @autoclosure () -> String? = nil) {
    for file in entry.missing {
      count += 1
      guard count <= Self.limit else { return }
      let when = [day() ?? "", entry.search.time].filter { !$0.isEmpty }.joined(separator: " · ")
      let who = entry.search.author.isEmpty ? when.isEmpty ? entry.id : when : entry.search.author
      let link = "<a href=\"index.html#post-\(Markup.html(entry.id))\">\(Markup.html(who))</a>"
      let under = who == when || when.isEmpty ? "" : "<span>\(Markup.html(when))</span>"
      listed += "<tr><td dir=\"auto\">\(link)\(under)</td><td>\(Markup.html(file.kind))</td>"
      listed += "<td dir=\"auto\">\(Markup.html(file.name))</td></tr>\n"
    }
  }

  /// The rows of a table; nil if no file is missing.
  package var rows: String? {
    guard count > 0 else { return nil }
    return listed + (count > Self.limit ? "<tr><td colspan=\"3\">… + \(count - Self.limit)</td></tr>\n" : "")
  }

}

extension MissingFiles {
  /// Returns the rows of a feed's page of missing files, with links for a page outside of the feed's folder.
  ///
  /// - Parameter folder: The feed's folder, relative to the other page.
  package static func rows(ofPage page: String, in folder: String) -> String {
    page.split(separator: "\n").filter { $0.hasPrefix("<tr><td") }.map { row in
      row.replacing("<a href=\"index.html#", with: "<a href=\"\(Markup.html(folder))/index.html#") + "\n"
    }.joined()
  }
}

extension SiteEntry {
  /// The missing files according to its story: the kind and the name of each.
  fileprivate var missing: [(kind: String, name: String)] {
    struct Story: Decodable { var m: [[String]] }
    // Quotation marks in texts are escaped, so this can't be part of a post's text.
    guard story.contains(",\"m\":[["), let told = try? JSONDecoder().decode(Story.self, from: Data(story.utf8)) else {
      return []
    }
    return told.m.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
  }
}

extension FeedSite {
  /// The placeholder for the rows in the list of missing files.
  package static let missingRows = "<!-- rows -->"
}
