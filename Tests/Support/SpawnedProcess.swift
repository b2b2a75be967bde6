import Foundation
import Synchronization

/// Runs another program during tests.
///
/// On Linux, Foundation's `Process` reads the list of open descriptors and copies each entry with the largest possible
/// size, past the end of the list. With the hundreds of descriptors that tests open, this sometimes crashes.
package final class SpawnedProcess: Sendable {
  package let processIdentifier: pid_t
  /// The exit status or signal; nil while the program runs.
  private let end = Mutex<Int32?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - environment: All of its variables.
  ///   - folder: The working folder.
  ///   - input: A descriptor; nil for empty input.
  ///   - output: A file that is created or replaced.
  ///   - error: Like `output`; may be the same file.
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
    // The program must not inherit descriptors of other tests.
    for descriptor in Int32(3)..<4096 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)

    // The function that sets a child's working folder is missing from the headers that Swift imports.
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

  /// Waits for the end. Returns the exit status, or the signal that ended the program.
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
