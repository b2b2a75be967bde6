import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A nonblocking socket. Its descriptor is closed with the last reference.
final class Socket: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // Keep the descriptor out of child processes such as browsers.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// A failed system call.
  struct Failure: Error {
    var code: Int32

    init() { code = errno }

    /// The system's error message.
    var reason: String { String(cString: strerror(code)) }
  }

  // MARK: Listening

  /// Returns a socket that listens on 127.0.0.1.
  ///
  /// - Parameter port: 0 for any free port.
  static func listening(on port: UInt16) throws(Failure) -> Socket {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Failure() }
    let listener = Socket(descriptor)
    // Bind the port although connections of an earlier run are still in TIME_WAIT.
    listener.set(SO_REUSEADDR, at: SOL_SOCKET)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound, listen(descriptor, 128) == 0 else { throw Failure() }
    return listener
  }

  /// The local port; 0 if unknown.
  var port: UInt16 {
    var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
    }
    return isKnown ? UInt16(bigEndian: address.sin_port) : 0
  }

  enum Arrival {
    case connection(Socket)
    case nobody
    /// The process or the system is out of descriptors or memory.
    case noRoom
    case failure(Failure)
  }

  func accepted() -> Arrival {
    while true {
      let descriptor = accept(descriptor, nil, nil)
      guard descriptor < 0 else {
        let socket = Socket(descriptor)
        socket.set(TCP_NODELAY, at: Int32(IPPROTO_TCP))
        #if canImport(Darwin)
          socket.set(SO_NOSIGPIPE, at: SOL_SOCKET)
        #endif
        return .connection(socket)
      }
      switch errno {
      case EAGAIN, EWOULDBLOCK: return .nobody
      // The client closed the connection before it was accepted.
      case EINTR, ECONNABORTED, EPROTO: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noRoom
      default: return .failure(Failure())
      }
    }
  }

  private func set(_ option: Int32, at level: Int32) {
    var isOn: Int32 = 1
    setsockopt(descriptor, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  // MARK: Talking

  enum Transfer {
    /// The number of bytes moved; 0 if the other side has closed its direction.
    case moved(Int)
    case later
    case failed
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    Self.transfer { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    #if canImport(Glibc)
      return Self.transfer { Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags) }
    #elseif canImport(Musl)
      return Self.transfer { Musl.send(descriptor, bytes.baseAddress, bytes.count, flags) }
    #else
      return Self.transfer { Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags) }
    #endif
  }

  /// Closes the sending direction.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes both directions, which wakes threads that wait for them.
  func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// - Parameter event: `POLLIN` or `POLLOUT`.
  /// - Returns: False if nothing happened until the deadline.
  func wait(for event: Int32, until end: ContinuousClock.Instant) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    while true {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return false }
      let found = poll(&entry, 1, Int32(min(left / .milliseconds(1) + 1, 1e9)))
      if found > 0 { return true }
      guard found == 0 || errno == EINTR else { return false }
    }
  }

  private static func transfer(_ move: () -> Int) -> Transfer {
    while true {
      let count = move()
      if count >= 0 { return .moved(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .later
      default: return .failed
      }
    }
  }
}
