import Fetching
import Foundation
import Synchronization

/// A network with prepared responses that records requests.
final class ScriptedTransport: HTTPTransport {
  struct Answer: Sendable {
    var status = 200
    var headers: [HTTPHeader] = []
    var body: [UInt8] = []
    /// The fault replaces the response, or interrupts it after some bytes.
    var fault: TransportFault?
    var bytesBeforeFault = 0

    init(_ status: Int = 200, _ body: String = "", headers: [String: String] = [:]) {
      (self.status, self.body) = (status, Array(body.utf8))
      self.headers = headers.sorted { $0.key < $1.key }.map { HTTPHeader($0.key, $0.value) }
    }

    init(bytes: [UInt8], type: String) {
      (body, headers) = (bytes, [HTTPHeader("Content-Type", type), HTTPHeader("Content-Length", "\(bytes.count)")])
    }

    init(fault kind: TransportFault.Kind) { fault = TransportFault(kind, "as the test says") }
  }

  private struct State {
    var answers: [String: [Answer]] = [:]
    var requests: [HTTPRequest] = []
  }

  private let state = Mutex(State())

  /// Sets the responses for an address, given in turn. The last one repeats.
  func on(_ address: String, _ answers: Answer...) {
    state.withLock { $0.answers[address] = answers }
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// The requested addresses, in order.
  var asked: [String] { requests.map(\.address.text) }
  func forget() { state.withLock { $0.requests = [] } }

  func send(_ request: HTTPRequest, to receiver: any BodyReceiver) async throws(TransportFault) -> HTTPHead {
    let answer = state.withLock { state in
      state.requests.append(request)
      let answers = state.answers[request.address.text] ?? [Answer(404, #"{"error":"not in this script"}"#)]
      if answers.count > 1 { state.answers[request.address.text] = Array(answers.dropFirst()) }
      return answers[0]
    }
    let head = HTTPHead(status: answer.status, headers: answer.headers)
    do {
      if answer.fault == nil || answer.bytesBeforeFault > 0 { try receiver.begin(head) }
      let bytes = answer.fault == nil ? answer.body : Array(answer.body.prefix(answer.bytesBeforeFault))
      try bytes.withUnsafeBytes { if !$0.isEmpty { try receiver.append($0) } }
    } catch {
      throw TransportFault(.stopped, "the transfer was stopped")
    }
    if let fault = answer.fault { throw fault }
    return head
  }
}

/// A clock that jumps to the end of every wait and records its length.
final class JumpingClock: Sendable {
  private let state: Mutex<(now: Double, waits: [Double])>

  init(now: Double = 1_700_000_000) {
    state = Mutex((now, []))
  }

  var waits: [Double] { state.withLock { $0.waits } }

  var clock: FetchClock {
    FetchClock(
      now: { self.state.withLock { $0.now } },
      sleep: { seconds in
        self.state.withLock { state in
          state.now += seconds
          state.waits.append(seconds)
        }
      },
      random: { $0 })
  }
}
