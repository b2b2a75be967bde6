import Diagnostics
import Drawing
import Foundation
import Prefetching
import Site
import Support

@testable import Export

enum Samples {
  static func templates() throws -> SiteTemplates { try SiteTemplates(try siteFiles()) }

  /// Returns the tool's page templates and scripts by path.
  static func siteFiles() throws -> [String: String] {
    let folder = Checkout.url("Templates/Site")
    var texts: [String: String] = [:]
    for name in [""] + SiteTemplates.scriptFolders {
      let inside = folder.appendingPathComponent(name)
      for file in try FileManager.default.contentsOfDirectory(atPath: inside.path)
      where file.hasSuffix(".mustache") || SiteTemplates.isPart(file) {
        let path = name.isEmpty ? file : "\(name)/\(file)"
        texts[path] = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      }
    }
    return texts
  }

  static func theme(_ name: String) -> FeedSite.Theme {
    FeedSite.Theme(
      name: name, isDark: name == "dark", background: "\(name)-background", cardFill: "white", shadow: "none",
      text: "black",
      secondaryText: "gray", link: "blue", placeholder: "silver", currentDot: "navy", otherDot: "teal")
  }

  static func site(
    title: String = "Feed", themes: [String] = ["light"], widths: [(screen: Int, card: Double)] = [(375, 359)],
    words: [String: String] = [:]
  ) -> FeedSite {
    FeedSite(
      language: "ru", title: title, footer: "2 записи", words: words, themes: themes.map(theme),
      widths: widths.map { FeedSite.Width(screen: $0.screen, card: $0.card) },
      scales: [1, 2], cardGap: 12, cardRadius: 10, prefetch: PrefetchWeights())
  }

  static func card(
    _ id: String, height: Double = 100, collapsed: Double? = nil, elements: [SiteCard.Element.Content] = []
  ) -> SiteCard {
    func state(_ height: Double) -> SiteCard.StateLayout {
      SiteCard.StateLayout(
        height: height, places: elements.map { _ in .box(.zero) }, textEnd: nil, boxes: [])
    }
    return SiteCard(
      id: id, author: "A", time: nil, elements: elements.map { SiteCard.Element($0) },
      load: CardLoad(),
      layouts: [SiteCard.WidthLayout(width: 375, expanded: state(height), collapsed: collapsed.map(state))])
  }

  /// Returns the written files by path, and their order.
  static func files(_ site: FeedSite, _ cards: [SiteCard]) throws -> (texts: [String: String], order: [String]) {
    var texts: [String: String] = [:]
    var order: [String] = []
    func write(_ path: String, _ text: String) {
      texts[path] = text
      order.append(path)
    }
    var data = SiteData(site: site, count: cards.count)
    for (_, places) in site.pieces(cards.count).all(size: site.postsPerChunk) {
      try data.write(cards[places].map { SiteEntry($0) }, to: write)
    }
    try data.finish(to: write)
    for page in try site.pages(with: try templates()) { write(page.path, page.text) }
    return (texts, order)
  }

  /// Returns the arguments of a data file's call, parsed as JSON.
  static func chunk(_ text: String?) throws -> [Any] {
    guard let text, let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")") else { return [] }
    let arguments = "[\(text[text.index(after: start)..<end])]"
    return try JSONSerialization.jsonObject(with: Data(arguments.utf8)) as? [Any] ?? []
  }
}
