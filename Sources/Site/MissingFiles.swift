import Escaping
import Foundation

/// What a feed's posts name and its folder lacks, for a page that lists it.
package struct MissingFiles {
  /// Files that are listed; of more it is said how many there are.
  private static let limit = 10_000

  package private(set) var count = 0
  private var listed = ""

  /// - Parameter day: In words, where the entry stands under its day; nil of one that says its day itself.
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

  /// Rows of a table; nil where nothing is missing.
  package var rows: String? {
    guard count > 0 else { return nil }
    return listed + (count > Self.limit ? "<tr><td colspan=\"3\">… + \(count - Self.limit)</td></tr>\n" : "")
  }

}

extension SiteEntry {
  /// Files that it names and that its feed lacks, as its story says: what each is, in a word, and its name.
  fileprivate var missing: [(kind: String, name: String)] {
    struct Story: Decodable { var m: [[String]] }
    // Quotation marks of texts are escaped: this is nobody's words.
    guard story.contains(",\"m\":[["), let told = try? JSONDecoder().decode(Story.self, from: Data(story.utf8)) else {
      return []
    }
    return told.m.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
  }
}

extension FeedSite {
  /// What stands in the list of missing files for the rows.
  package static let missingRows = "<!-- rows -->"
}
