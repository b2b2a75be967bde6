/// A discrete-event simulation of one viewer, link and policy. Without clock and files: the same arguments produce the
/// same outcome.
package struct PrefetchRun {
  private let items: [PrefetchItem]
  private let policy: PrefetchPolicy
  private let visits: [ViewerModel.Visit]
  private let loop: ViewerModel.DwellStart
  private var transfers: Transfers
  /// The index of the first part of each item.
  private let firstParts: [Int]
  private let owners: [Int]
  private var states: [State]
  private var hasBeenSeen: [Bool]
  private var wanted: [PartRequest] = []
  /// The last plan that wanted each part.
  private var wantedBy: [Int]
  private var plans = 0
  private var outcome = PrefetchOutcome()
  /// Parts that were loaded in this session before their card was seen.
  private var unseen: [Int] = []
  /// Bytes that were loaded but not seen before the end of their session.
  private var lost = 0.0
  /// The events, load by load; nil if not requested.
  package private(set) var log: SessionLog?

  private enum State: UInt8 { case absent, underWay, loaded }

  /// Half a second: the viewer then counts as staying.
  private static let staying = 0.5

  /// - Parameters:
  ///   - items: Not empty.
  ///   - visits: The same for every compared policy.
  ///   - isLogged: Whether to record `log`.
  package init(
    items: [PrefetchItem], visits: [ViewerModel.Visit], loop: ViewerModel.DwellStart, link: NetworkLink,
    policy: PrefetchPolicy,
    isLogged: Bool = false
  ) {
    self.items = items
    self.visits = visits
    self.loop = loop
    self.policy = policy
    transfers = Transfers(link)
    var (firsts, owners, states) = ([Int](), [Int](), [State]())
    for (index, item) in items.enumerated() {
      firsts.append(owners.count)
      let parts = item.parts.isEmpty ? [0] : item.parts
      for bytes in parts {
        owners.append(index)
        // Nothing to load.
        states.append(bytes <= 0 ? .loaded : .absent)
      }
    }
    (firstParts, self.owners, self.states) = (firsts, owners, states)
    hasBeenSeen = Array(repeating: false, count: items.count)
    wantedBy = Array(repeating: 0, count: owners.count)
    log = isLogged ? SessionLog() : nil
  }

  package mutating func run() -> PrefetchOutcome {
    guard !items.isEmpty else { return outcome }
    outcome.waits.reserveCapacity(visits.count)
    for index in visits.indices { visit(index) }
    outcome.seconds = transfers.time
    outcome.bytes = transfers.carried / 8
    outcome.requests = transfers.requests
    outcome.cancellations = transfers.cancellations
    outcome.cancelledBytes = transfers.cancelled / 8
    outcome.unfinishedBytes = transfers.flows.reduce(0) { $0 + $1.received } / 8
    outcome.loadedBytes = lost
    for (key, state) in states.enumerated() where state == .loaded {
      let bytes = Double(max(0, bytes(key)))
      outcome.loadedBytes += bytes
      if !hasBeenSeen[owners[key]] { lost += bytes }
    }
    outcome.wasted = outcome.cancelledBytes + outcome.unfinishedBytes + lost
    for flow in transfers.flows { note(flow.key, began: flow.beginsAt, .unfinished) }
    return outcome
  }

  // MARK: Visits

  private mutating func visit(_ index: Int) {
    let visit = visits[index]
    if visit.startsSession, index > 0 { leave() }
    let first = firstParts[visit.item]
    let began = transfers.time
    let isReady = states[first] == .loaded
    outcome.visits += 1
    if !isReady { outcome.loaders[items[visit.item].kind, default: 0] += 1 }
    hasBeenSeen[visit.item] = true
    var shown = isReady ? began : nil
    var leaves = loop == .open || isReady ? began + visit.dwell : .infinity
    var looksAt = began + Self.staying
    let seen = seen(around: visit.item)
    update(index, seen, stays: false)
    while transfers.time < leaves {
      let next = min(transfers.nextEvent, leaves, looksAt)
      // Nothing is loading or will be, so waiting would never end.
      guard next.isFinite else { break }
      transfers.advance(to: next)
      var isChanged = !transfers.arrivals.isEmpty
      for arrival in transfers.arrivals {
        states[arrival.key] = .loaded
        if !hasBeenSeen[owners[arrival.key]] { unseen.append(arrival.key) }
        note(arrival.key, began: arrival.began, .loaded)
      }
      if shown == nil, states[first] == .loaded {
        shown = transfers.time
        if loop == .closed { leaves = transfers.time + visit.dwell }
      }
      if next >= looksAt {
        looksAt = .infinity
        isChanged = true
      }
      if isChanged, transfers.time < leaves { update(index, seen, stays: looksAt == .infinity) }
    }
    let waited = (shown ?? transfers.time) - began
    outcome.waits.append(waited)
    outcome.stalled += waited
    log?.visits.append(
      SessionLog.CardVisit(item: visit.item, began: began, shown: shown, ended: transfers.time))
  }

  /// Ends the session: loads are canceled, and unseen data is lost.
  private mutating func leave() {
    var given: [Transfers.Flow] = []
    transfers.disconnect { given.append($0) }
    for flow in given {
      states[flow.key] = .absent
      note(flow.key, began: flow.beginsAt, .cancelled)
    }
    for key in unseen {
      guard states[key] == .loaded, !hasBeenSeen[owners[key]] else { continue }
      states[key] = .absent
      lost += Double(bytes(key))
    }
    unseen.removeAll(keepingCapacity: true)
  }

  // MARK: Loads

  private func bytes(_ key: Int) -> Int {
    let item = owners[key]
    let parts = items[item].parts
    return parts.isEmpty ? 0 : parts[key - firstParts[item]]
  }

  private mutating func update(_ index: Int, _ seen: ClosedRange<Int>, stays: Bool) {
    policy.plan(reading(index, seen, stays: stays), into: &wanted)
    plans += 1
    for part in wanted { wantedBy[firstParts[part.item] + part.part] = plans }
    if policy.cancels { cancelUnwanted() }
    var (urgent, ahead) = (0, 0)
    for flow in transfers.flows { if flow.isUrgent { urgent += 1 } else { ahead += 1 } }
    let lanes = policy.lanes ?? .max
    for part in wanted {
      guard transfers.hasRoom else { return }
      let key = firstParts[part.item] + part.part
      guard states[key] == .absent, (part.isUrgent ? urgent : ahead) < lanes else { continue }
      states[key] = .underWay
      transfers.request(key, bytes: bytes(key), isUrgent: part.isUrgent)
      log?.asked[key] = transfers.time
      if part.isUrgent { urgent += 1 } else { ahead += 1 }
    }
  }

  private mutating func cancelUnwanted() {
    guard transfers.flows.contains(where: { wantedBy[$0.key] != plans }) else { return }
    var given: [Transfers.Flow] = []
    let (marks, plan) = (wantedBy, plans)
    transfers.cancel(keeping: { marks[$0] == plan }) { given.append($0) }
    for flow in given {
      states[flow.key] = .absent
      note(flow.key, began: flow.beginsAt, .cancelled)
    }
  }

  private func reading(_ index: Int, _ seen: ClosedRange<Int>, stays: Bool) -> PolicyReading {
    let active = visits[index].item
    let before = index > 0 ? visits[index - 1].item : active - 1
    return PolicyReading(
      items: items, seen: seen, active: active, stays: stays, direction: before > active ? -1 : 1,
      speed: abs(active - before), future: visits[(index + 1)...])
  }

  /// Returns the visible cards if the screen's center is in the active card.
  private func seen(around active: Int) -> ClosedRange<Int> {
    let half = max(0, 0.5 - items[active].height / 2)
    var (first, last) = (active, active)
    var room = half
    while first > 0, room > 0 {
      first -= 1
      room -= max(0.05, items[first].height)
    }
    room = half
    while last < items.count - 1, room > 0 {
      last += 1
      room -= max(0.05, items[last].height)
    }
    return first...last
  }

  private mutating func note(_ key: Int, began: Double, _ end: SessionLog.Load.End) {
    guard let asked = log?.asked.removeValue(forKey: key) else { return }
    let item = owners[key]
    log?.loads.append(
      SessionLog.Load(
        item: item, part: key - firstParts[item], asked: asked, began: min(began, transfers.time),
        ended: transfers.time,
        end: end))
  }
}

/// The outcome of one run.
public struct PrefetchOutcome: Hashable, Sendable {
  /// The number of cards viewed.
  public var visits = 0
  /// The number of cards that weren't loaded when they became active, by kind.
  public var loaders: [PrefetchItem.Kind: Int] = [:]
  /// Seconds of each visit until its card was shown, or until the viewer left it.
  public var waits: [Double] = []
  /// The total waiting time in seconds.
  public var stalled = 0.0
  /// The total duration in seconds.
  public var seconds = 0.0
  /// Bytes that the link carried.
  public var bytes = 0.0
  /// Bytes that were canceled or never seen.
  public var wasted = 0.0
  /// Bytes of complete parts. With canceled and unfinished ones, the sum is `bytes`.
  public var loadedBytes = 0.0
  /// Bytes of canceled parts.
  public var cancelledBytes = 0.0
  /// Bytes of parts that were loading at the end.
  public var unfinishedBytes = 0.0
  /// The number of requests.
  public var requests = 0
  /// The number of canceled requests.
  public var cancellations = 0

  public init() {}

  /// The number of cards that weren't loaded when they became active.
  public var loaderCount: Int { loaders.values.reduce(0, +) }

  /// Returns a percentile of waiting times in seconds (nearest rank).
  ///
  /// - Parameter share: From 0 to 1.
  public func wait(atMostOf share: Double) -> Double {
    guard !waits.isEmpty else { return 0 }
    let sorted = waits.sorted()
    return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
  }
}

/// The log of one session, load by load, for a timeline. Seconds from its start.
package struct SessionLog: Sendable {
  package struct CardVisit: Hashable, Sendable {
    package let item: Int
    package let began: Double
    /// Nil if the viewer left it before.
    package let shown: Double?
    package let ended: Double
  }

  package struct Load: Hashable, Sendable {
    package enum End: String, Sendable { case loaded, cancelled, unfinished }

    package let item: Int
    package let part: Int
    package let asked: Double
    /// The arrival of the first byte.
    package let began: Double
    package let ended: Double
    package let end: End
  }

  package var visits: [CardVisit] = []
  /// The loads in the order of their ends.
  package var loads: [Load] = []
  /// The request times of current loads, by the run's number of the part.
  var asked: [Int: Double] = [:]

  package init() {}
}
