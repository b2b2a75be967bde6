import Foundation
import Timeline

/// The cost of frames and events in a long column.
struct TimelineBenchmark {
  struct Result: Encodable {
    var items: Int
    /// CPU milliseconds to create the column.
    var column: Double
    /// CPU microseconds per frame: while scrolling, and while a card expands too.
    var frame: Double
    var openingFrame: Double
    /// CPU microseconds for a measured height, and for inserting a new item, at any place.
    var measured: Double
    var batch: Double
  }

  let items: Int
  var rounds = 1000

  func run() throws -> Result {
    var clock = StageClock()
    let column = try clock.measure("column") {
      try Column((0..<items).map { ColumnItem(ItemID(Int32($0)), height: 100 + Double($0 % 700), gap: 8) })
    }
    var feed = try Timeline(column, viewport: Viewport(height: 812, insetTop: 50, insetBottom: 34), rules: .feed)
    let middle = ScrollTarget(.item(ItemID(Int32(items / 2)), .top))
    try feed.handle(.scroll(middle, isAnimated: false), at: 0)
    try feed.handle(.fling(velocity: 8000), at: 0)
    try clock.measure("frame") { try slide(&feed, seconds: 2) }
    if let card = feed.frame.anchor?.id { try feed.handle(.expand(card, height: 900), at: feed.now) }
    try clock.measure("opening") { try slide(&feed, seconds: 0.25) }
    try clock.measure("measured") {
      for round in 0..<rounds {
        try feed.handle(.measured(ItemID(Int32(round * items / rounds)), height: 321), at: feed.now)
      }
    }
    try clock.measure("batch") {
      for round in 0..<rounds {
        let new = [ColumnItem(ItemID(Int32(items + round)), height: 50)]
        let place = Batch.Place.after(ItemID(Int32(round * items / rounds)))
        try feed.handle(.batch(Batch([.insert(new, place)])), at: feed.now)
      }
    }
    func each(_ stage: String, _ unit: Double, _ times: Int) -> Double {
      (clock.seconds.first { $0.stage == stage }?.seconds ?? 0) * unit / Double(times)
    }
    return Result(
      items: items, column: each("column", 1e3, 1), frame: each("frame", 1e6, rounds),
      openingFrame: each("opening", 1e6, rounds), measured: each("measured", 1e6, rounds),
      batch: each("batch", 1e6, rounds))
  }

  private func slide(_ feed: inout Timeline, seconds: Double) throws {
    let start = feed.now
    for round in 0..<rounds { _ = try feed.frame(at: start + seconds * Double(round) / Double(rounds)) }
  }
}
