import Diagnostics
import Fetching
import Files
import Foundation
import OutputTransactions
import RunSupport

/// `feedproof figma pull`: saves Figma's responses for a design in a folder. A repeated run downloads them again only
/// if the design has a new version.
package struct FigmaPull: Sendable {
  package struct Options: Sendable {
    /// A file key or a link to the file.
    package var source: String
    package var into: String
    /// The base URL to use instead of Figma's.
    package var base: String?
    package var credentials = Credentials()
    /// Image scale in pixels per point. Nil downloads no images.
    package var scale: Double? = 2
    /// The maximum wait for a rate limit, in seconds.
    package var maxWait = 900.0
    package var proxy: String?
    package var certificates: String?

    package init(source: String, into: String) {
      (self.source, self.into) = (source, into)
    }
  }

  /// The source and version of the files in the folder.
  private struct State: Codable, Equatable {
    var key: String
    var node: String?
    var version: String
    var scale: Double?
    static let file = "pull.json"
  }

  package struct Report: Encodable, Sendable {
    var name: String?
    var version: String?
    /// Whether files were downloaded. False if neither the version nor the options have changed.
    var isNew: Bool
    var files: [String] = []
    /// Frames that Figma could not render.
    var missing: [String] = []
    /// Refused requests that did not stop the run.
    var remarks: [String] = []
    /// Problems with the downloaded file. JSON lists their messages under `remarks`.
    package var problems: [Diagnostic] = []

    private enum CodingKeys: String, CodingKey { case name, version, isNew, files, missing, remarks }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(name, forKey: .name)
      try container.encodeIfPresent(version, forKey: .version)
      try container.encode(isNew, forKey: .isNew)
      try container.encode(files, forKey: .files)
      try container.encode(missing, forKey: .missing)
      try container.encode(remarks + problems.map(\.message), forKey: .remarks)
    }

    /// The largest number of missing images that are listed by name.
    private static let listedGaps = 3

    /// - Parameter isVerbose: Whether every frame without an image is listed.
    package func text(isVerbose: Bool) -> String {
      let head = "\(name ?? "file")\(version.map { ", version \($0)" } ?? "")"
      guard isNew else { return "\(head): no changes\n" }
      let shown = isVerbose ? missing : Array(missing.prefix(Self.listedGaps))
      let rest = missing.count > shown.count ? " and \(missing.count - shown.count) more; list all with --verbose" : ""
      let gaps = missing.isEmpty ? [] : ["Figma returned no image of \(shown.joined(separator: ", "))\(rest)"]
      return ([head] + files.map { "  \($0)" } + (gaps + remarks).map { "note: \($0)" }).joined(separator: "\n") + "\n"
    }
  }

  /// The maximum size of a response, in bytes.
  private static let sizeLimit = 256 << 20
  /// The number of images per request.
  private static let batch = 50

  private let options: Options
  private let environment: Environment
  private let progress: @Sendable (String) -> Void

  package init(_ options: Options, _ environment: Environment, progress: @escaping @Sendable (String) -> Void) {
    (self.options, self.environment, self.progress) = (options, environment, progress)
  }

  /// Downloads the responses and images. Refuses other pulls into the folder meanwhile, because responses of two files
  /// or versions would mix.
  ///
  /// - Throws: `Diagnostic` or `CancellationError`. Completed files stay, but the next run downloads them again.
  package func run() async throws -> Report {
    let url = environment.url(options.into).appendingPathComponent(FigmaResponses.folder)
    let made = [url, environment.url(options.into)].filter { FileStamp($0.path, following: true) == nil }
    let (source, service) = (try Self.source(options.source), try service())
    let tree: FileTree
    do throws(FileError) { tree = try FileTree(making: url.path) } catch { throw error.diagnostic }
    let lock = try FolderLock(tree, shown: environment.shownPath(url))
    defer { withExtendedLifetime(lock) {} }
    do {
      return try await pull(source, service)
    } catch {
      for folder in made { FileSystem.removeFolder(folder.path) }
      throw error
    }
  }

  private func pull(_ source: (key: String, node: String?), _ service: ScratchClient) async throws -> Report {
    let (key, node) = source
    let folder = OutputFolder(environment.url(options.into).appendingPathComponent(FigmaResponses.folder))
    var report = Report(isNew: true)
    let meta = try await service.optional("files/\(key)/meta", "the version", &report.remarks)
    if let meta { (report.name, report.version) = FigmaResponse.version(try Self.bytes(of: meta)) }
    let asked = State(key: key, node: node, version: report.version ?? "", scale: options.scale)
    if !asked.version.isEmpty, var known = state(in: folder) {
      // Without images to download, the scale of the saved ones doesn't matter.
      if options.scale == nil { known.scale = nil }
      if known == asked {
        report.isNew = false
        return report
      }
    }
    func write(_ file: RegularFile, _ name: String) throws {
      _ = try folder.write(to: try .checked(name), replacing: true) { try file.copy(to: $0) }
      report.files.append("\(FigmaResponses.folder)/\(name)")
    }
    let path = node.map { "files/\(key)/nodes?ids=\($0)&plugin_data=shared" } ?? "files/\(key)?plugin_data=shared"
    progress("requesting the file")
    let answer = try await service.ask(path)
    let name = node == nil ? "file.json" : "nodes.json"
    guard case (.file(let file), let problems) = try FigmaResponse.read(try Self.bytes(of: answer), name: name) else {
      throw Diagnostic(FigmaIssue.unknownAnswer, at: Place(file: name))
    }
    report.problems += problems
    try write(answer, name)
    (report.name, report.version) = (file.name ?? report.name, file.version ?? report.version)
    for (path, name, what) in [
      ("files/\(key)/variables/local", "variables.json", "variables"), ("files/\(key)/styles", "styles.json", "styles"),
    ] {
      if let answer = try await service.optional(path, what, &report.remarks) { try write(answer, name) }
    }
    if let scale = options.scale {
      let ids = node.map { [$0] } ?? file.frames.filter { !$0.isHidden }.map(\.id)
      for (id, url) in try await pictures(of: ids, key: key, scale: scale, service) {
        guard let url else {
          report.missing.append(id)
          continue
        }
        progress("fetching the image of \(id)")
        do {
          let picture = try await service.picture(url)
          try write(picture, "\(FigmaResponses.pictureFolder)/\(FigmaFile.pictureName(ofFrame: id, scale: scale))")
        } catch let issue as Diagnostic where issue.code == "fetch.not-found" {
          // A single missing image must not stop the others.
          report.missing.append(id)
        }
      }
    }
    // The state is written last, so that the next run repeats an incomplete download.
    try folder.write(try JSONText.pretty(asked), to: try .checked(State.file))
    return report
  }

  /// The saved state, or nil if no pull has completed in the folder.
  private func state(in folder: OutputFolder) -> State? {
    let text = try? RegularFile(folder.url.appendingPathComponent(State.file)).data(limit: 1 << 16)
    return text.flatMap { try? JSONDecoder().decode(State.self, from: $0) }
  }

  /// Asks Figma to render frames and returns the URLs of the images. A batch that exceeds Figma's time limit is split
  /// in half.
  private func pictures(
    of ids: [String], key: String, scale: Double, _ service: ScratchClient
  ) async throws -> [(id: String, url: String?)] {
    var found: [(id: String, url: String?)] = []
    var pending = stride(from: 0, to: ids.count, by: Self.batch).map {
      Array(ids[$0..<min($0 + Self.batch, ids.count)])
    }
    pending.reverse()
    while let batch = pending.popLast() {
      progress("requesting \(batch.count) images")
      let list = batch.joined(separator: ",")
      do {
        let path = "images/\(key)?ids=\(list)&scale=\(Self.number(scale))&format=png&use_absolute_bounds=true"
        let answer = try Self.bytes(of: try await service.ask(path))
        guard case (.images(let images), _) = try FigmaResponse.read(answer, name: "images")
        else { throw Diagnostic(FigmaIssue.unknownAnswer) }
        let urls = Dictionary(images.map { ($0.id, $0.url) }, uniquingKeysWith: { first, _ in first })
        found += batch.map { ($0, urls[$0] ?? nil) }
      } catch let issue as Diagnostic where issue.message.contains("Render timeout") {
        if batch.count == 1 {
          found.append((batch[0], nil))
        } else {
          pending += [Array(batch[(batch.count / 2)...]), Array(batch[..<(batch.count / 2)])]
        }
      }
    }
    return found
  }

  private static func number(_ scale: Double) -> String { Int(exactly: scale).map(String.init) ?? String(scale) }

  // MARK: Request

  /// Parses a file key, or a link such as `https://www.figma.com/design/KEY/Name?node-id=1-2`.
  static func source(_ text: String) throws(Diagnostic) -> (key: String, node: String?) {
    func isKey(_ key: String) -> Bool { !key.isEmpty && key.utf8.allSatisfy(\.isKeyByte) }
    if isKey(text) { return (text, nil) }
    guard let address = URLComponents(string: text), let host = address.host?.lowercased(),
      host == "figma.com" || host.hasSuffix(".figma.com")
    else { throw Diagnostic(FigmaRunIssue.badSource(text)) }
    var steps = address.path.split(separator: "/").map(String.init)[...]
    // A branch has its own key.
    if let branch = steps.firstIndex(of: "branch") { steps = steps[branch...] }
    guard steps.count > 1, let key = steps.dropFirst().first, isKey(key) else {
      throw Diagnostic(FigmaRunIssue.badSource(text))
    }
    let id = address.queryItems?.first { $0.name == "node-id" }?.value?.replacing("-", with: ":")
    guard let id, id.utf8.allSatisfy({ $0.isKeyByte || $0 == UInt8(ascii: ":") }) else { return (key, nil) }
    return (key, id)
  }

  private func service() throws -> ScratchClient {
    var asked = APIClient.Options(
      credentials: options.credentials, tokenHeader: "X-Figma-Token", maxWait: options.maxWait, limit: Self.sizeLimit)
    (asked.proxy, asked.certificates) = (options.proxy, options.certificates)
    let progress = progress
    let client = try APIClient(base: options.base ?? "https://api.figma.com", asked, environment) { why, seconds in
      progress("waiting \(Int(seconds.rounded(.up))) s: \(why)")
    } refusal: { status, body in
      Self.refusal(status, body)
    }
    guard let client else { throw Diagnostic(FigmaRunIssue.tokenNeeded) }
    let scratch: ScratchFolder
    do throws(FileError) { scratch = try ScratchFolder() } catch { throw error.diagnostic }
    return ScratchClient(client: client, scratch: scratch)
  }

  /// - Throws: `Diagnostic` if the answer can't be read back.
  private static func bytes(of answer: RegularFile) throws(Diagnostic) -> [UInt8] {
    do throws(FileError) { return try answer.bytes(limit: sizeLimit) } catch { throw error.diagnostic }
  }

  /// Parses either form of Figma's errors. Rate limits and server errors are left to the client, which retries them.
  private static func refusal(_ status: Int, _ body: [UInt8]) -> APIClient.Refusal? {
    // A large body is not an error message, so it isn't parsed.
    guard body.count < 1 << 16, case .refused(let told, let reason)? = FigmaResponse.refusal(body) else { return nil }
    if status == 429 || status >= 500 && !reason.contains("Render timeout") { return nil }
    return APIClient.Refusal(
      status: told ?? status, reason: reason, hint: FigmaIssue.refused(status: told, reason: reason).hint)
  }
}

/// Answers go to a file of the run's own while they arrive, so that a large one takes no memory.
private struct ScratchClient: Sendable {
  /// Each answer replaces the one before it.
  private static let (answerFile, pictureFile): (RelativePath, RelativePath) = ("answer", "picture")

  let client: APIClient
  let scratch: ScratchFolder

  func ask(_ path: String) async throws -> RegularFile {
    try await client.answer("/v1/\(path)", to: Self.answerFile, in: scratch.tree)
  }

  func picture(_ url: String) async throws -> RegularFile {
    try await client.file(url, to: Self.pictureFile, in: scratch.tree)
  }

  /// Returns nil and adds a remark if Figma refuses the request. For example, variables require an Enterprise plan.
  func optional(_ path: String, _ what: String, _ remarks: inout [String]) async throws -> RegularFile? {
    do {
      return try await ask(path)
    } catch let issue as Diagnostic where issue.code == "fetch.refused" && !issue.message.contains("oken") {
      remarks.append("\(what): \(issue.message)\(issue.hint.map { "; \($0)" } ?? "")")
      return nil
    }
  }
}

extension UInt8 {
  fileprivate var isKeyByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
