import CCurl
import Files
import Foundation
import RunSupport
import Synchronization

/// Sends requests through libcurl, which is loaded on the first one. A single thread drives all transfers.
package final class CurlTransport: HTTPTransport {
  package struct Settings: Sendable {
    var userAgent: String
    package var proxies = ProxyChoice()
    /// A PEM file of trusted certificates; nil for the system's.
    var certificates: String?
    /// `HOST:PORT:ADDRESS`: overrides the system's name resolution.
    package var resolved: String?
    /// The maximum number of connections per host.
    var connections = 6

    package init(userAgent: String) {
      self.userAgent = userAgent
    }

    /// Creates settings from the options on the network.
    init(proxy: String?, certificates: String?, _ environment: Environment) {
      self.init(userAgent: "feedproof/\(FeedproofVersion.current)")
      proxies = ProxyChoice(proxy, variables: environment.variables)
      self.certificates = certificates.map { environment.url($0).path }
    }
  }

  private let loop: CurlLoop

  /// - Throws: `TransportFault` if libcurl is missing.
  package init(_ settings: Settings) throws(TransportFault) {
    loop = try CurlLoop(settings)
  }

  deinit { loop.stop() }

  /// The version, e.g. `libcurl/7.88.1 OpenSSL/3.0.9 …`.
  package static var version: String? { ccurl_open() == nil ? ccurl_version().map { String(cString: $0) } : nil }

  package func send(
    _ request: HTTPRequest, to receiver: any BodyReceiver
  ) async throws(TransportFault) -> HTTPHead {
    let transfer = CurlTransfer(request, receiver)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfer.wait(continuation)
        loop.begin(transfer)
      }
    } onCancel: {
      loop.cancel(transfer)
    }
    return try result.get()
  }
}

/// The thread that drives transfers, and its queue of work.
private final class CurlLoop: Sendable {
  private enum Order: Sendable {
    case begin(CurlTransfer)
    case cancel(CurlTransfer)
    case stop
  }

  /// `@unchecked Sendable`: created once and freed by the loop's thread as its last action. Other threads only wake it,
  /// under the lock that also guards `isOver`, which is set before it is freed.
  private struct Multi: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private let settings: CurlTransport.Settings
  private let multi: Multi
  private let orders = Mutex<(waiting: [Order], isOver: Bool)>(([], false))

  init(_ settings: CurlTransport.Settings) throws(TransportFault) {
    self.settings = settings
    if let problem = ccurl_open() { throw TransportFault(.unavailable, String(cString: problem)) }
    guard let pointer = ccurl_multi_new(Int(4 * settings.connections), Int(settings.connections)) else {
      throw TransportFault(.unavailable, "not enough memory for transfers")
    }
    multi = Multi(pointer: pointer)
    Thread.detachNewThread { [self] in run() }
  }

  func begin(_ transfer: CurlTransfer) { give(.begin(transfer)) }
  func cancel(_ transfer: CurlTransfer) { give(.cancel(transfer)) }
  func stop() { give(.stop) }

  private func give(_ order: Order) {
    orders.withLock { orders in
      guard !orders.isOver else { return }
      orders.waiting.append(order)
      ccurl_wake(multi.pointer)
    }
  }

  private func run() {
    while true {
      let waiting = orders.withLock { orders in
        defer { orders.waiting.removeAll() }
        return orders.waiting
      }
      for order in waiting {
        switch order {
        case .begin(let transfer): transfer.start(on: multi.pointer, settings)
        case .cancel(let transfer): transfer.cancel(on: multi.pointer)
        case .stop:
          orders.withLock { $0.isOver = true }
          return ccurl_multi_free(multi.pointer)
        }
      }
      ccurl_drive(multi.pointer, 1000)
    }
  }
}
