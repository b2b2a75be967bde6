/// What runs are compared by. All but waits and shares are for a thousand cards looked at.
package enum PrefetchMeasure: String, Codable, CaseIterable, Sendable {
  /// Cards that were not there when they became active.
  case loaders
  /// Seconds that were waited for all of them.
  case waited
  /// Seconds from becoming active to shown, that half of all cards, nine of ten and 99 of 100 stay within.
  case wait50, wait90, wait99
  /// The share of all time that was waited.
  case stalled
  /// Millions of bytes that the link carried, and those of them that nobody saw.
  case megabytes, wasted
  case requests, cancellations

  package func value(of outcome: PrefetchOutcome) -> Double {
    let scale = outcome.visits == 0 ? 0 : 1000 / Double(outcome.visits)
    return switch self {
    case .loaders: outcome.loadersPerThousand
    case .waited: outcome.stalled * scale
    case .wait50: outcome.wait(atMostOf: 0.5)
    case .wait90: outcome.wait(atMostOf: 0.9)
    case .wait99: outcome.wait(atMostOf: 0.99)
    case .stalled: outcome.stalledShare
    case .megabytes: outcome.bytes / 1e6 * scale
    case .wasted: outcome.wasted / 1e6 * scale
    case .requests: Double(outcome.requests) * scale
    case .cancellations: Double(outcome.cancellations) * scale
    }
  }
}

/// What one viewer's run came to, in the numbers that are compared.
package struct RunFigures: Hashable, Sendable {
  private let values: [Double]
  /// Of loaders, for a thousand cards.
  package let loadersByKind: [PrefetchItem.Kind: Double]

  package init(_ outcome: PrefetchOutcome) {
    // Sorted once for all three.
    var sorted = outcome
    sorted.waits.sort()
    values = PrefetchMeasure.allCases.map { $0.value(of: sorted) }
    loadersByKind = outcome.loaders.mapValues { Double($0) * 1000 / Double(max(1, outcome.visits)) }
  }

  package subscript(measure: PrefetchMeasure) -> Double {
    values[PrefetchMeasure.allCases.firstIndex(of: measure) ?? 0]
  }
}
