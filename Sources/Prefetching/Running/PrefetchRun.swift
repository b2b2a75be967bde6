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
  private var outcome = PrefetchOutcome()

  private enum State: UInt8 { case absent, underWay, loaded }

  /// Half a second: who stays so long is taken to look.
  private static let staying = 0.5

  /// - Parameters:
  ///   - items: Not empty.
  ///   - visits: The same for every policy that is compared.
  package init(items: [PrefetchItem], visits: [Viewer.Visit], loop: Viewer.Loop, link: Link, policy: PrefetchPolicy) {
    self.items = items
    self.visits = visits
    self.loop = loop
    self.policy = policy
    transfers = Transfers(link)
    var (firsts, owners) = ([Int](), [Int]())
    for (index, item) in items.enumerated() {
      firsts.append(owners.count)
      owners += Array(repeating: index, count: max(1, item.parts.count))
    }
    (firstParts, self.owners) = (firsts, owners)
    states = Array(repeating: .absent, count: owners.count)
    hasBeenSeen = Array(repeating: false, count: items.count)
  }

  package mutating func run() -> PrefetchOutcome {
    guard !items.isEmpty else { return outcome }
    for index in visits.indices { visit(index) }
    outcome.seconds = transfers.time
    outcome.bytes = transfers.carried / 8
    outcome.requests = transfers.requests
    outcome.cancellations = transfers.cancellations
    var wasted = transfers.cancelled
    for flow in transfers.flows { wasted += flow.received }
    for (key, state) in states.enumerated() where state == .loaded && !hasBeenSeen[owners[key]] {
      wasted += Double(bytes(key)) * 8
    }
    outcome.wasted = wasted / 8
    return outcome
  }

  // MARK: A visit

  private mutating func visit(_ index: Int) {
    let visit = visits[index]
    let began = transfers.time
    let isReady = states[firstParts[visit.item]] == .loaded
    outcome.visits += 1
    if !isReady { outcome.loaders[items[visit.item].kind, default: 0] += 1 }
    hasBeenSeen[visit.item] = true
    var shown = isReady ? began : nil
    var leaves = loop == .open || isReady ? began + visit.dwell : .infinity
    var looksAt = began + Self.staying
    update(index, stays: false)
    while transfers.time < leaves {
      let next = min(transfers.nextEvent, leaves, looksAt)
      // Nothing is under way, nothing will be: who waits would wait for ever.
      guard next.isFinite else { break }
      var hasArrived = false
      advance(to: next) { hasArrived = true }
      if shown == nil, states[firstParts[visit.item]] == .loaded {
        shown = transfers.time
        if loop == .closed { leaves = transfers.time + visit.dwell }
      }
      if next >= looksAt {
        looksAt = .infinity
        hasArrived = true
      }
      if hasArrived, transfers.time < leaves { update(index, stays: looksAt == .infinity) }
    }
    let waited = (shown ?? transfers.time) - began
    outcome.waits.append(waited)
    outcome.stalled += waited
  }

  private mutating func advance(to time: Double, _ arrived: () -> Void) {
    var keys: [Int] = []
    transfers.advance(to: time) { keys.append($0) }
    for key in keys { states[key] = .loaded }
    if !keys.isEmpty { arrived() }
  }

  // MARK: Loads

  private func bytes(_ key: Int) -> Int {
    let item = owners[key]
    let parts = items[item].parts
    return parts.isEmpty ? 0 : parts[key - firstParts[item]]
  }

  private mutating func update(_ index: Int, stays: Bool) {
    policy.plan(reading(index, stays: stays), into: &wanted)
    if policy.cancels {
      let (wanted, firstParts) = (wanted, firstParts)
      var given: [Int] = []
      transfers.cancel(where: { key in !wanted.contains { firstParts[$0.item] + $0.part == key } }) { given.append($0) }
      for key in given { states[key] = .absent }
    }
    var (urgent, ahead) = (0, 0)
    for flow in transfers.flows { if flow.isUrgent { urgent += 1 } else { ahead += 1 } }
    let lanes = policy.lanes ?? .max
    for part in wanted {
      guard transfers.hasRoom else { return }
      let key = firstParts[part.item] + part.part
      guard states[key] == .absent, (part.isUrgent ? urgent : ahead) < lanes else { continue }
      let bytes = bytes(key)
      if bytes <= 0 {
        states[key] = .loaded
        continue
      }
      states[key] = .underWay
      transfers.request(key, bytes: bytes, isUrgent: part.isUrgent)
      if part.isUrgent { urgent += 1 } else { ahead += 1 }
    }
  }

  private func reading(_ index: Int, stays: Bool) -> PolicyReading {
    let active = visits[index].item
    let before = index > 0 ? visits[index - 1].item : active - 1
    return PolicyReading(
      items: items, seen: seen(around: active), active: active, stays: stays, direction: before > active ? -1 : 1,
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
}
