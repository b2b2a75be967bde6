import CCurl
import Synchronization

/// A libcurl transfer. It is started, ended and called back only on the loop's thread.
final class CurlTransfer: Sendable {
  typealias Outcome = Result<HTTPHead, TransportFault>

  /// `@unchecked Sendable`: the pointer in it is only used on the loop's thread.
  private struct State: @unchecked Sendable {
    var continuation: CheckedContinuation<Outcome, Never>?
    var transfer: OpaquePointer?
    var head = HTTPHead(status: 0)
    /// Whether the body has started and the head was delivered.
    var isBodyBegun = false
    /// Whether the receiver stopped the transfer.
    var isStopped = false
    var isCancelled = false
  }

  private let request: HTTPRequest
  private let receiver: any BodyReceiver
  private let state = Mutex(State())
  /// The request body to send.
  private let kept = Mutex<CStringCopies?>(nil)

  init(_ request: HTTPRequest, _ receiver: any BodyReceiver) {
    (self.request, self.receiver) = (request, receiver)
  }

  func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
    state.withLock { $0.continuation = continuation }
  }

  func start(on multi: OpaquePointer, _ settings: CurlTransport.Settings) {
    if state.withLock({ $0.isCancelled }) { return finish(.failure(TransportFault(.cancelled, "cancelled"))) }
    var callbacks = ccurl_callbacks(header: curlHeader, body: curlBody, done: curlEnd)
    // Retained by the transfer until its end.
    let context = Unmanaged.passRetained(self).toOpaque()
    let transfer = withCRequest(settings) { ccurl_begin(multi, $0, &callbacks, context) }
    guard let transfer else {
      Unmanaged<CurlTransfer>.fromOpaque(context).release()
      return finish(.failure(TransportFault(.other, "the request can't be created")))
    }
    state.withLock { $0.transfer = transfer }
  }

  func cancel(on multi: OpaquePointer) {
    let transfer = state.withLock { state in
      defer { state.transfer = nil }
      state.isCancelled = true
      return state.transfer
    }
    guard let transfer else { return }
    ccurl_cancel(multi, transfer)
    finish(.failure(TransportFault(.cancelled, "cancelled")))
    Unmanaged.passUnretained(self).release()
  }

  private func finish(_ outcome: Outcome) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: outcome)
  }

  // MARK: Callbacks of libcurl

  fileprivate func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var line = String(decoding: bytes, as: UTF8.self)
    while line.last?.isNewline == true { line.removeLast() }
    return state.withLock { state in
      // Of several heads (100 Continue, a proxy's response), the last one counts.
      if line.hasPrefix("HTTP/") {
        state.head = HTTPHead(status: 0)
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        state.head.headers.append(HTTPHeader(String(line[..<colon]), String(value)))
      }
      return state.head.headers.count <= 1000
    }
  }

  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer, status: Int) -> Bool {
    do {
      try beginBody(status: status)
      try receiver.append(bytes)
      return true
    } catch {
      state.withLock { $0.isStopped = true }
      return false
    }
  }

  private func beginBody(status: Int) throws {
    let head = state.withLock { state -> HTTPHead? in
      guard !state.isBodyBegun else { return nil }
      state.isBodyBegun = true
      return state.head
    }
    guard var head else { return }
    head.status = status
    try receiver.begin(head)
  }

  fileprivate func takeEnd(code: Int32, status: Int, reason: String, isRefused: Bool) {
    let (head, isStopped) = state.withLock { state in
      state.transfer = nil
      return (HTTPHead(status: status, headers: state.head.headers), state.isStopped)
    }
    if isStopped { return finish(.failure(TransportFault(.stopped, "the transfer was stopped"))) }
    guard code == 0, status > 0 else {
      let kind = isRefused ? .privateAddress : code == 0 ? .cutShort : CurlTransfer.kind(code, reason)
      return finish(.failure(TransportFault(kind, reason)))
    }
    do {
      // A response without a body hasn't started one.
      try beginBody(status: status)
      finish(.success(head))
    } catch {
      finish(.failure(TransportFault(.stopped, "the transfer was stopped")))
    }
  }

  /// Maps libcurl's error codes (libcurl-errors(3)). Some proxy errors can only be detected by their messages.
  private static func kind(_ code: Int32, _ reason: String) -> TransportFault.Kind {
    switch code {
    case 7 where reason.contains("proxy"), 56 where reason.contains("CONNECT"): .proxy
    case 6: .noSuchHost
    case 7: .refused
    case 28: .timedOut
    case 18, 52, 55, 56, 61, 92, 95: .cutShort
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91: .notTrusted
    case 5, 97: .proxy
    default: .other
    }
  }
}

// MARK: - C interface

extension CurlTransfer {
  fileprivate func withCRequest(
    _ settings: CurlTransport.Settings, _ body: (UnsafePointer<ccurl_request>) -> OpaquePointer?
  ) -> OpaquePointer? {
    let texts = CStringCopies()
    let headers = request.headers.map { header -> UnsafePointer<CChar>? in
      // For libcurl, an empty header to send ends in a semicolon.
      texts.copy(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
    }
    var made = ccurl_request()
    made.method = texts.copy(request.method)
    made.url = texts.copy(request.address.text)
    made.user_agent = texts.copy(settings.userAgent)
    let proxy = settings.proxies.proxy(for: request.address)
    made.proxy = proxy.flatMap(texts.copy)
    made.resolved = settings.resolved.flatMap(texts.copy)
    made.certificates = settings.certificates.flatMap(texts.copy)
    made.accepts_compressed = request.acceptsCompressed ? 1 : 0
    // A proxy's address comes from the user; its own connections are up to the proxy.
    made.realm = (proxy == nil ? request.scope : .special).code
    made.fresh = request.isFresh ? 1 : 0
    made.connect_timeout = request.limits.patience
    made.total_timeout = request.limits.total
    made.low_speed = request.limits.lowSpeed
    made.low_speed_time = request.limits.patience
    defer { withExtendedLifetime(texts) {} }
    return headers.withUnsafeBufferPointer { headers in
      made.headers = headers.baseAddress
      made.header_count = headers.count
      guard let bytes = request.body else { return body(&made) }
      // libcurl reads it during the transfer, so it must live as long as the transfer.
      return texts.copy(bytes).flatMap { copy in
        (made.body, made.body_size) = (UnsafePointer(copy), bytes.count)
        kept.withLock { $0 = texts }
        return body(&made)
      }
    }
  }
}

/// C copies of strings, valid for the lifetime of this object.
///
/// `@unchecked Sendable`: written by one thread while a request is set up, and then only freed.
final class CStringCopies: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawPointer] = []

  func copy(_ text: String) -> UnsafePointer<CChar>? {
    // A zero byte would end the string early.
    let bytes = text.utf8.filter { $0 != 0 && $0 != 0x0A && $0 != 0x0D } + [0]
    return copy(bytes).map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
  }

  func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8>? {
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    block.copyMemory(from: bytes, byteCount: bytes.count)
    blocks.append(block)
    return block.assumingMemoryBound(to: UInt8.self)
  }

  deinit { for block in blocks { block.deallocate() } }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
  context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func curlHeader(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int32 {
  transfer(context)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: count)) == true ? 0 : 1
}

private func curlBody(
  _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ status: Int
) -> Int32 {
  transfer(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: count), status: status) == true ? 0 : 1
}

private func curlEnd(
  _ context: UnsafeMutableRawPointer?, _ code: Int32, _ status: Int, _ reason: UnsafePointer<CChar>?, _ isRefused: Int32
) {
  guard let context else { return }
  // The last call releases the transfer.
  let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeRetainedValue()
  transfer.takeEnd(
    code: code, status: status, reason: reason.map { String(cString: $0) } ?? "", isRefused: isRefused != 0)
}
