import Cards
import FeedReading

/// A feed document, read, turned into cards, laid out in both states, and painted.
enum FeedTarget {
  /// The number of entries to render; others are only read.
  private static let drawnEntries = 6

  static func run(_ input: [UInt8]) throws {
    let page = FeedReader.page(from: FeedDocument(name: "feed.json", bytes: input))
    var join = FeedJoin()
    let joined = join.append(page)
    var ids: Set<String> = []
    for post in joined.posts {
      try Violation.unless(isSafe(post.id), "an id that is no file name: \(post.id.debugDescription)")
      try Violation.unless(ids.insert(post.id.lowercased()).inserted, "two posts with the id \(post.id)")
    }
    let design = FuzzDesign.shared
    for post in joined.posts.prefix(drawnEntries) {
      let card = design.builder.feedCard(for: post)
      let name = String(CardRole(card).file.dropLast(".yml".count))
      guard let template = design.templates[name] else { throw Violation("no template \(name)") }
      for state in [CardState.expanded, .collapsed] { try design.draw(card.value(in: state), with: template) }
    }
  }

  /// Returns whether an id consists of ASCII letters, digits, `-`, `_` and `.`, doesn't begin with a period, and fits a
  /// file name.
  private static func isSafe(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= 200 && !id.hasPrefix(".")
      && id.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
          || [0x2d, 0x5f, 0x2e].contains(byte)
      }
  }
}
