/// One viewer over one link by one policy, event by event. No clock, no files: the same arguments give the same outcome.
package struct PrefetchRun {
  private let items: [PrefetchItem]
  private let policy: PrefetchPolicy
  private let visits: [Viewer.Visit]
  private let loop: Viewer.Loop
  private var transfers: Transfers
  /// Of each part: where the first of each item stands.
  private let firstParts: [Int]
  private let owners: [Int]
  private var states: [State]
  private var hasBeenSeen: [Bool]
  private var wanted: [WantedPart] = []
  /// The plan that a part was last wanted by.
  private var wantedBy: [Int]
  private var plans = 0
  private var outcome = PrefetchOutcome()
  /// Parts that arrived before their card was seen, in this session.
  private var unseen: [Int] = []
  /// Bytes that were there and that nobody saw before the session's end.
  private var lost = 0.0
  /// What happened, told load by load; nil where nobody asks.
  package private(set) var log: SessionLog?

  private enum State: UInt8 { case absent, underWay, loaded }

  /// Half a second: who stays so long is taken to look.
  private static let staying = 0.5

  /// - Parameters:
  ///   - items: Not empty.
  ///   - visits: The same for every policy that is compared.
  ///   - isLogged: Whether `log` tells afterwards what happened.
  package init(
    items: [PrefetchItem], visits: [Viewer.Visit], loop: Viewer.Loop, link: Link, policy: PrefetchPolicy,
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
        // Nothing has to be loaded of it.
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

  // MARK: A visit

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
      // Nothing is under way, nothing will be: who waits would wait for ever.
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
      SessionLog.Visit(item: visit.item, began: began, shown: shown, ended: transfers.time))
  }

  /// The viewer leaves: what is under way is given up, and what was loaded for nothing is lost.
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

  /// What a screen shows whose middle lies in the active card's.
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

/// What one run came to.
public struct PrefetchOutcome: Hashable, Sendable {
  /// Cards that were looked at.
  public var visits = 0
  /// Cards that were not there when they became active, by kind.
  public var loaders: [PrefetchItem.Kind: Int] = [:]
  /// Seconds of each visit until its card was shown, or until it was left.
  public var waits: [Double] = []
  /// Seconds of all waits.
  public var stalled = 0.0
  /// Seconds from beginning to end.
  public var seconds = 0.0
  /// That the link carried.
  public var bytes = 0.0
  /// Of these, of what was given up or never seen.
  public var wasted = 0.0
  /// Of parts that are there whole, of those that were given up, and of those under way at the end: together `bytes`.
  public var loadedBytes = 0.0
  /// Of parts that were given up on the way.
  public var cancelledBytes = 0.0
  /// Of parts that were under way at the end.
  public var unfinishedBytes = 0.0
  /// How many parts were asked for.
  public var requests = 0
  /// How many of those were given up on the way.
  public var cancellations = 0

  public init() {}

  /// Cards that were not there when they became active.
  public var loaderCount: Int { loaders.values.reduce(0, +) }

  /// Seconds that a share of all visits waited at most (nearest rank).
  ///
  /// - Parameter share: From 0 to 1.
  public func wait(atMostOf share: Double) -> Double {
    guard !waits.isEmpty else { return 0 }
    let sorted = waits.sorted()
    return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
  }
}

/// One session, load by load: what a picture of it is drawn from. Seconds from its beginning.
package struct SessionLog: Sendable {
  package struct Visit: Hashable, Sendable {
    package let item: Int
    package let began: Double
    /// Nil where it was left before.
    package let shown: Double?
    package let ended: Double
  }

  package struct Load: Hashable, Sendable {
    package enum End: String, Sendable { case loaded, cancelled, unfinished }

    package let item: Int
    package let part: Int
    package let asked: Double
    /// When its first byte came.
    package let began: Double
    package let ended: Double
    package let end: End
  }

  package var visits: [Visit] = []
  /// In the order in which they ended.
  package var loads: [Load] = []
  /// When what is under way was asked for, by the run's number of the part.
  var asked: [Int: Double] = [:]

  package init() {}
}
