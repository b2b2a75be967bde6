import DataFormats
import Diagnostics
import Timeline

/// Reads values of a script and collects problems.
struct FilmValues {
  private(set) var diagnostics: [Diagnostic] = []

  mutating func report(_ issue: FilmIssue, at place: Place?) { diagnostics.append(Diagnostic(issue, at: place)) }

  mutating func expect(_ key: String, _ expected: String, _ node: SourceNode) {
    report(.value(key: key, expected: expected, found: node.quotedScalar), at: node.place)
  }

  mutating func unknown(_ member: SourceNode.Member, _ known: [String]) {
    report(.unknownKey(member.key, known: known), at: member.keyPlace)
  }

  /// Reports unknown members of a mapping.
  mutating func members(_ key: String, _ node: SourceNode, _ known: [String]) {
    guard let members = node.members else { return expect(key, "a mapping of \(known.joined(separator: ", "))", node) }
    for member in members where !known.contains(member.key) { unknown(member, known) }
  }

  mutating func number(_ key: String, _ node: SourceNode, _ range: ClosedRange<Double>) -> Double? {
    if let number = node.number, range.contains(number) { return number }
    let text = { (bound: Double) in FilmNumber.text(bound) }
    expect(key, "a number from \(text(range.lowerBound)) to \(text(range.upperBound))", node)
    return nil
  }

  mutating func count(_ key: String, _ node: SourceNode, _ range: ClosedRange<Int>) -> Int? {
    if let count = node.integer, range.contains(count) { return count }
    expect(key, "a whole number from \(range.lowerBound) to \(range.upperBound)", node)
    return nil
  }

  mutating func flag(_ key: String, _ node: SourceNode) -> Bool? {
    if let flag = node.flag { return flag }
    expect(key, "true or false", node)
    return nil
  }

  mutating func name(_ key: String, _ node: SourceNode) -> String? {
    if let text = node.text, !text.isEmpty { return text }
    expect(key, "a post's id", node)
    return nil
  }

  mutating func draft(_ key: String, _ node: SourceNode) -> String? {
    if let text = node.text, text.count <= 2000 { return text }
    expect(key, "the draft's text, up to 2000 characters, or \"\"", node)
    return nil
  }

  // MARK: Events

  mutating func event(_ node: SourceNode) -> FilmEvent? {
    guard let members = node.members else {
      expect("events", "a list of {at: seconds, action}", node)
      return nil
    }
    guard let at = node["at"] else {
      expect("at", "present: the event's time in seconds", node)
      return nil
    }
    let time = number("at", at, 0...FilmScript.longest)
    let happening = members.filter { $0.key != "at" }
    guard happening.count == 1, FilmScriptFile.events.contains(happening[0].key) else {
      let place = happening.first?.keyPlace ?? node.place
      report(.unknownEvent(happening.map(\.key), known: FilmScriptFile.events), at: place)
      return nil
    }
    let action = action(happening[0].key, happening[0].value)
    guard let time, let action else { return nil }
    return FilmEvent(at: time, action, place: happening[0].keyPlace)
  }

  private mutating func action(_ key: String, _ node: SourceNode) -> FilmAction? {
    switch key {
    case "drag": return drag(node).map(FilmAction.drag)
    case "fling": return fling(node)
    case "wheel": return number(key, node, -1_000_000...1_000_000).map(FilmAction.wheel)
    case "tap": return name(key, node).map { $0 == FilmScriptFile.statusBar ? .tapStatusBar : .tap($0) }
    case "scroll": return scroll(node)
    case "refresh": return latency(key, node).map(FilmAction.refresh)
    case "load-more": return latency(key, node).map(FilmAction.loadMore)
    case "arrive": return arrival(node)
    case "delete": return name(key, node).map(FilmAction.delete)
    case "edit": return name(key, node).map(FilmAction.edit)
    case "bars": return bars(node)
    case "draft": return draft(key, node).map(FilmAction.draft)
    case "reduced-motion": return flag(key, node).map(FilmAction.reducedMotion)
    default: return nil
    }
  }

  private mutating func fling(_ node: SourceNode) -> FilmAction? {
    guard let velocity = number("fling", node, -1_000_000...1_000_000) else { return nil }
    let fastest = Deceleration.fastest
    if abs(velocity) > fastest { report(.tooFast(velocity, fastest: fastest), at: node.place) }
    return .fling(velocity)
  }

  /// Reads seconds, either alone or as `{latency: 0.5}`.
  private mutating func latency(_ key: String, _ node: SourceNode) -> Double? {
    if node.members == nil { return number(key, node, 0...60) }
    members(key, node, ["latency"])
    return number("\(key).latency", node["latency"] ?? node, 0...60)
  }

  private mutating func arrival(_ node: SourceNode) -> FilmAction? {
    let counts = 0...FilmSetting.longest
    guard node.members != nil else { return count("arrive", node, counts).map { .arrive($0, .top) } }
    members("arrive", node, ["at", "posts"])
    let edge: Edge? = if let at = node["at"] { edge(at) } else { .top }
    guard let count = count("arrive.posts", node["posts"] ?? node, counts), let edge else { return nil }
    return .arrive(count, edge)
  }

  private mutating func edge(_ node: SourceNode) -> Edge? {
    switch node.text {
    case "start": return .top
    case "end": return .bottom
    default:
      expect("arrive.at", "start or end", node)
      return nil
    }
  }

  private mutating func scroll(_ node: SourceNode) -> FilmAction? {
    guard node.members != nil else {
      return name("scroll", node).map { .scroll($0, .top, isAnimated: true) }
    }
    members("scroll", node, ["animated", "edge", "post"])
    let alignments: [String: ScrollTarget.Alignment] = ["top": .top, "center": .center, "bottom": .bottom]
    let alignment = if let edge = node["edge"] { edge.text.flatMap { alignments[$0] } } else { alignments["top"] }
    if alignment == nil { expect("scroll.edge", "top, center or bottom", node) }
    let isAnimated = if let animated = node["animated"] { flag("scroll.animated", animated) } else { Bool?.some(true) }
    guard let post = name("scroll.post", node["post"] ?? node), let alignment, let isAnimated else { return nil }
    return .scroll(post, alignment, isAnimated: isAnimated)
  }

  private mutating func bars(_ node: SourceNode) -> FilmAction? {
    members("bars", node, ["animated", "bottom", "top"])
    guard node.members != nil else { return nil }
    let range = 0...10_000.0
    let top = node["top"].map { number("bars.top", $0, range) } ?? 0
    let bottom = node["bottom"].map { number("bars.bottom", $0, range) } ?? 0
    let isAnimated = if let animated = node["animated"] { flag("bars.animated", animated) } else { Bool?.some(true) }
    guard let top, let bottom, let isAnimated else { return nil }
    return .bars(top: top, bottom: bottom, isAnimated: isAnimated)
  }

  /// Reads `[[0, 300], [0.2, 420]]` (seconds, and points from the screen's top) or `{from: 300, to: 420, during: 0.2,
  /// hold: 0.1}`.
  private mutating func drag(_ node: SourceNode) -> [TouchPoint]? {
    let (times, places) = (0...FilmScript.longest, -100_000...100_000.0)
    if node.members != nil {
      members("drag", node, ["during", "from", "hold", "to"])
      let from = number("drag.from", node["from"] ?? node, places)
      let to = number("drag.to", node["to"] ?? node, places)
      let during = number("drag.during", node["during"] ?? node, 0.01...60)
      let hold = node["hold"].map { number("drag.hold", $0, 0...60) } ?? 0
      guard let from, let to, let during, let hold else { return nil }
      return TouchPaths.way(from: from, to: to, during: during, hold: hold)
    }
    guard let elements = node.elements, !elements.isEmpty else {
      expect("drag", "{from, to, during} or a list of [seconds, points]", node)
      return nil
    }
    var points: [TouchPoint] = []
    for element in elements {
      guard let pair = element.elements, pair.count == 2, let time = number("drag", pair[0], times),
        let y = number("drag", pair[1], places)
      else {
        if element.elements?.count != 2 { expect("drag", "a list of [seconds, points]", element) }
        return nil
      }
      if let last = points.last, time <= last.time {
        report(.backwards(time, after: last.time), at: pair[0].place)
        return nil
      }
      points.append(TouchPoint(time: time, y: y))
    }
    return points
  }
}

/// Builds movements of a finger.
package enum TouchPaths {
  /// Returns a movement in twenty steps: eased at both ends if the finger finally rests, linear if it lifts.
  package static func way(from start: Double, to end: Double, during seconds: Double, hold: Double) -> [TouchPoint] {
    let curve = hold > 0 ? TimingCurve.easeInOut : TimingCurve.easeIn
    let points = (0...20).map { step in
      let share = Double(step) / 20
      return TouchPoint(time: seconds * share, y: start + (end - start) * curve.value(at: share))
    }
    return hold > 0 ? points + [TouchPoint(time: seconds + hold, y: end)] : points
  }
}
