import Prefetching

/// A timeline of one session, with one row per card: when it was viewed, and when its parts were loaded.
struct SessionPlot {
  let log: SessionLog
  let feed: LabFeed
  let link: String
  let policy: String
  let id = "session"

  private let left = 132.0
  private let width = 1160.0
  private let row = 17.0
  private let top = 26.0

  /// The cards in the order of the feed.
  private var cards: [Int] { Set(log.visits.map(\.item) + log.loads.map(\.item)).sorted() }

  private var end: Double { max(log.visits.last?.ended ?? 1, 1) }

  var element: String {
    var svg = SVG()
    let cards = cards
    let height = top + Double(cards.count) * row + 34
    let x = PlotScale(low: 0, high: end, from: left, to: width - 10)
    let places = Dictionary(cards.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func y(_ item: Int) -> Double { top + Double(places[item] ?? 0) * row }
    for tick in x.ticks {
      svg.line(x(tick), top, x(tick), height - 34, "grid")
      svg.words(x(tick), height - 18, "\(LabNumber.text(tick)) s", "tick middle")
    }
    for card in cards {
      svg.words(left - 8, y(card) + 12, Self.short(feed.name(of: card)), "tick end")
      svg.line(left, y(card) + row, width - 10, y(card) + row, "grid")
    }
    for visit in log.visits {
      let name = feed.name(of: visit.item)
      let shown = visit.shown ?? visit.ended
      svg.rect(
        x(shown), y(visit.item) + 1, x(visit.ended) - x(shown), row - 2, "looked",
        tip: "the viewer sees \(name) from \(time(shown)) to \(time(visit.ended))")
      svg.rect(
        x(visit.began), y(visit.item) + 1, x(shown) - x(visit.began), row - 2, "stall",
        tip: "the viewer waits for \(name) from \(time(visit.began)) to \(time(shown))")
    }
    for load in log.loads {
      let line = y(load.item) + (load.part == 0 ? 6 : 12)
      svg.line(x(load.asked), line, x(load.began), line, "asked")
      svg.rect(
        x(load.began), y(load.item) + (load.part == 0 ? 3 : 10), max(1.5, x(min(load.ended, end)) - x(load.began)),
        load.part == 0 ? 6 : 4,
        "load \(load.end.rawValue) \(load.part == 0 ? "head" : "rest")", radius: 1.5,
        tip:
          "\(feed.name(of: load.item)), part \(load.part + 1): requested at \(time(load.asked)), first byte at \(time(load.began)), \(load.end.rawValue) at \(time(load.ended))"
      )
    }
    return svg.element(
      width, height, id: id, title: "One session over \(link), loaded by \(policy)",
      description:
        "The viewer sees \(log.visits.count) cards in \(time(end)) and waits for \(log.visits.count { ($0.shown ?? $0.ended) > $0.began }) of them. \(log.loads.count) loads, of these \(log.loads.count { $0.end == .cancelled }) canceled. The table below lists them."
    )
  }

  private func time(_ seconds: Double) -> String { "\(LabNumber.text(seconds)) s" }

  private static func short(_ name: String) -> String { name.count > 18 ? "…\(name.suffix(17))" : name }

  /// A table with one row per load.
  var table: LabTable {
    LabTable(
      head: ["card", "part", "asked", "first byte", "ended", "how"],
      rows: log.loads.sorted { ($0.asked, $0.item, $0.part) < ($1.asked, $1.item, $1.part) }.map {
        [feed.name(of: $0.item), "\($0.part + 1)", time($0.asked), time($0.began), time($0.ended), $0.end.rawValue]
      })
  }
}

/// Plots the fraction of cards loaded within a number of seconds, over one link.
struct WaitPlot {
  let link: String
  /// The findings by policy.
  let findings: [LabFinding]
  let id: String

  var element: String {
    var svg = SVG()
    let frame = PlotFrame()
    let longest = findings.map { $0.waits[198] }.max() ?? 1
    let lowest = findings.map(shareAtOnce).min() ?? 0
    let x = frame.x(0, max(1, longest * 1.1), .small)
    let y = frame.y(max(0, (lowest * 10).rounded(.down) / 10 - 0.1), 1)
    frame.draw(in: &svg, x, y, xWords: "seconds until shown", yWords: "share of cards") {
      "\(Int(($0 * 100).rounded())) %"
    }
    for (number, finding) in findings.enumerated() {
      let line = finding.waits.enumerated().map { (x: x($1), y: y(Double($0) / 200)) }
      // Cards without waiting start on the axis.
      let start = (x: x(0), y: y(shareAtOnce(finding)))
      svg.path([start] + line.filter { $0.y <= start.y && $0.x > start.x }, "wait d\(number % 8) \(SVG.series(number))")
    }
    return svg.element(
      frame.width, frame.height, id: id, title: "Time to display over \(link)",
      description: findings.map { finding in
        "\(finding.setting.name): \(Int((shareAtOnce(finding) * 100).rounded())) % at once, 90 % within \(LabNumber.text(finding.waits[180])) s"
      }.joined(separator: "; "))
  }

  private func shareAtOnce(_ finding: LabFinding) -> Double {
    Double(finding.waits.lastIndex { $0 <= 0 } ?? 0) / 200
  }
}
