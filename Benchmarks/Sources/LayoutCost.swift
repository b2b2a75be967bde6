import Cards
import FeedIngest
import FeedproofKit
import Foundation
import Layout
import Raster

/// What templates and layout cost beside the text measuring inside them: every card of a feed laid out again and again,
/// without drawing anything.
struct LayoutCost {
  struct Result: Encodable {
    var cards: Int
    /// CPU milliseconds a card, all its states together.
    var text: Double
    var template: Double
    var layout: Double

    /// Of the text measuring, which is what a layout can't do without.
    var overText: Double { text > 0 ? (template + layout) / text : 0 }
  }

  let project: Project
  let environment: Environment

  /// - Parameter rounds: How often the feed is laid out.
  func run(document: Data, rounds: Int) throws -> Result {
    let posts = FeedReader.read([FeedDocument(name: "feed.json", bytes: [UInt8](document))]).feed?.posts ?? []
    let studio = try Studio(project: project, environment: environment, newest: nil)
    let theme = studio.design.themes[0]
    let cards = posts.map(studio.builder(for: theme).feedCard)
    let width = studio.cardWidth(screen: 375, theme: theme)
    let measuring = TimedMeasuring(Typesetter(fonts: studio.fonts))
    var clock = StageClock()
    for _ in 0..<rounds {
      for card in cards {
        // A cache of its own for each card, as if no two cards shared a text.
        let engine = LayoutEngine(measuring: MeasuredTextCache(measuring))
        let states = try clock.measure("layout") {
          try CardStates(card, design: theme, engine: engine, width: width)
        }
        clock.move(measuring.takeSeconds(), from: "layout", to: "text")
        // Around each text the clock is asked twice: one half falls into the text, the other into the layout.
        clock.move(Double(measuring.takeCalls()) * StageClock.askingSeconds, from: "layout", to: "clock")
        let template = try theme.template(for: CardRole(card))
        for (state, _) in states.all {
          // Measured again by itself, and taken out of the whole.
          let start = StageClock.threadSeconds()
          _ = template.spec(for: card.value(in: state))
          clock.move(StageClock.threadSeconds() - start, from: "layout", to: "template")
        }
      }
    }
    func milliseconds(_ stage: String) -> Double {
      let seconds = clock.seconds.first { $0.stage == stage }?.seconds ?? 0
      return seconds * 1000 / Double(max(1, cards.count * rounds))
    }
    return Result(
      cards: cards.count, text: milliseconds("text"), template: milliseconds("template"),
      layout: milliseconds("layout"))
  }
}
