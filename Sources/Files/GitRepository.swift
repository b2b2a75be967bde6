import Foundation

/// The git repository that tracks a folder of a project, read without running any program that the repository names.
///
/// A branch can contain a folder that git takes for a bare repository, with a configuration that runs programs. So git
/// never searches for the repository: it is the nearest `.git` at or above the project. Folders below the project count
/// only as submodules, whose data the repository itself holds.
package struct GitRepository {
  /// The top folder of the work tree.
  package let root: String
  /// The git directory: `.git`, or the folder that the `.git` file of a worktree or a submodule names.
  private let data: String
  private let client: Client

  /// The time limit for one command, in seconds.
  package static let seconds = 60.0

  /// The git program, with its bounds.
  private struct Client {
    let program: String
    let environment: [String: String]
    let seconds: Double

    /// - Throws: `GitError` if git is missing.
    init(_ variables: [String: String], seconds: Double) throws(GitError) {
      guard let program = ChildProcess.path(of: "git", in: variables) else { throw GitError(.noGit) }
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

    /// Settings of a repository that name a program to run or a file to read in the commands used here.
    private static let settings = [
      "safe.bareRepository=explicit", "log.showSignature=false", "core.fsmonitor=false", "core.hooksPath=/dev/null",
      "core.pager=cat", "core.sshCommand=false", "core.gitProxy=", "core.askPass=", "credential.helper=",
      "core.attributesFile=/dev/null", "core.excludesFile=/dev/null", "diff.external=", "diff.orderFile=/dev/null",
      "protocol.allow=never", "gc.auto=0", "maintenance.auto=false", "log.mailmap=false", "log.follow=false",
      "color.ui=false", "i18n.logOutputEncoding=UTF-8", "submodule.recurse=false",
    ]

    func run(
      _ arguments: [String], in folder: String, ceiling: String? = nil, limit: Int = 1 << 20
    ) throws(GitError) -> ChildProcess {
      var environment = environment
      if let ceiling { environment["GIT_CEILING_DIRECTORIES"] = ceiling }
      let options =
        ["--no-pager", "--literal-pathspecs", "--no-optional-locks"] + Self.settings.flatMap { ["-c", $0] }
      do throws(FileError) {
        return try ChildProcess.run(
          program, options + arguments, environment: environment, in: folder,
          within: .init(output: limit, seconds: seconds))
      } catch {
        throw GitError(.failed(reason: error.fact.reason), at: folder)
      }
    }
  }

  /// - Parameters:
  ///   - tracked: The folder whose history is needed.
  ///   - project: The folder of the project file.
  ///   - variables: The environment of the process. git gets few of them.
  ///   - seconds: The time limit for each git command.
  /// - Throws: `GitError` if git or the repository is missing, or git or this type refuses it.
  package init(
    tracking tracked: URL, of project: URL, variables: [String: String], seconds: Double
  ) throws(GitError) {
    client = try Client(variables, seconds: seconds)
    let (tracked, project) = (Self.path(tracked), Self.path(project))
    // A folder outside of the project's repository may have its own.
    let roots = [Self.root(atOrAbove: project), Self.root(atOrAbove: tracked)].compactMap { $0 }
    guard let root = roots.first(where: { Self.isWithin(tracked, $0) }) else {
      throw GitError(.noRepository, at: tracked)
    }
    let data = try Self.data(of: root, client)
    // The innermost submodule between the two.
    for folder in Self.chain(from: tracked) where folder != root && Self.isWithin(folder, root) {
      let link = "\(folder)/.git"
      guard FileStamp(link, following: false)?.kind == .file, let inner = Self.target(of: link, in: folder),
        Self.isWithin(inner, "\(data)/modules")
      else { continue }
      (self.root, self.data) = (folder, try Self.data(of: folder, client))
      return
    }
    (self.root, self.data) = (root, data)
  }

  /// Runs a git command that reads the repository.
  ///
  /// - Parameter limit: The largest output in bytes.
  /// - Throws: `GitError` if git can't be run or exceeds its limits.
  package func run(_ arguments: [String], limit: Int) throws(GitError) -> ChildProcess {
    try client.run(["--git-dir=\(data)", "--work-tree=\(root)"] + arguments, in: root, limit: limit)
  }

  /// Returns the path of a file relative to the top folder.
  package func path(of file: String, in folder: URL) -> String {
    let folder = Self.path(folder)
    return folder == root ? file : "\(folder.dropFirst(root == "/" ? 1 : root.count + 1))/\(file)"
  }

  // MARK: Finding the repository

  private static func path(_ url: URL) -> String {
    let path = FileSystem.resolved(url).standardizedFileURL.path
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func isWithin(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : "\(folder)/")
  }

  /// Returns a folder and its parents, innermost first.
  private static func chain(from folder: String) -> [String] {
    var chain = [folder]
    while let last = chain.last, last != "/", !last.isEmpty {
      chain.append((last as NSString).deletingLastPathComponent)
    }
    return chain
  }

  /// Returns the nearest folder with a `.git`. Like git, skips a `.git` folder that contains no repository.
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

  /// Returns the folder that a `.git` file names.
  private static func target(of link: String, in folder: String) -> String? {
    guard let text = try? RegularFile(URL(fileURLWithPath: link)).text(limit: 1 << 16), text.hasPrefix("gitdir: ")
    else { return nil }
    let named = text.dropFirst("gitdir: ".count).prefix { !$0.isNewline }
    return path(URL(fileURLWithPath: String(named), relativeTo: URL(fileURLWithPath: folder, isDirectory: true)))
  }

  /// Asks git for the git directory of a top folder. This way, git checks the owner, which it doesn't do for a folder
  /// given with `--git-dir`.
  private static func data(of root: String, _ client: Client) throws(GitError) -> String {
    let asked = try client.run(
      ["rev-parse", "--absolute-git-dir"], in: root, ceiling: (root as NSString).deletingLastPathComponent)
    guard asked.status == 0 else {
      throw GitError(.refused(reason: GitRepository.message(of: asked)), at: root)
    }
    var named = String(decoding: asked.output, as: UTF8.self)
    if named.hasSuffix("\n") { named.removeLast() }
    let data = path(URL(fileURLWithPath: named))
    // A branch can't contain a folder named `.git`, but it can contain the same data under another name. The data of a
    // worktree is never inside of it.
    let own = root == "/" ? "/.git" : "\(root)/.git"
    let isOwn = FileStamp(own, following: false)?.kind == .folder && data == own
    guard isOwn || !isWithin(data, root) else {
      throw GitError(.refused(reason: "its .git points to \(data), a folder in its own work tree"), at: root)
    }
    return data
  }

  /// Returns the first line of git's error output, without `fatal:`.
  package static func message(of run: ChildProcess) -> String {
    let line = String(decoding: run.error, as: UTF8.self).split(whereSeparator: \.isNewline).first
    let words = line.map(String.init) ?? "status \(run.status)"
    return words.hasPrefix("fatal: ") ? String(words.dropFirst("fatal: ".count)) : words
  }
}

/// Why git can't read a repository.
package struct GitError: Error {
  package enum Fact: Sendable {
    case noGit, noRepository
    /// git can't or must not read the repository.
    case refused(reason: String)
    case failed(reason: String)
  }

  package let fact: Fact
  /// The folder that git was asked about; nil if git is missing.
  package let folder: String?

  fileprivate init(_ fact: Fact, at folder: String? = nil) {
    (self.fact, self.folder) = (fact, folder)
  }
}
