import Foundation

/// Limits for each client, so that none can block the server for the others.
package struct ServerLimits: Sendable {
  /// The number of open connections. One more closes the one that has been idle longest or, at worst, the slowest
  /// reader.
  package var connections: Int
  /// The length of the request line, and of any one header with its name, in bytes.
  var fieldBytes = 32 << 10
  /// The length of all headers of a request, in bytes.
  var headerBytes = 64 << 10
  var headers = 100
  /// The length of an unexpected body that is skipped to reach the next request, in bytes.
  var unwantedBytes = 1 << 20
  /// The time from the first byte of a request to the end of its headers.
  package var headTime = Duration.seconds(10)
  /// The time from the end of the headers to the end of the body.
  package var bodyTime = Duration.seconds(60)
  /// The time to wait for the first byte of the next request.
  package var idleTime = Duration.seconds(60)
  /// The time in which a response may make no progress.
  package var stallTime = Duration.seconds(60)
  /// The time in which a reader must take a part of a response to keep its connection if others need room.
  package var slowReading = Duration.seconds(2)
  /// The time for the client to take the last response and close the connection.
  var lingerTime = Duration.seconds(2)

  /// - Parameter descriptors: The limit of open descriptors of this process.
  package init(descriptors: Int = Self.descriptorLimit()) {
    // Each connection may need a second descriptor for a file, and the process opens files of its own.
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
