import Diagnostics
import Files

/// A client for one host's API, with a token in a custom header. The rules of fetching (pacing, waits, redirects,
/// secrets) apply here too.
package struct APIClient: Sendable {
  package struct Options: Sendable {
    package var credentials: Credentials
    /// The header for the token.
    package var tokenHeader: String
    /// The maximum wait in seconds.
    package var maxWait: Double
    package var proxy: String?
    package var certificates: String?
    /// The maximum size of a response in bytes.
    package var limit: Int

    package init(credentials: Credentials, tokenHeader: String, maxWait: Double, limit: Int) {
      (self.credentials, self.tokenHeader, self.maxWait, self.limit) = (credentials, tokenHeader, maxWait, limit)
    }
  }

  /// A service's explanation of a refused request.
  package struct Refusal: Sendable {
    package let status: Int
    package let reason: String
    package let hint: String?

    package init(status: Int, reason: String, hint: String?) {
      (self.status, self.reason, self.hint) = (status, reason, hint)
    }
  }

  private let client: HTTPClient
  private let base: HTTPAddress
  private let secret: Secret
  private let limit: Int
  private let refusal: @Sendable (_ status: Int, _ body: [UInt8]) -> Refusal?

  /// - Parameters:
  ///   - base: `https://host`.
  ///   - waiting: Receives the reason and the seconds of a wait.
  ///   - refusal: Reads an error message from a response; nil falls back to the status.
  /// - Throws: `Diagnostic`. Returns nil if there is no token for the host.
  package init?(
    base: String, _ options: Options, _ environment: Environment,
    waiting: @escaping @Sendable (_ why: String, _ seconds: Double) -> Void,
    refusal: @escaping @Sendable (_ status: Int, _ body: [UInt8]) -> Refusal?
  ) throws(Diagnostic) {
    guard let address = HTTPAddress(base) else {
      throw Diagnostic(FetchIssue.badOption(name: "--base-url", value: base, wanted: "a URL like https://host"))
    }
    guard let found = try options.credentials.find(for: address, in: environment) else { return nil }
    let settings = CurlTransport.Settings(proxy: options.proxy, certificates: options.certificates, environment)
    let transport: CurlTransport
    do throws(TransportFault) { transport = try CurlTransport(settings) } catch {
      throw Diagnostic(FetchIssue.transport(error))
    }
    client = HTTPClient(
      transport: transport, named: address, clock: .system, maxWait: options.maxWait, waiting: waiting)
    secret = Secret(found.secret.value, for: address.origin, header: options.tokenHeader)
    (self.base, limit, self.refusal) = (address, options.limit, refusal)
  }

  /// Writes an answer to a file while it arrives.
  ///
  /// - Parameters:
  ///   - path: The path with its query.
  ///   - file: The file's path in `tree`.
  /// - Throws: `Diagnostic` of a refusal, with a hint; `CancellationError`.
  package func answer(_ path: String, to file: RelativePath, in tree: FileTree) async throws -> RegularFile {
    var request = try request(base.resolving(path), path)
    request.secret = secret
    (request.limits.size, request.limits.total) = (limit, 900)
    let body = BodyFile(file, in: tree, limit: limit)
    let judge = { [refusal] (answer: HTTPResponse) -> HTTPClient.FollowUp? in
      if ErrorMessages.isWebPage(answer.body) { return .stop(.webPage(title: WebPage(answer.body).title)) }
      return refusal(answer.status, answer.body).map {
        .stop(.refused(status: $0.status, said: $0.reason, hint: $0.hint))
      }
    }
    _ = try await client.answer(request, to: body, judge: judge)
    return try written(body)
  }

  /// Writes a file of at most 256 MB while it arrives. Its address may be on another host, which doesn't receive the
  /// token.
  ///
  /// - Throws: `Diagnostic`, `CancellationError`.
  package func file(_ address: String, to file: RelativePath, in tree: FileTree) async throws -> RegularFile {
    var request = try request(HTTPAddress(address), address)
    request.limits.size = 256 << 20
    let body = BodyFile(file, in: tree, limit: request.limits.size)
    _ = try await client.answer(request, to: body)
    return try written(body)
  }

  private func written(_ body: BodyFile) throws(Diagnostic) -> RegularFile {
    do throws(FileError) { return try body.file() } catch { throw error.diagnostic }
  }

  private func request(_ address: HTTPAddress?, _ text: String) throws(Diagnostic) -> HTTPRequest {
    guard let address else {
      throw Diagnostic(FetchIssue.badOption(name: "the address", value: text, wanted: "one like https://host/path"))
    }
    return HTTPRequest(address)
  }
}
