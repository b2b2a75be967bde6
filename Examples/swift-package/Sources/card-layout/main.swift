import Card
import FeedproofLayout

let card = PlaceCard(name: "Tempelhofer Feld", about: "An airfield that became a park", distance: "2.4 km")
  .laidOut(width: 320)
for box in card.namedBoxes {
  let frame = box.frame
  print("\(box.path)  [\(frame.minX) \(frame.minY) \(frame.width) \(frame.height)]")
}

// The same cards in a list that keeps the reader's position when cards are inserted above it.
let items = (0..<40).map { ColumnItem(ItemID($0), height: card.size.height, gap: 8) }
var list = try Timeline(Column(items), viewport: Viewport(height: 640), rules: .feed)
try list.handle(.scroll(ScrollTarget(.item(ItemID(10), .top)), isAnimated: false), at: 0)
try list.handle(.batch(.refresh([ColumnItem(ItemID(40), height: card.size.height, gap: 8)])), at: 1)
let frame = try list.frame(at: 2)
print("anchor \(frame.anchor?.id.number ?? -1) at \(frame.anchor?.y ?? -1), \(list.jumps.count) jumps")

// The photos to load ahead.
let cards = items.map { _ in PrefetchItem(kind: .photo, parts: [80_000], height: card.size.height / 640) }
let reading = PolicyReading(items: cards, seen: 10...16, active: 12, stays: true, direction: 1)
print("load \(PrefetchPolicy.next(3).plan(reading).filter { !$0.isUrgent }.map(\.item))")
