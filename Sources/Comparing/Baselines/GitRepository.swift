import Diagnostics
import Files
import Foundation

/// The git repository that tracks a project's baselines, read without running any program that the repository names.
///
/// A branch can contain a folder that git takes for a bare repository, with a configuration that runs programs. So git
/// never searches for the repository: it is the nearest `.git` at or above the project. Folders below the project count
/// only as submodules, whose data the repository itself holds.
struct GitRepository {
  /// The top folder of the work tree.
  let root: String
  /// The repository's own data: `.git`, or the folder that a worktree's or a submodule's `.git` file names.
  private let data: String
  private let client: Client

  /// Seconds for one command.
  static let seconds = 60.0

  /// The git program, with its bounds.
  private struct Client {
    let program: String
    let environment: [String: String]
    let seconds: Double

    /// - Throws: `Diagnostic` if there is no git.
    init(_ variables: [String: String], seconds: Double) throws(Diagnostic) {
      guard let program = ChildProcess.path(of: "git", in: variables) else { throw Diagnostic(HistoryIssue.noGit) }
      self.program = program
      self.seconds = seconds
      var environment = ChildProcess.boundedEnvironment(variables)
      environment.merge(Self.own) { $1 }
      self.environment = environment
    }

    private static let own = [
      // An empty list allows no protocol, so git fetches no missing object of a partial clone.
      "GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
      "GIT_PAGER": "cat", "GIT_ATTR_NOSYSTEM": "1",
    ]

    /// Each setting of a repository that names a program, or a file to read, for the commands that run here.
    private static let settings = [
      "safe.bareRepository=explicit", "log.showSignature=false", "core.fsmonitor=false", "core.hooksPath=/dev/null",
      "core.pager=cat", "core.sshCommand=false", "core.gitProxy=", "core.askPass=", "credential.helper=",
      "core.attributesFile=/dev/null", "core.excludesFile=/dev/null", "diff.external=", "diff.orderFile=/dev/null",
      "protocol.allow=never", "gc.auto=0", "maintenance.auto=false", "log.mailmap=false", "log.follow=false",
      "color.ui=false", "i18n.logOutputEncoding=UTF-8", "submodule.recurse=false",
    ]

    func run(
      _ arguments: [String], in folder: String, ceiling: String? = nil, limit: Int = 1 << 20
    ) throws(Diagnostic) -> ChildProcess {
      var environment = environment
      if let ceiling { environment["GIT_CEILING_DIRECTORIES"] = ceiling }
      let options =
        ["--no-pager", "--literal-pathspecs", "--no-optional-locks"] + Self.settings.flatMap { ["-c", $0] }
      do throws(FileError) {
        return try ChildProcess.run(
          program, options + arguments, environment: environment, in: folder,
          within: .init(output: limit, seconds: seconds))
      } catch {
        throw Diagnostic(HistoryIssue.gitFailed(reason: error.fact.reason), at: Place(file: folder))
      }
    }
  }

  /// - Parameters:
  ///   - baselines: The folder whose history is asked for.
  ///   - project: The folder of the project file.
  ///   - variables: The process's; git gets few of them.
  ///   - seconds: For each command of git.
  /// - Throws: `Diagnostic` if there is no git, no repository, or one that git or this refuses.
  init(
    tracking baselines: URL, of project: URL, variables: [String: String], seconds: Double
  ) throws(Diagnostic) {
    client = try Client(variables, seconds: seconds)
    let (baselines, project) = (Self.path(baselines), Self.path(project))
    // Baselines outside of the project's repository may have one of their own.
    let roots = [Self.root(atOrAbove: project), Self.root(atOrAbove: baselines)].compactMap { $0 }
    guard let root = roots.first(where: { Self.isWithin(baselines, $0) }) else {
      throw Diagnostic(HistoryIssue.noRepository, at: Place(file: baselines))
    }
    let data = try Self.data(of: root, client)
    // The innermost submodule between the two.
    for folder in Self.chain(from: baselines) where folder != root && Self.isWithin(folder, root) {
      let link = "\(folder)/.git"
      guard FileStamp(link, following: false)?.kind == .file, let inner = Self.target(of: link, in: folder),
        Self.isWithin(inner, "\(data)/modules")
      else { continue }
      (self.root, self.data) = (folder, try Self.data(of: folder, client))
      return
    }
    (self.root, self.data) = (root, data)
  }

  /// Runs a command of git that reads the repository.
  ///
  /// - Parameter limit: Bytes of output.
  /// - Throws: `Diagnostic` if git can't be run, or exceeds its bounds.
  func run(_ arguments: [String], limit: Int) throws(Diagnostic) -> ChildProcess {
    try client.run(["--git-dir=\(data)", "--work-tree=\(root)"] + arguments, in: root, limit: limit)
  }

  /// The path of a file from the top folder.
  func path(of file: String, in folder: URL) -> String {
    let folder = Self.path(folder)
    return folder == root ? file : "\(folder.dropFirst(root == "/" ? 1 : root.count + 1))/\(file)"
  }

  // MARK: Where the repository is

  private static func path(_ url: URL) -> String {
    let path = FileSystem.resolved(url).standardizedFileURL.path
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func isWithin(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : "\(folder)/")
  }

  /// A folder and those above it, innermost first.
  private static func chain(from folder: String) -> [String] {
    var chain = [folder]
    while let last = chain.last, last != "/", !last.isEmpty {
      chain.append((last as NSString).deletingLastPathComponent)
    }
    return chain
  }

  /// The nearest folder with a `.git`. As git does, this skips a `.git` folder that holds no repository.
  private static func root(atOrAbove folder: String) -> String? {
    chain(from: folder).first { folder in
      let path = folder == "/" ? "/.git" : "\(folder)/.git"
      return switch FileStamp(path, following: true)?.kind {
      case .file: true
      case .folder: FileStamp("\(path)/HEAD", following: false) != nil
      default: false
      }
    }
  }

  /// The folder that a `.git` file names.
  private static func target(of link: String, in folder: String) -> String? {
    guard let text = try? RegularFile(URL(fileURLWithPath: link)).text(limit: 1 << 16), text.hasPrefix("gitdir: ")
    else { return nil }
    let named = text.dropFirst("gitdir: ".count).prefix { !$0.isNewline }
    return path(URL(fileURLWithPath: String(named), relativeTo: URL(fileURLWithPath: folder, isDirectory: true)))
  }

  /// Asks git for a repository's data, in its top folder alone. So git's own rules about owners apply, which it does not
  /// check for a folder that is given with `--git-dir`.
  private static func data(of root: String, _ client: Client) throws(Diagnostic) -> String {
    let asked = try client.run(
      ["rev-parse", "--absolute-git-dir"], in: root, ceiling: (root as NSString).deletingLastPathComponent)
    guard asked.status == 0 else {
      throw Diagnostic(HistoryIssue.refused(reason: GitRepository.message(of: asked)), at: Place(file: root))
    }
    var named = String(decoding: asked.output, as: UTF8.self)
    if named.hasSuffix("\n") { named.removeLast() }
    let data = path(URL(fileURLWithPath: named))
    // A branch can't contain a `.git` folder, but a folder of any other name. A worktree's data is never inside of it.
    let own = root == "/" ? "/.git" : "\(root)/.git"
    let isOwn = FileStamp(own, following: false)?.kind == .folder && data == own
    guard isOwn || !isWithin(data, root) else {
      throw Diagnostic(
        HistoryIssue.refused(reason: "its .git leads to \(data), a folder of its own work tree"), at: Place(file: root))
    }
    return data
  }

  /// The first line of what git writes to standard error.
  static func message(of run: ChildProcess) -> String {
    let line = String(decoding: run.error, as: UTF8.self).split(whereSeparator: \.isNewline).first
    let words = line.map(String.init) ?? "status \(run.status)"
    return words.hasPrefix("fatal: ") ? String(words.dropFirst("fatal: ".count)) : words
  }
}
