import CardRendering
import Cards
import FeedReading
import FeedSources
import Files
import Foundation
import Layout
import Projects
import Raster
import Support

/// The cost of templates and layout relative to the text measuring in them. Lays out each card of a feed in each state,
/// repeatedly, without rendering.
struct LayoutCost {
  struct Result: Encodable {
    /// The number of layouts in a round.
    var layouts: Int
    /// CPU milliseconds per layout.
    var text: Double
    var template: Double
    var layout: Double
    /// The number of shaped texts for the cards of each theme, if a card is laid out in one theme after the other.
    var shapings: [Int]

    /// Relative to text measuring, which every layout needs.
    var layoutOverText: Double { text > 0 ? layout / text : 0 }
    var templateOverText: Double { text > 0 ? template / text : 0 }
  }

  let project: Project
  let environment: Environment

  /// - Parameter rounds: The number of times to lay out the feed.
  func run(document: Data, rounds: Int) throws -> Result {
    let posts = FeedReader.read([FeedDocument(name: "feed.json", bytes: [UInt8](document))]).feed?.posts ?? []
    let renderer = try CardRenderer(
      project: project, files: FeedFiles.find(of: project), facts: FeedFacts(posts), environment: environment)
    let theme = renderer.design.themes[0]
    let cards = posts.map { renderer.card(for: PostInFeed($0), in: theme) }
    let width = renderer.cardWidth(screen: 375, theme: theme)
    let plain = LayoutEngine(measuring: Typesetter(fonts: renderer.fonts))
    let states = try cards.map { try CardStates($0, design: theme, engine: plain, width: width).all.map(\.state) }
    let measuring = TimedMeasuring(Typesetter(fonts: renderer.fonts))
    var clock = StageClock()
    var layouts = 0
    for _ in 0..<rounds {
      for (card, states) in zip(cards, states) {
        let template = try theme.template(for: CardRole(card))
        for state in states {
          let spec = clock.measure("template") { template.spec(for: card.value(in: state)) }
          // A new cache for each layout, as if no layouts shared texts.
          let engine = LayoutEngine(measuring: MeasuredTextCache(measuring))
          _ = clock.measure("layout") { engine.layOut(spec, in: .width(width)) }
          clock.move(measuring.takeSeconds(), from: "layout", to: "text")
          // The clock is read twice per text: half of that time counts as text, half as layout.
          clock.move(Double(measuring.takeCalls()) * StageClock.askingSeconds, from: "layout", to: "clock")
          layouts += 1
        }
      }
    }
    func milliseconds(_ stage: String) -> Double {
      let seconds = clock.seconds.first { $0.stage == stage }?.seconds ?? 0
      return seconds * 1000 / Double(max(1, layouts))
    }
    return Result(
      layouts: layouts / max(1, rounds), text: milliseconds("text"), template: milliseconds("template"),
      layout: milliseconds("layout"), shapings: try shapings(of: posts, renderer))
  }

  private func shapings(of posts: [Post], _ renderer: CardRenderer) throws -> [Int] {
    let measuring = TimedMeasuring(Typesetter(fonts: renderer.fonts))
    let engine = LayoutEngine(measuring: MeasuredTextCache(measuring))
    let themes = renderer.design.themes
    var counts = themes.map { _ in 0 }
    for post in posts {
      for (number, theme) in themes.enumerated() {
        let card = renderer.card(for: PostInFeed(post), in: theme)
        let width = renderer.cardWidth(screen: 375, theme: theme)
        _ = try CardStates(card, design: theme, engine: engine, width: width)
        counts[number] += measuring.takeCalls()
      }
    }
    return counts
  }
}
