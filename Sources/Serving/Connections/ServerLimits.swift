import Foundation

/// How much of everything a server takes from whoever connects, so that nobody can make it too busy for the others.
struct ServerLimits: Sendable {
  /// Open at a time. One more closes the one that has been idle longest, at the worst the slowest reader.
  var connections: Int
  /// Bytes of the request line, and of any one header with its name.
  var fieldBytes = 32 << 10
  /// Bytes of all headers of a request.
  var headerBytes = 64 << 10
  var headers = 100
  /// Bytes of a body that nobody asked for, read over to get to the next request.
  var unwantedBytes = 1 << 20
  /// From the first byte of a request to the end of its headers.
  var headTime = Duration.seconds(10)
  /// From there to the end of its body.
  var bodyTime = Duration.seconds(60)
  /// Before the first byte of the next request.
  var idleTime = Duration.seconds(60)
  /// In which no piece of an answer gets through.
  var stallTime = Duration.seconds(60)
  /// In which a reader who is not to make room for others takes a piece of an answer.
  var slowReading = Duration.seconds(2)
  /// For the client to take a last answer and hang up.
  var lingerTime = Duration.seconds(2)

  /// - Parameter descriptors: How many this process may have open.
  init(descriptors: Int = Self.descriptorLimit()) {
    // A connection may send a file, and the process has files of its own.
    connections = min(128, max(8, (descriptors - 64) / 2))
  }

  static func descriptorLimit() -> Int {
    var limit = rlimit()
    #if canImport(Darwin)
      let found = getrlimit(RLIMIT_NOFILE, &limit)
    #else
      let found = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #endif
    return found == 0 ? Int(clamping: limit.rlim_cur) : 256
  }
}
