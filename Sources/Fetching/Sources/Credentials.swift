import Diagnostics
import Files
import Foundation

/// The source of a token: a file, an environment variable, or `.netrc`. Never the command line, which everybody on the
/// machine can read.
package struct Credentials: Sendable {
  package var file: String?
  package var variable: String?
  /// The account's name, if a service requires a name and a password.
  var login: String?

  package init(file: String? = nil, variable: String? = nil, login: String? = nil) {
    (self.file, self.variable, self.login) = (file, variable, login)
  }

  struct Credential: Sendable {
    var secret: Secret
    var login: String?
  }

  private static let sizeLimit = 1 << 16

  /// Returns the secret for a host; nil if none was given and `.netrc` has none.
  ///
  /// - Throws: `Diagnostic`.
  func find(for address: HTTPAddress, in environment: Environment) throws(Diagnostic) -> Credential? {
    guard let (text, place, name) = try text(for: address.host, environment) else { return nil }
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty else { throw Diagnostic(FetchIssue.secretMissing(place)) }
    guard token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw Diagnostic(FetchIssue.secretUnreadable(place)) }
    guard address.scheme == "https" || address.scope > .web else {
      throw Diagnostic(FetchIssue.secretOverPlainHTTP(host: address.host))
    }
    return Credential(secret: Secret(token, for: address.origin), login: login ?? name)
  }

  private func text(
    for host: String, _ environment: Environment
  ) throws(Diagnostic) -> (text: String, place: String, login: String?)? {
    if let file {
      let path = file.hasPrefix("~/") ? (environment.variables["HOME"] ?? "~") + file.dropFirst() : file
      return (try Self.read(environment.url(path).path, as: file), file, nil)
    }
    if let variable {
      guard let text = environment.variables[variable] else {
        throw Diagnostic(FetchIssue.secretMissing("$\(variable)"))
      }
      return (text, "$\(variable)", nil)
    }
    let place = environment.variables["NETRC"] ?? environment.variables["HOME"].map { "\($0)/.netrc" }
    guard let place, let text = try? RegularFile(place).text(limit: Self.sizeLimit) else { return nil }
    return Netrc(text).entry(for: host).map { ($0.password, place, $0.login) }
  }

  private static func read(_ path: String, as name: String) throws(Diagnostic) -> String {
    do throws(FileError) {
      return try RegularFile(path).text(limit: sizeLimit)
    } catch {
      throw error.unreadable(as: name)
    }
  }
}

/// Parses `machine HOST login NAME password SECRET`, as curl and ftp do.
struct Netrc {
  struct Entry: Equatable {
    var login: String?
    var password: String
  }

  private var entries: [(host: String?, entry: Entry)] = []

  init(_ text: String) {
    var words = text.split(separator: "\n").flatMap { line in
      // A comment takes a whole line.
      line.drop { $0.isWhitespace }.hasPrefix("#") ? [] : line.split { $0.isWhitespace }
    }[...]
    var host: String?
    var (isOpen, login, password) = (false, String?.none, String?.none)
    func close(_ entries: inout [(host: String?, entry: Entry)]) {
      if isOpen, let password { entries.append((host, Entry(login: login, password: password))) }
      (login, password) = (nil, nil)
    }
    while let word = words.popFirst() {
      switch word {
      case "machine":
        close(&entries)
        (host, isOpen) = (words.popFirst().map { $0.lowercased() }, true)
      case "default":
        close(&entries)
        (host, isOpen) = (nil, true)
      case "login": login = words.popFirst().map(String.init)
      case "password": password = words.popFirst().map(String.init)
      default: continue
      }
    }
    close(&entries)
  }

  /// Returns the entry of the host; never the default entry, which wasn't meant for it.
  func entry(for host: String) -> Entry? { entries.first { $0.host == host }?.entry }
}
