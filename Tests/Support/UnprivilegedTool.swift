import Foundation

/// The tool, run as a user whose permissions count. Root reads any folder: for root, the tool runs as another user, who
/// gets the folder.
package enum UnprivilegedTool {
  private static let user = "65534"

  private static let prefix =
    geteuid() == 0 ? ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] : []

  /// Whether there is such a user, and the tool can be run by it.
  package static let isAvailable: Bool = {
    let command = prefix + [Tool.executable.path, "--version"]
    let outcome = try? Tool.run(command: command, in: URL(fileURLWithPath: "/"))
    return outcome?.status == 0
  }()

  package static func run(_ arguments: [String], in folder: URL) throws -> Tool.Outcome {
    if geteuid() == 0 {
      _ = try Tool.run(command: ["chown", "-R", "\(user):\(user)", folder.path], in: folder)
    }
    return try Tool.run(
      command: prefix + [Tool.executable.path] + arguments,
      environment: ["FEEDPROOF_HOME": Checkout.folder.path, "HOME": folder.path], in: folder)
  }

  /// Calls `body` while only root may read the folder at `path`.
  package static func closing<Result>(_ path: String, in folder: URL, _ body: () throws -> Result) throws -> Result {
    let closed = folder.appendingPathComponent(path).path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed) }
    return try body()
  }
}
