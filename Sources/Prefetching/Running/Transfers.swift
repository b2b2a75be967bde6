/// Requests that are under way over a link: who has which share of it, and when what is there.
///
/// The rate is shared max-min: what one does not need goes to the others. All is computed anew at each event.
package struct Transfers {
  private let link: Link
  private var cursor: TraceCursor
  /// What is under way, and what was given up and still comes.
  private var coming: [Flow] = []
  private var givenUp = 0
  /// Seconds.
  package private(set) var time = 0.0
  /// Connections that stand and rest: their windows, and since when nothing came.
  private var resting: [(window: Double, since: Double)] = []
  /// Of all streams together.
  private var sharedWindow = Link.initialWindow
  /// Since when no stream carries anything.
  private var sharedRest = 0.0
  /// When it grows next; nil while nothing comes.
  private var sharedGrowth: Double?
  /// When the one connection of all streams stands; nil before the first request.
  private var connectedAt: Double?

  /// Bits that the link carried.
  private(set) var carried = 0.0
  private(set) var requests = 0
  private(set) var cancellations = 0
  /// Bits of what was given up.
  private(set) var cancelled = 0.0
  /// What arrived whole at the last move on.
  package private(set) var arrivals: [Arrival] = []

  package init(_ link: Link) {
    self.link = link
    let share = link.payload * (1 - link.loss)
    cursor = TraceCursor(share < 1 ? link.trace.scaled(by: share) : link.trace)
  }

  /// Under way.
  package var flows: [Flow] { givenUp == 0 ? coming : coming.filter { !$0.isGivenUp } }

  /// Whether one more can be under way.
  package var hasRoom: Bool {
    switch link.transport {
    case .connections(let count): coming.count - givenUp < max(1, count)
    case .streams: coming.count - givenUp < 100
    }
  }

  // MARK: Requests

  package mutating func request(_ key: Int, bytes: Int, isUrgent: Bool) {
    requests += 1
    let answer = link.roundTrip + link.serverTime
    // A connection that stands costs none.
    let setup = link.setupTrips * link.roundTrip
    var (window, begins) = (Link.initialWindow, time + answer)
    switch link.transport {
    case .connections:
      if let known = resting.popLast() {
        window = link.window(known.window, afterRest: begins - known.since)
      } else {
        begins += setup
      }
    case .streams:
      let stands = connectedAt ?? time + setup
      connectedAt = stands
      begins = max(time, stands) + answer
    }
    coming.append(
      Flow(
        key: key, isUrgent: isUrgent, remaining: Double(max(bytes, 1)) * 8, beginsAt: begins, window: window,
        growsAt: begins + max(link.roundTrip, 1e-4)))
    share()
  }

  /// Gives up what is not wanted any more. A connection that is cut in the middle is lost; a stream is not. The server hears
  /// of it half a round trip later, and what it has sent until then still comes.
  mutating func cancel(keeping isWanted: (Int) -> Bool, _ body: (Flow) -> Void) {
    let before = givenUp
    for index in coming.indices where !coming[index].isGivenUp && !isWanted(coming[index].key) {
      cancellations += 1
      cancelled += coming[index].received
      coming[index].endsAt = time + link.roundTrip
      givenUp += 1
      body(coming[index])
    }
    guard givenUp > before else { return }
    removeEnded()
    share()
  }

  /// All connections end; what was under way is given up, and nothing of it comes any more.
  mutating func disconnect(_ body: (Flow) -> Void) {
    cancel(keeping: { _ in false }, body)
    coming.removeAll()
    resting.removeAll()
    (givenUp, connectedAt, sharedGrowth, sharedWindow) = (0, nil, nil, Link.initialWindow)
  }

  /// What was given up and comes no longer, or never would have begun before its end.
  private mutating func removeEnded() {
    guard givenUp > 0 else { return }
    coming.removeAll { $0.isGivenUp && ($0.endsAt <= time || $0.beginsAt >= $0.endsAt) }
    givenUp = coming.reduce(0) { $1.isGivenUp ? $0 + 1 : $0 }
  }

  // MARK: Time

  /// When something changes by itself.
  package var nextEvent: Double {
    var next = Double.infinity
    for flow in coming {
      next = min(next, flow.endsAt)
      if flow.beginsAt > time {
        next = min(next, flow.beginsAt)
      } else {
        if flow.rate > 0 { next = min(next, time + flow.remaining / flow.rate) }
        if grows(flow) { next = min(next, flow.growsAt) }
      }
    }
    if let sharedGrowth, sharedGrows { next = min(next, max(time, sharedGrowth)) }
    return coming.isEmpty ? .infinity : min(next, time + cursor.left)
  }

  private func grows(_ flow: Flow) -> Bool {
    guard link.hasSlowStart, case .connections = link.transport else { return false }
    return flow.window < cursor.rate * max(link.roundTrip, 1e-4)
  }

  private var sharedGrows: Bool { sharedWindow < cursor.rate * link.roundTrip }

  /// Moves on to a time that is not after `nextEvent`. What has arrived whole is in `arrivals` then.
  package mutating func advance(to end: Double) {
    let seconds = max(0, end - time)
    time = max(time, end)
    arrivals.removeAll(keepingCapacity: true)
    carry(seconds)
    cursor.advance(by: seconds)
    // What rounding leaves of a step would never pass.
    if cursor.left <= 2 * time.ulp { cursor.nextStep() }
    growWindows()
    share()
  }

  private mutating func carry(_ seconds: Double) {
    var index = 0
    while index < coming.count {
      let rate = coming[index].rate
      guard rate > 0 else {
        index += 1
        continue
      }
      let bits = min(coming[index].remaining, rate * seconds)
      coming[index].remaining -= bits
      coming[index].received += bits
      carried += bits
      if coming[index].isGivenUp { cancelled += bits }
      // What rounding leaves, of bits and of the time.
      guard coming[index].remaining <= 1e-4 + 4 * rate * time.ulp else {
        index += 1
        continue
      }
      let flow = coming.remove(at: index)
      if flow.isGivenUp {
        givenUp -= 1
        continue
      }
      if case .connections = link.transport { resting.append((flow.window, time)) }
      arrivals.append(Arrival(key: flow.key, began: flow.beginsAt))
    }
    removeEnded()
  }

  private mutating func growWindows() {
    guard link.hasSlowStart else { return }
    let pause = max(link.roundTrip, 1e-4)
    switch link.transport {
    case .connections:
      for index in coming.indices
      where coming[index].beginsAt <= time && coming[index].growsAt <= time && grows(coming[index]) {
        coming[index].window *= 2
        coming[index].growsAt = time + pause
      }
    case .streams:
      guard coming.contains(where: { $0.beginsAt <= time }) else {
        if sharedGrowth != nil { sharedRest = time }
        sharedGrowth = nil
        return
      }
      // It grows a round trip after the first bytes were sent, as a connection's own does.
      guard let growth = sharedGrowth else {
        sharedWindow = link.window(sharedWindow, afterRest: time - sharedRest)
        sharedGrowth = time + pause
        return
      }
      guard growth <= time, sharedGrows else { return }
      sharedWindow *= 2
      sharedGrowth = time + pause
    }
  }

  /// Max-min: everybody gets the same, but nobody more than its window lets through.
  private mutating func share() {
    var left = cursor.rate
    if case .streams = link.transport, link.hasSlowStart, link.roundTrip > 0 {
      left = min(left, sharedWindow / link.roundTrip)
    }
    var waiting = 0
    for index in coming.indices {
      coming[index].rate = 0
      if coming[index].beginsAt <= time { waiting += 1 }
    }
    let isCapped: Bool =
      if case .connections = link.transport { link.hasSlowStart && link.roundTrip > 0 } else { false }
    while waiting > 0 {
      let fair = left / Double(waiting)
      var isSettled = true
      for index in coming.indices where coming[index].beginsAt <= time && coming[index].rate == 0 {
        let cap = isCapped ? coming[index].window / link.roundTrip : .infinity
        guard cap < fair else { continue }
        coming[index].rate = cap
        left -= cap
        waiting -= 1
        isSettled = false
      }
      guard isSettled else { continue }
      for index in coming.indices where coming[index].beginsAt <= time && coming[index].rate == 0 {
        coming[index].rate = fair
      }
      break
    }
  }

  /// A request, and what comes of it.
  package struct Flow {
    /// What is loaded, by the caller's number.
    let key: Int
    package let isUrgent: Bool
    /// Bits.
    var remaining: Double
    var received = 0.0
    /// When its first byte comes.
    let beginsAt: Double
    /// Bits that may be on their way at once; of its own connection.
    var window: Double
    var growsAt: Double
    /// Bits a second, until the next event.
    var rate = 0.0
    /// Of what was given up: until when it still comes.
    var endsAt = Double.infinity

    var isGivenUp: Bool { endsAt < .infinity }
  }

  package struct Arrival {
    package let key: Int
    /// When its first byte came.
    let began: Double
  }
}
