import CheckedSources
import Diagnostics
import Prefetching

/// Walks a link's JSON and collects what is wrong with it.
struct LinkReader {
  static let expectedSteps = "a list of [milliseconds, kilobits a second]"

  private(set) var steps: [RateTrace.Step]?
  private var stepsPlace: Place
  private var name: String
  private var latency = 0.0
  private var server = 30.0
  private var loss = 0.0
  private var transport = Link.Transport.connections(6)
  private var hasSlowStart = true
  private var diagnostics: [Diagnostic] = []

  init(title: String, root: SourceNode) {
    (name, stepsPlace) = (title, root.place)
    if root.members == nil { report(.value(key: "link", expected: "an object with steps"), at: root.place) }
  }

  mutating func report(_ issue: PrefetchIssue, at place: Place) { diagnostics.append(Diagnostic(issue, at: place)) }

  mutating func read(_ member: SourceNode.Member) {
    let (key, value) = (member.key, member.value)
    switch key {
    case "name":
      if let text = value.string, !text.isEmpty, text.utf8.count <= 60 {
        name = text
      } else {
        report(.value(key: key, expected: "a text of up to 60 letters"), at: value.place)
      }
    case "steps": readSteps(value)
    case "latency_ms": latency = number(key, value, 0...60_000) ?? latency
    case "server_ms": server = number(key, value, 0...60_000) ?? server
    case "loss": readLoss(value)
    case "connections": if let count = number(key, value, 1...256) { transport = .connections(Int(count)) }
    case "streams": if flag(key, value) == true { transport = .streams }
    case "slow_start": hasSlowStart = flag(key, value) ?? hasSlowStart
    default: break
    }
  }

  private mutating func readSteps(_ value: SourceNode) {
    steps = []
    stepsPlace = value.place
    guard let elements = value.elements else {
      return report(.value(key: "steps", expected: Self.expectedSteps), at: value.place)
    }
    for element in elements {
      guard let pair = element.elements, pair.count == 2, let time = pair[0].number, let rate = pair[1].number else {
        report(.value(key: "steps", expected: Self.expectedSteps), at: element.place)
        continue
      }
      if time <= 0 || rate < 0 {
        report(.trace(.badStep(steps?.count ?? 0)), at: element.place)
        continue
      }
      steps?.append(RateTrace.Step(duration: time / 1000, rate: rate * 1000))
    }
  }

  private mutating func readLoss(_ value: SourceNode) {
    if value.number == 1 { return report(.losesAll, at: value.place) }
    loss = number("loss", value, 0...0.99) ?? loss
  }

  private mutating func number(_ key: String, _ node: SourceNode, _ range: ClosedRange<Double>) -> Double? {
    if let number = node.number, range.contains(number) { return number }
    let ends = [range.lowerBound, range.upperBound].map(LabNumber.text)
    report(.value(key: key, expected: "a number from \(ends[0]) to \(ends[1])"), at: node.place)
    return nil
  }

  private mutating func flag(_ key: String, _ node: SourceNode) -> Bool? {
    if let flag = node.flag { return flag }
    report(.value(key: key, expected: "true or false"), at: node.place)
    return nil
  }

  /// - Throws: all that is wrong.
  func link() throws(DiagnosticList) -> Link {
    guard diagnostics.isEmpty else { throw DiagnosticList(diagnostics) }
    do throws(RateTrace.Fault) {
      var link = Link(
        name: name, trace: try RateTrace(steps ?? []), roundTrip: latency / 1000, transport: transport,
        serverTime: server / 1000, hasSlowStart: hasSlowStart, loss: loss)
      link.payload = Link.packetPayload
      return link
    } catch {
      throw DiagnosticList([Diagnostic(PrefetchIssue.trace(error), at: stepsPlace)])
    }
  }
}
