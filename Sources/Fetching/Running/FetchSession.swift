import Diagnostics
import Files
import Foundation
import RunSupport

/// One run of `fetch`, from the request to a filled folder.
package struct FetchSession: Sendable {
  let plan: FetchPlan
  let environment: Environment
  let progress: FetchProgress
  package var clock = FetchClock.system
  package var makeTransport: @Sendable (CurlTransport.Settings) throws(TransportFault) -> any HTTPTransport = {
    settings throws(TransportFault) in try CurlTransport(settings)
  }

  package init(plan: FetchPlan, environment: Environment, progress: FetchProgress) {
    (self.plan, self.environment, self.progress) = (plan, environment, progress)
  }

  /// The target as far as the folder and the source determine it.
  struct Target: Sendable {
    var folder: URL
    var source: String
    /// Nil if the folder determines the request.
    var name: SourceName?
    var site: SourceHost
    /// The known source of the folder.
    var known: JournalLine?
    /// Nil if nothing was fetched yet.
    var state: FolderState?
  }

  /// - Throws: `RunFailure`; `CancellationError`.
  package func run() async throws -> FetchSummary {
    do {
      return try await fetch()
    } catch let failure as RunFailure {
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch {
      let diagnostics = RunFailure(stopping: error).diagnostics
      for diagnostic in diagnostics {
        // Other commands have another option for the output.
        let hint = diagnostic.hint?.replacing("--output", with: "--into")
        progress.report(hint.map(diagnostic.hinting) ?? diagnostic)
      }
      throw RunFailure.reported(diagnostics.first?.kind ?? .input)
    }
  }

  private func fetch() async throws -> FetchSummary {
    let target = try target()
    let site = target.site
    let found = try plan.credentials.find(for: site.active, in: environment)
    let client = HTTPClient(
      transport: try transport(), named: site.active, clock: clock, maxWait: plan.maxWait, sleep: plan.sleep,
      waiting: progress.wait)
    var secret = found?.secret
    var session: (any RenewableSecret)?
    let limits = plan.options.transfer
    if let signing = signing(for: target), let password = found?.secret {
      guard let login = found?.login else {
        throw Diagnostic(FetchIssue.badOption(name: "--login", value: "", wanted: "the account's handle"))
      }
      progress.begin("signing in to \(site.active.host)")
      let opened = try await signing.open(client, site.active, limits, login, password)
      (session, secret) = (opened, opened.secret)
    }
    let resolver = SourceResolver(client: client, site: site, secret: secret, limits: limits)
    let resolved = try await resolved(target, resolver)
    let folder = try FetchFolder.open(target.folder)
    try check(folder, resolved.feed, site)
    progress.begin(
      "fetching \(target.source) (\(resolved.feed.kind.name)) into \(environment.shownPath(target.folder))")
    let run = FetchRun(
      folder: folder, feed: resolved.feed, site: site, client: client, access: FetchRun.Access(secret, of: session),
      options: plan.options, progress: progress)
    // A refused source leaves no folder.
    defer { folder.removeIfEmpty() }
    return try await run.run(source: target.source, answer: resolved.answer, actor: resolved.actor)
  }

  private func transport() throws -> any HTTPTransport {
    var settings = CurlTransport.Settings(proxy: plan.proxy, certificates: plan.certificates, environment)
    settings.connections = plan.options.media.tasks
    do throws(TransportFault) {
      return try makeTransport(settings)
    } catch {
      throw Diagnostic(FetchIssue.transport(error))
    }
  }

  // MARK: Target

  /// - Throws: `Diagnostic`.
  func target() throws -> Target {
    let asFolder = environment.url(plan.source)
    if plan.into == nil, !plan.source.contains(":"), FileSystem.exists(asFolder) {
      guard let state = try FetchFolder.look(at: asFolder) else {
        throw Diagnostic(FetchIssue.notAFetchedFolder, at: Place(file: plan.source))
      }
      guard let known = state.source else { throw Diagnostic(FetchIssue.sourceLost, at: Place(file: plan.source)) }
      return try target(asFolder, known, state)
    }
    let name: SourceName
    do throws(FetchIssue) { name = try SourceName(plan.source) } catch { throw Diagnostic(error) }
    let folder = environment.url(plan.into ?? FetchPlan.folderName(for: plan.source))
    let state = try FetchFolder.look(at: folder)
    let base = try base(plan.base)
    // The same source means the same feed, so it isn't resolved again.
    if let state, let known = state.source, known.source == plan.source, !state.walks.isEmpty {
      return try target(folder, known, state)
    }
    return Target(
      folder: folder, source: plan.source, name: name, site: SourceHost(name.host, base: base), known: state?.source,
      state: state)
  }

  private func target(_ folder: URL, _ known: JournalLine, _ state: FolderState) throws -> Target {
    guard let natural = known.url.flatMap({ HTTPAddress($0) }) else {
      throw Diagnostic(FetchIssue.journalBroken(line: 1), at: Place(file: folder.path))
    }
    let base = try base(plan.base ?? known.base)
    return Target(
      folder: folder, source: known.source ?? "", name: nil, site: SourceHost(natural, base: base), known: known,
      state: state
    )
  }

  private func base(_ text: String?) throws -> HTTPAddress? {
    guard let text else { return nil }
    guard let address = HTTPAddress(text) else {
      throw Diagnostic(FetchIssue.badOption(name: "--base-url", value: text, wanted: "a URL like https://host"))
    }
    return address
  }

  private func resolved(_ target: Target, _ resolver: SourceResolver) async throws -> SourceResolver.ResolvedSource {
    if let name = target.name { return try await resolver.resolve(name) }
    guard let known = target.known, let service = known.service?.service,
      let top = known.top.flatMap(target.site.restored)
    else {
      throw Diagnostic(FetchIssue.journalBroken(line: 1), at: Place(file: target.folder.path))
    }
    return SourceResolver.ResolvedSource(feed: service.feed(top))
  }

  /// Returns the session to sign in to; nil if a token suffices.
  private func signing(for target: Target) -> FetchService.Session? {
    func signing(_ kind: ServiceKind, _ top: HTTPAddress) -> FetchService.Session? {
      kind.service?.session.flatMap { $0.isNeeded(top) ? $0 : nil }
    }
    if let name = target.name {
      if case .api(let kind, let address) = name { return signing(kind, address) }
      return nil
    }
    guard let kind = target.known?.service, let top = target.known?.top.flatMap(target.site.restored) else {
      return nil
    }
    return signing(kind, top)
  }

  /// Checks that the folder doesn't hold another feed.
  private func check(_ folder: FetchFolder, _ feed: any FeedService, _ site: SourceHost) throws {
    guard let known = folder.look({ $0.walks.isEmpty ? nil : $0.source }) else { return }
    guard known.service == feed.kind, known.top == site.stored(feed.top) else {
      throw Diagnostic(FetchIssue.otherSource(known: known.source ?? "?"), at: Place(file: folder.path))
    }
  }
}
