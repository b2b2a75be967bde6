import Foundation
import Synchronization

/// Another program that runs beside the tests.
///
/// Foundation's `Process` on Linux looks through the list of open descriptors and copies each entry with the largest size
/// that one can have, past the end of the list; with hundreds of descriptors open, as tests have, that ends the tests now and then.
package final class SpawnedProcess: Sendable {
  package let processIdentifier: pid_t
  /// How it ended: its status or its signal; nil while it runs.
  private let end = Mutex<Int32?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: Its path, and its arguments.
  ///   - environment: All of it.
  ///   - folder: The working folder.
  ///   - input: A descriptor; nil for nothing to read.
  ///   - output: A file that is made anew.
  ///   - error: The same; may be the same file.
  package init(
    _ command: [String], environment: [String: String], folder: URL, input: Int32? = nil, output: URL, error: URL
  ) throws {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    let mode = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 1, output.path, mode, 0o644)
    if output == error {
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, error.path, mode, 0o644)
    }
    // No descriptor of another test gets into it.
    for descriptor in Int32(3)..<4096 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)

    // What sets the folder for a child alone is no part of the headers that Swift sees.
    let shell = ["/bin/sh", "-c", #"cd -- "$0" && exec "$@""#, folder.path] + command
    let arguments = shell.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, shell[0], &actions, &attributes, arguments, variables)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
    processIdentifier = pid
  }

  deinit { _ = isRunning }

  package var isRunning: Bool { ended(waiting: false) == nil }

  /// Waits for the end, and tells the status, or the signal that ended it.
  package var terminationStatus: Int32 { ended(waiting: true) ?? -1 }

  package func terminate() { kill(processIdentifier, SIGTERM) }

  private func ended(waiting: Bool) -> Int32? {
    end.withLock { end in
      if let end { return end }
      var status: Int32 = 0
      var result = waitpid(processIdentifier, &status, waiting ? 0 : WNOHANG)
      while result < 0, errno == EINTR { result = waitpid(processIdentifier, &status, waiting ? 0 : WNOHANG) }
      guard result != 0 else { return nil }
      let signal = status & 0x7F
      end = signal == 0 ? (status >> 8) & 0xFF : signal
      return end
    }
  }
}
