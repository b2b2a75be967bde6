import Projects

/// The text of a new project's `feedproof.yml`: every key, those that are seldom asked for as comments.
struct NewProjectFile {
  /// Paths as the file is to name them.
  var feeds: [String]
  var cards: String
  var tokens: [String]

  var text: String {
    """
    # What this project draws. Every key may be left out; feedproof help project tells of each,
    # and feedproof export --help of the options that override them. Paths start at this file.

    # The feed: files of one service, folders of them, archives; several are one feed, in this order.
    feeds: \(Self.list(feeds))
    # feed: posts as the feed has them; date: the newest first.
    # order: date
    # Folders that photos may come from, beside those of the feed.
    # photos: [photos]

    # The design, to be edited: how cards are built, and their colours, texts and measures. A theme lies beside its tokens
    # (name.dark.tokens.json). A file that is removed from Cards is taken from Feedproof again.
    cards: \(Self.quoted(cards))
    tokens: \(Self.list(tokens))
    # The page's own templates, styles and scripts, as far as they are to be others.
    # siteTemplates: Site
    # Faces beside Feedproof's own: feedproof fonts --add "Noto Sans Phoenician"
    # fonts: fonts.lock.json

    themes: [light, dark]
    # Screens in points; a card is narrower by the design's margins.
    widths: [375]
    # Pixels a point.
    scales: [2]

    # ru or en.
    locale: en
    timeZone: UTC
    # relative: seen from "now"; absolute: day, month, year and time of each.
    # dates: absolute
    # What "now" is: the newest post's date, unless it is said.
    # now: 2024-05-17T18:40:00Z
    # Words to be marked, as a search shows them.
    # highlight: bridge
    # The picture in the screen's header.
    # viewer: media/me.jpg
    # Points of the feed's picture.
    # feedHeight: 2400
    # Cards for reading: a sixth of the bytes. PNG is for comparing.
    # encoding: webp
    # photoQuality: 90
    # Copies the photos' own files, for the page to open and to save.
    # originals: true

    # Of a conversation: which of several, whose side, how much of it.
    # chat: "Weekend"
    # me: "Anna"
    # since: 2024-01-01
    # until: 2025-01-01
    # unread: "140"

    # What the page loads ahead, and what that counts.
    # prefetchBudget: 16
    # prefetchWeights: {photo: 1, video: 1}
    # How much decoded photos and pictures being drawn may take at once.
    # memory: 512MB

    # What feedproof compare holds the cards against: approved pictures, and a design's own (docs/mockups.md).
    # baselines: Baselines
    # mockups: cases.yml
    # films: [expand, refresh]
    # tolerances: [{cases: "*/375@2x-*", pixels: 0.001, reason: "a rounded corner"}]

    output: output

    """
  }

  private static func list(_ paths: [String]) -> String {
    paths.count == 1 ? quoted(paths[0]) : "[\(paths.map(quoted).joined(separator: ", "))]"
  }

  /// As YAML takes it for the same text.
  static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._/-".contains($0)) }
    // A word that begins with a letter and has a dot or a slash in it is no number, no date, and neither true nor null.
    if isPlain, path.first?.isLetter == true, path.contains(where: { "./".contains($0) }) { return path }
    if ["Cards", "feed"].contains(path) { return path }
    return "'\(path.replacing("'", with: "''"))'"
  }
}
