import Basics
import Diagnostics
import FeedReading
import FeedSources
import Files
import Foundation
import Projects
import RunSupport

/// The posts of a feed, one per line, for `feedproof list`.
package struct EntryList {
  private let project: Project
  /// Called with each part of the output; a feed of any length takes little memory.
  private let write: (String) throws -> Void
  private let report: (Diagnostic) -> Void

  package init(
    project: Project, write: @escaping (String) throws -> Void, report: @escaping (Diagnostic) -> Void
  ) {
    (self.project, self.write, self.report) = (project, write, report)
  }

  private struct Entry: Encodable {
    var id: String
    @NullEncoded var date: String?
    var author: String
    /// The first words, on one line.
    var text: String

    /// The maximum length of the text in characters.
    static let textLimit = 60

    init(_ post: Post) {
      let document = PostDocument(post)
      (id, date, author) = (document.id, document.date, document.author)
      let words = document.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      text = words.count > Self.textLimit ? words.prefix(Self.textLimit - 1) + "…" : words
    }
  }

  /// - Throws: `RunFailure` if the feed can't be read.
  package func run(json: Bool) throws {
    let source = try FeedSource.open(FeedFiles.find(of: project), showsChats: true, report: report)
    var list = JSONListText(depth: 2)
    if json { try write("{\n  \"posts\" : ") }
    let posts = source.posts()
    while let post = try posts.nextPlaced() {
      let entry = Entry(post.post)
      if json {
        try write(list.next(entry))
      } else {
        let parts = [entry.id, entry.date ?? "no date", entry.author, entry.text]
        try write(parts.map(PlainText.piece).joined(separator: "  ") + "\n")
      }
    }
    if json { try write(list.end + "\n}\n") }
  }
}
