import DataFormats
import Foundation
import Prefetching
import Support
import Testing

@Suite("Traces of links")
struct TraceTests {
  /// Recorded links, with the result on which two independent programs agree.
  @Test("a recorded link gives the outcome that others compute, to a millionth of a second")
  func recordedLinks() throws {
    guard let url = ExtraVectors.url("vectors/network/traces.json") else { return }
    let root = try JSONDocument.parse([UInt8](Data(contentsOf: url))).root
    let segments = (root.child("segment_bits")?.listed() ?? []).compactMap(\.value.double).map { Int($0 / 8) }
    let (duration, buffer) = ((root.double("segment_ms") ?? 0) / 1000, (root.double("buffer_ms") ?? 0) / 1000)
    for trace in root.child("traces")?.listed() ?? [] {
      let steps = (trace.child("steps")?.listed() ?? []).map { step in
        let pair = step.listed().compactMap(\.value.double)
        return RateTrace.Step(duration: pair[0] / 1000, rate: pair[1] * 1000)
      }
      let link = Self.link(try RateTrace(steps), latency: (trace.double("latency_ms") ?? 0) / 1000)
      let outcome = Self.play(segments, lasting: duration, buffer: buffer, over: link)
      let name = Comment(rawValue: trace.text("name") ?? "–")
      #expect(abs(outcome.stall - (trace.double("stall_s") ?? -1)) <= 1e-6, name)
      #expect(abs(outcome.session - (trace.double("session_s") ?? -1)) <= 1e-6, name)
    }
  }

  /// 80,000 bits in the first second, nothing in the next two, the rest half a second into the next round.
  @Test("a step without a rate is waited through")
  func pause() throws {
    var transfers = Transfers(
      Self.link(try RateTrace([.init(duration: 1, rate: 80_000), .init(duration: 2, rate: 0)]), latency: 0))
    #expect(Self.seconds(of: 15_000, over: &transfers) == 3.5)
  }

  @Test(
    "anything that is not a trace is refused",
    arguments: [
      ([], RateTrace.Fault.empty), ([RateTrace.Step(duration: -1, rate: 1)], .badStep(0)),
      ([RateTrace.Step(duration: 1, rate: 1), RateTrace.Step(duration: 1, rate: -1)], .badStep(1)),
      ([RateTrace.Step(duration: 1, rate: .nan)], .badStep(0)), ([RateTrace.Step(duration: 1, rate: 0)], .neverCarries),
      ([RateTrace.Step(duration: 0.0009, rate: 1e6)], .badStep(0)),
      ([RateTrace.Step(duration: 3600, rate: 7999)], .hardlyCarries),
      ([RateTrace.Step(duration: 0.001, rate: 799_999)], .hardlyCarries),
    ])
  func refused(_ steps: [RateTrace.Step], _ fault: RateTrace.Fault) {
    #expect(throws: fault) { try RateTrace(steps) }
  }

  private static func link(_ trace: RateTrace, latency: Double) -> NetworkLink {
    var link = NetworkLink(name: "test", trace: trace, roundTrip: latency, serverTime: 0, hasSlowStart: false)
    link.setupTrips = 0
    return link
  }

  private static func seconds(of bytes: Int, over transfers: inout Transfers) -> Double {
    let start = transfers.time
    transfers.request(0, bytes: bytes, isUrgent: true)
    repeat { transfers.advance(to: transfers.nextEvent) } while transfers.arrivals.isEmpty
    return transfers.time - start
  }

  /// Loads segments one after the other into a limited buffer, like a video player.
  ///
  /// - Parameters:
  ///   - segments: The size of each segment in bytes.
  ///   - duration: The playing time of each segment in seconds.
  ///   - buffer: The playing time that fits into the buffer, in seconds.
  /// - Returns: The seconds of an empty buffer after playing had started, and the seconds from the first request to the
  ///   end.
  private static func play(_ segments: [Int], lasting duration: Double, buffer: Double, over link: NetworkLink)
    -> (stall: Double, session: Double)
  {
    var transfers = Transfers(link)
    var (stall, buffered) = (0.0, 0.0)
    for (number, bytes) in segments.enumerated() {
      let wait = max(0, buffered + duration - buffer)
      transfers.advance(to: transfers.time + wait)
      buffered -= wait
      let seconds = seconds(of: bytes, over: &transfers)
      if number > 0 {
        stall += max(0, seconds - buffered)
        buffered = max(0, buffered - seconds)
      }
      buffered += duration
    }
    return (stall, transfers.time + buffered)
  }
}
