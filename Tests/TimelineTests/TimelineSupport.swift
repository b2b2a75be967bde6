import Testing
import Timeline

/// Returns items numbered from `first`.
func items(_ count: Int, height: Double = 100, gap: Double = 8, from first: Int = 0, isExact: Bool = true)
  -> [ColumnItem]
{
  (first..<(first + count)).map { ColumnItem(ItemID(Int32($0)), height: height, gap: gap, isExact: isExact) }
}

extension Timeline {
  /// Returns a viewport of 600 points over items of height 100 with gaps of 8.
  static func of(
    _ count: Int, rules: AnchorRules = .feed, height: Double = 600, insetTop: Double = 0, insetBottom: Double = 0,
    opening: ScrollTarget? = nil
  ) throws -> Timeline {
    try Timeline(
      Column(items(count)), viewport: Viewport(height: height, insetTop: insetTop, insetBottom: insetBottom),
      rules: rules,
      opening: opening)
  }

  /// Returns the current position of an item on the screen; nil if it is not visible.
  func y(_ number: Int32) -> Double? { frame.items.first { $0.id == ItemID(number) && !$0.isLeaving }?.y }

  /// Jumps to an offset without a scroll event.
  mutating func stand(at offset: Double) { motion = .rest(offset) }

  /// Returns every frame of a period that starts now.
  mutating func frames(for seconds: Double, rate: Double = 60) throws -> [Frame] {
    let start = now
    return try (0...Int(seconds * rate)).map { try frame(at: start + Double($0) / rate) }
  }
}

/// Returns the path of a finger in equal steps.
func touch(from start: Double, to end: Double, seconds: Double, steps: Int = 20, hold: Double = 0) -> [TouchPoint] {
  let way = (0...steps).map { step in
    let share = Double(step) / Double(steps)
    return TouchPoint(time: seconds * share, y: start + (end - start) * share)
  }
  return hold > 0 ? way + [TouchPoint(time: seconds + hold, y: end)] : way
}

func id(_ number: Int32) -> ItemID { ItemID(number) }
