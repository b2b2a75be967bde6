import Basics
import Diagnostics
import Drawing
import Foundation
import Prefetching

/// The feed's site: the data that all its cards share. Strings are plain text; lengths are points, which the page uses
/// as CSS pixels. A shard passes it on unchanged.
package struct FeedSite: Codable, Sendable {
  /// The CSS values of a theme, derived from the design tokens.
  package struct Theme: Codable, Sendable {
    package var name: String
    /// Whether the browser's own controls should be dark.
    package var isDark: Bool
    package var background: String
    package var cardFill: String
    package var shadow: String
    package var text: String
    package var secondaryText: String
    package var link: String
    package var placeholder: String
    package var currentDot: String
    package var otherDot: String
    /// The values for a conversation; nil if the design has none.
    package var chat: ChatLook?
    /// The height of the header above the first card, in points; nil if unknown.
    package var header: Double?

    package init(
      name: String, isDark: Bool, background: String, cardFill: String, shadow: String, text: String,
      secondaryText: String, link: String, placeholder: String, currentDot: String, otherDot: String,
      chat: ChatLook? = nil, header: Double? = nil
    ) {
      self.name = name
      self.isDark = isDark
      self.background = background
      self.cardFill = cardFill
      self.shadow = shadow
      self.text = text
      self.secondaryText = secondaryText
      self.link = link
      self.placeholder = placeholder
      self.currentDot = currentDot
      self.otherDot = otherDot
      self.chat = chat
      self.header = header
    }
  }

  package struct Width: Codable, Sendable {
    package var screen: Int
    package var card: Double

    package init(screen: Int, card: Double) { (self.screen, self.card) = (screen, card) }
  }

  /// The page's own texts by their names in the templates.
  package typealias Words = [String: String]

  /// A BCP 47 tag.
  package var language: String
  package var isRightToLeft: Bool
  package var title: String
  /// The account or channel that it belongs to, or the conversation; nil if unknown.
  package var owner: String?
  /// The owner's initials; nil without letters.
  package var initials: String?
  /// "24 записи"
  package var footer: String
  package var words: Words
  /// The themes, light first; never empty.
  package var themes: [Theme]
  /// The widths in the project's order.
  package var widths: [Width]
  package var scales: [Int]
  /// The encoding of card images.
  package var encoding: ImageEncoding
  /// Whether the page draws the cards instead of showing images.
  package var isDrawn: Bool
  package var cardGap: Double
  package var cardRadius: Double
  package var prefetch: PrefetchWeights
  /// The review's page, relative to the feed's; nil if there is none.
  package var review: String?
  /// The start page that lists it, relative to its own; nil if there is none.
  package var list: String?
  /// Nil for a feed of posts.
  package var chat: ChatPage?
  /// The time zone that determines the days of a feed.
  package var timeZone: TimeZone

  package init(
    language: String, isRightToLeft: Bool = false, title: String, owner: String? = nil, initials: String? = nil,
    footer: String, words: Words, themes: [Theme],
    widths: [Width], scales: [Int], encoding: ImageEncoding = .png, isDrawn: Bool = false, cardGap: Double,
    cardRadius: Double, prefetch: PrefetchWeights, chat: ChatPage? = nil, timeZone: TimeZone = .gmt
  ) {
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.title = title
    self.owner = owner
    self.initials = initials
    self.footer = footer
    self.words = words
    self.themes = themes
    self.widths = widths
    self.scales = scales
    self.encoding = encoding
    self.isDrawn = isDrawn
    self.cardGap = cardGap
    self.cardRadius = cardRadius
    self.prefetch = prefetch
    self.chat = chat
    self.timeZone = timeZone
  }

  /// The number of posts per story file: about 30 KB of posts, 50 KB of messages.
  package var postsPerChunk: Int { chat == nil ? 32 : 256 }

  /// Returns the distribution of posts over files: a feed's oldest post is the last, a conversation's the first.
  package func pieces(_ count: Int) -> SiteSegments { SiteSegments(count: count, isRising: chat != nil) }
}

// MARK: - Files

extension FeedSite {
  /// Returns the files of the page besides its data: paths in the output folder and texts. The page itself comes last.
  ///
  /// - Throws: `Diagnostic` if a template or a script is missing or unusable.
  package func pages(with templates: SiteTemplates) throws(Diagnostic) -> [(path: String, text: String)] {
    try templates.stemFiles(ofPageIn: language) + files(with: templates).map { ($0.file.path, $0.text) }
  }

  private func files(with templates: SiteTemplates) throws(Diagnostic) -> [(file: PageFile, text: String)] {
    let colour = themes.first.map { $0.chat?.accent ?? $0.link } ?? "#888"
    var files: [(file: PageFile, text: String)] = [
      (.missingStyle, try templates.render([:], with: "missing.css")),
      (.missing, try templates.render(pageValues, with: "missing.html")),
      (.typeface, try templates.render([:], with: SiteTemplates.typeface)),
    ]
    let icon = (file: PageFile.icon, text: try templates.render(["colour": colour], with: "icon.svg"))
    if isDrawn { files.append((.drawnScript, try templates.script(SiteTemplates.drawnScript))) }
    if chat != nil {
      return files + [
        (.chatStyle, try templates.render(styleValues.merging(chatStyleValues) { $1 }, with: "chat.css")),
        (.chatScript, try templates.script(SiteTemplates.chatScript)), icon,
        (.page, try templates.render(pageValues, with: "chat.html")),
      ]
    }
    return files + [
      (.feedStyle, try templates.render(styleValues, with: "feed.css")),
      (.panelStyle, try templates.render([:], with: "feed-panels.css")),
      (.feedScript, try templates.script(SiteTemplates.feedScript)),
      (.laterScript, try templates.script(SiteTemplates.laterScript)),
      (.findScript, try templates.script(SiteTemplates.findScript)),
      (.photosScript, try templates.script(SiteTemplates.photosScript)),
      (.metricsScript, try templates.script(SiteTemplates.metricsScript)), icon,
      (.page, try templates.render(pageValues, with: "feed.html")),
    ]
  }

  /// The settings in the page's data; a different text means different data.
  package var settings: String { ScriptValue.record(settingFields).script }

  var settingFields: [(String, ScriptValue)] {
    let usual: [(String, ScriptValue)] = [
      ("block", .count(SiteData.postsPerBlock)), ("chunk", .count(postsPerChunk)),
      ("gap", .number(cardGap.rounded())),
      ("widths", .list(widths.map { [.count($0.screen), .number($0.card)] })),
      ("scales", .counts(scales)), ("themes", .texts(themes.map(\.name))),
      ("picture", .text(ImageVariant.cardPathPattern(encoding))),
      (
        "prefetch",
        .record(
          [("budget", .number(prefetch.budget))]
            + PrefetchWeights.names.map { ($0.name, .number(prefetch[keyPath: $0.path])) })
      ),
      ("words", .record(words.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })),
      ("review", review.map(ScriptValue.text) ?? .null),
      ("stems", .texts(StemPrograms.languages(ofPageIn: language))),
    ]
    let drawn: [(String, ScriptValue)] = isDrawn ? [("drawn", drawnFields)] : []
    return usual + drawn + (chat.map { [("chat", $0.script)] } ?? [])
  }

  /// The locations of files that drawings refer to.
  private var drawnFields: ScriptValue {
    .record([
      ("photo", .text(DrawnCardLayout.photoPath("{id}", "{n}"))), ("emoji", .text(DrawnCardLayout.emojiPath("{n}"))),
    ])
  }

  private var pageScripts: PageScripts {
    let drawn = isDrawn ? [PageFile.drawnScript.path] : []
    return PageScripts([PageFile.index.path] + drawn + [(chat == nil ? PageFile.feedScript : .chatScript).path])
  }

  private var pageValues: [String: Any] {
    let values: [String: Any] = [
      "isDrawn": isDrawn, "beginning": beginning.pathOfFeed, "beginningWidth": String(beginning.width),
      "language": language, "isRightToLeft": isRightToLeft, "title": title, "footer": footer, "words": words,
      "owner": owner ?? false, "initials": initials ?? false,
      "hasThemes": themes.count > 1, "hasSystemTheme": followsSystem,
      "themes": themes.map {
        ["name": $0.name, "label": usualThemes.contains($0.name) ? words[$0.name] ?? $0.name : $0.name]
      },
      "list": list ?? false, "isChat": chat != nil, "hasFilters": chat == nil, "hasWidths": widths.count > 1,
      "widths": widths.map { ["width": String($0.screen)] },
    ]
    return values.merging(pageScripts.values) { $1 }
  }

  /// The image of the feed that every export has, displayed if scripts are disabled.
  private var beginning: ImageVariant {
    ImageVariant(
      width: widths.map(\.screen).min() ?? 0, scale: scales.min() ?? 1, theme: themes.first?.name ?? "",
      encoding: encoding)
  }

  private var usualThemes: [String] { ["light", "dark"] }

  /// Light and dark follow the reader's system; every other theme is a choice.
  private var followsSystem: Bool { usualThemes.allSatisfy { name in themes.contains { $0.name == name } } }

  /// The first theme's values belong to the page, the others' to their names.
  private var styleValues: [String: Any] {
    func scheme(_ theme: Theme?) -> String { theme?.isDark == true ? "dark" : "light" }
    var values: [String: Any] = [
      "radius": cssNumber(cardRadius), "gap": cssNumber(cardGap), "isDrawn": isDrawn,
      "colorScheme": followsSystem ? "light dark" : scheme(themes.first), "isListed": list != nil,
    ]
    values["base"] = themes.first?.values
    let others = themes.dropFirst().map { $0.values.merging(["name": $0.name, "scheme": scheme($0)]) { $1 } }
    values["others"] = others
    values["first"] = others.isEmpty ? false : ["name": themes[0].name, "scheme": scheme(themes[0])]
    values["dark"] = followsSystem ? themes.first { $0.name == "dark" }.map { $0.values as Any } ?? false : false
    return values
  }
}

extension FeedSite {
  /// Lengths are the first theme's, as for cards.
  private var chatStyleValues: [String: Any] {
    let look = themes[0].chat
    let lengths: [(String, Double)] = [
      ("noticeRadius", look?.noticeRadius ?? 12), ("noticeInset", look?.noticeInset ?? 3),
      ("noticeSide", look?.noticeSide ?? 11), ("noticeSize", look?.noticeSize ?? 13),
      ("noticeLine", look?.noticeLine ?? 18), ("noticeWeight", Double(look?.noticeWeight ?? 500)),
      ("daySpace", look?.daySpace ?? 12),
    ]
    return Dictionary(lengths.map { ($0, cssNumber($1)) }, uniquingKeysWith: { first, _ in first })
  }
}

extension FeedSite.Theme {
  fileprivate var values: [String: Any] {
    [
      "notice": chat?.notice ?? cardFill, "noticeText": chat?.noticeText ?? text, "accent": chat?.accent ?? link,
      "incoming": chat?.incoming ?? cardFill,
      "background": background, "card": cardFill, "shadow": shadow, "text": text, "secondary": secondaryText,
      "link": link, "placeholder": placeholder, "currentDot": currentDot, "otherDot": otherDot,
      // Cards without a shadow need a line in a window wider than a phone.
      "flat": shadow == "none" ? "color-mix(in srgb, \(text) 14%, transparent)" : "transparent",
    ]
  }
}

/// Returns the shortest form without a locale: "359", "302.5".
private func cssNumber(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
}

/// The differences of a watched site (`feedproof watch`) from an exported one: the page's script also checks for
/// changes, and the page may contact its own server.
extension FeedSite {
  package func watchedPages(with templates: SiteTemplates) throws(Diagnostic) -> [String: String] {
    var texts: [String: String] = [:]
    for page in try pages(with: templates) { texts[page.path] = page.text }
    texts[PageFile.page.path] = texts[PageFile.page.path].map(Self.askingItsServer)
    // Missing files are not determined here.
    for file in [PageFile.missing, .missingStyle] { texts[file.path] = nil }
    let (script, entry) = chat == nil ? (PageFile.feedScript, "live/feed.js") : (.chatScript, "live/chat.js")
    texts[script.path] = try templates.script(entry)
    return texts
  }

  /// Returns a page that may contact the server that it comes from.
  static func askingItsServer(_ page: String) -> String {
    guard !page.contains("connect-src") else { return page }
    return page.replacing("default-src 'none';", with: "default-src 'none'; connect-src 'self';", maxReplacements: 1)
  }

  /// The settings that an open page can't update: all except lengths that depend on the design.
  package var fixedSettings: String {
    var site = self
    site.cardGap = 0
    site.widths = widths.map { Width(screen: $0.screen, card: 0) }
    return site.settings + site.title + site.footer
  }
}

extension SiteTemplates {
  /// Returns the review's script for `feedproof compare --watch`.
  package func watchedReviewScript() throws(Diagnostic) -> String { try script("live/review.js") }
}
