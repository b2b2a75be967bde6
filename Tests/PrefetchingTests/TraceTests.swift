import Foundation
import JSONTree
import Prefetching
import Support
import Testing

@Suite("Traces of links")
struct TraceTests {
  /// Recorded links with the outcome that two independent programs agree on.
  @Test("a recorded link gives the outcome that others compute, to a millionth of a second")
  func recordedLinks() throws {
    guard let url = ExtraVectors.url("vectors/network/traces.json") else { return }
    let root = try JSONDocument.parse([UInt8](Data(contentsOf: url))).root
    let plan = SegmentPlan(
      segments: (root.child("segment_bits")?.listed() ?? []).compactMap(\.value.double),
      duration: (root.double("segment_ms") ?? 0) / 1000, buffer: (root.double("buffer_ms") ?? 0) / 1000)
    for trace in root.child("traces")?.listed() ?? [] {
      let steps = (trace.child("steps")?.listed() ?? []).map { step in
        let pair = step.listed().compactMap(\.value.double)
        return RateTrace.Step(duration: pair[0] / 1000, rate: pair[1] * 1000)
      }
      let outcome = plan.run(over: try RateTrace(steps), latency: (trace.double("latency_ms") ?? 0) / 1000)
      let name = Comment(rawValue: trace.text("name") ?? "–")
      #expect(abs(outcome.stall - (trace.double("stall_s") ?? -1)) <= 1e-6, name)
      #expect(abs(outcome.session - (trace.double("session_s") ?? -1)) <= 1e-6, name)
    }
  }

  /// 3 s of play in 1 s: the second waits for nothing, the tenth for room in the buffer of 6 s.
  @Test("a plan over a constant rate is what one counts by hand")
  func byHand() throws {
    let plan = SegmentPlan(segments: Array(repeating: 1000, count: 3), duration: 3, buffer: 6)
    let outcome = plan.run(over: try RateTrace(constant: 1000), latency: 0)
    // Loaded at 1 and 2 s; the third has room from 2 s on, when 5 s of play are left, at 1 s more: 3 s; 6 s of play then.
    #expect(outcome == SegmentPlan.Outcome(stall: 0, session: 10))
  }

  @Test("a step without a rate is waited through")
  func pause() throws {
    let trace = try RateTrace([.init(duration: 1, rate: 8), .init(duration: 2, rate: 0)])
    var cursor = TraceCursor(trace)
    #expect(cursor.carry(12) == 3.5)
  }

  @Test(
    "what is no trace is refused",
    arguments: [
      ([], RateTrace.Fault.empty), ([RateTrace.Step(duration: -1, rate: 1)], .badStep(0)),
      ([RateTrace.Step(duration: 1, rate: 1), RateTrace.Step(duration: 1, rate: -1)], .badStep(1)),
      ([RateTrace.Step(duration: 1, rate: .nan)], .badStep(0)), ([RateTrace.Step(duration: 1, rate: 0)], .neverCarries),
    ])
  func refused(_ steps: [RateTrace.Step], _ fault: RateTrace.Fault) {
    #expect(throws: fault) { try RateTrace(steps) }
  }
}
