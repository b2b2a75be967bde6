/// Active requests over a link: their rates and completion times.
///
/// The rate is shared max-min: capacity that one doesn't need goes to the others. It is recomputed at each event.
package struct Transfers {
  private let link: NetworkLink
  private var cursor: TraceCursor
  /// Active flows, including canceled ones whose data still arrives.
  private var coming: [Flow] = []
  private var givenUp = 0
  /// The time in seconds.
  package private(set) var time = 0.0
  /// Idle connections: their windows, and the time of the last data.
  private var resting: [(window: Double, since: Double)] = []
  /// The window shared by all streams.
  private var sharedWindow = NetworkLink.initialWindow
  /// The time since when all streams are idle.
  private var sharedRest = 0.0
  /// The next growth of the shared window; nil while idle.
  private var sharedGrowth: Double?
  /// The time when the shared connection is open; nil before the first request.
  private var connectedAt: Double?

  /// Bits that the link carried.
  private(set) var carried = 0.0
  private(set) var requests = 0
  private(set) var cancellations = 0
  /// Bits of canceled flows.
  private(set) var cancelled = 0.0
  /// The flows completed by the last call of `advance`.
  package private(set) var arrivals: [Arrival] = []

  package init(_ link: NetworkLink) {
    self.link = link
    let share = link.payload * (1 - link.loss)
    cursor = TraceCursor(share < 1 ? link.trace.scaled(by: share) : link.trace)
  }

  /// The active flows without canceled ones.
  package var flows: [Flow] { givenUp == 0 ? coming : coming.filter { !$0.isGivenUp } }

  /// Whether another request can start.
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
    // An open connection needs no setup.
    let setup = link.setupTrips * link.roundTrip
    var (window, begins) = (NetworkLink.initialWindow, time + answer)
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

  /// Cancels unwanted flows. A connection that is closed midway is lost; a stream isn't. The server learns of it half a
  /// round trip later, and data sent until then still arrives.
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

  /// Closes all connections and cancels all flows; no further data arrives.
  mutating func disconnect(_ body: (Flow) -> Void) {
    cancel(keeping: { _ in false }, body)
    coming.removeAll()
    resting.removeAll()
    (givenUp, connectedAt, sharedGrowth, sharedWindow) = (0, nil, nil, NetworkLink.initialWindow)
  }

  /// Removes canceled flows whose data no longer arrives, or would have begun too late.
  private mutating func removeEnded() {
    guard givenUp > 0 else { return }
    coming.removeAll { $0.isGivenUp && ($0.endsAt <= time || $0.beginsAt >= $0.endsAt) }
    givenUp = coming.reduce(0) { $1.isGivenUp ? $0 + 1 : $0 }
  }

  // MARK: Time

  /// The time of the next change.
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

  /// Advances to a time no later than `nextEvent`. `arrivals` then holds the completed flows.
  package mutating func advance(to end: Double) {
    let seconds = max(0, end - time)
    time = max(time, end)
    arrivals.removeAll(keepingCapacity: true)
    carry(seconds)
    cursor.advance(by: seconds)
    // A remainder caused by rounding would never elapse.
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
      // Allow for rounding errors of bits and time.
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
      // It grows one round trip after the first bytes, as for a single connection.
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

  /// Shares the rate max-min: equally, but limited by each flow's window.
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

  /// A request and its progress.
  package struct Flow {
    /// The caller's number for the loaded part.
    let key: Int
    package let isUrgent: Bool
    /// The remaining bits.
    var remaining: Double
    var received = 0.0
    /// The arrival of its first byte.
    let beginsAt: Double
    /// The maximum bits in flight on its own connection.
    var window: Double
    var growsAt: Double
    /// Bits a second until the next event.
    var rate = 0.0
    /// For a canceled flow: the time until which data still arrives.
    var endsAt = Double.infinity

    var isGivenUp: Bool { endsAt < .infinity }
  }

  package struct Arrival {
    package let key: Int
    /// The arrival of its first byte.
    let began: Double
  }
}
