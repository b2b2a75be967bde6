import Foundation

/// The surroundings of a run: file locations, environment variables, the clock, and input texts.
package struct Environment: Sendable {
  /// The base of relative paths on the command line.
  package var workingFolder: URL
  /// The folder that holds Templates and Mockups.
  package var resourceFolder: URL
  /// Folders searched for the font lock's files, in order.
  package var fontFolders: [URL]
  package var variables: [String: String]
  /// Seconds of a monotonic clock. Used for rates and remaining times, never for rendering.
  package var uptime: @Sendable () -> Double
  package var processorCount: Int
  /// Changes with each build of the tool. Images from another build are not reused.
  package var build: String
  /// The IANA name of the machine's time zone. Used for new projects, never for rendering.
  package var timeZone = "UTC"
  /// The texts of the project, its tokens, and its templates.
  package private(set) var texts = InputTextCache()

  package init(
    workingFolder: URL, resourceFolder: URL, fontFolders: [URL], variables: [String: String],
    uptime: @escaping @Sendable () -> Double, processorCount: Int, build: String
  ) {
    self.workingFolder = workingFolder
    self.resourceFolder = resourceFolder
    self.fontFolders = fontFolders
    self.variables = variables
    self.uptime = uptime
    self.processorCount = processorCount
    self.build = build
  }

  /// A copy that reads every text again.
  package var renewed: Environment {
    var renewed = self
    renewed.texts = InputTextCache()
    return renewed
  }

  /// Returns the environment of the current process.
  ///
  /// - Parameter resources: The folder that holds Templates and Mockups. If nil, searches `FEEDPROOF_HOME`, then the
  ///   parents of the executable, then its `../share/feedproof`.
  package static func process(resources: URL? = nil) -> Environment {
    let variables = ProcessInfo.processInfo.environment
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
    let resources = resources ?? resourceFolder(variables: variables) ?? folder
    var environment = Environment(
      workingFolder: folder,
      resourceFolder: resources,
      fontFolders: fontFolders(variables: variables, resources: resources),
      variables: variables,
      uptime: { ProcessInfo.processInfo.systemUptime },
      processorCount: ProcessInfo.processInfo.activeProcessorCount,
      build: build())
    environment.timeZone = timeZone(variables)
    return environment
  }

  /// Returns the zone name in `TZ` (`Europe/Berlin`, `:Europe/Berlin`). POSIX rules have no name.
  private static func timeZone(_ variables: [String: String]) -> String {
    let name = variables["TZ"].map { String($0.drop { $0 == ":" }) } ?? TimeZone.current.identifier
    let isNamed = name.first?.isLetter == true && name.contains("/") && !name.hasPrefix("Etc/")
    return isNamed && TimeZone(identifier: name) != nil ? name : "UTC"
  }

  /// Returns the executable's size and time. Reading the whole file would take longer than rendering a card.
  private static func build() -> String {
    guard let path = Bundle.main.executableURL?.path, let stamp = FileStamp(path, following: true) else { return "" }
    return "\(stamp.size) \(stamp.modified)"
  }

  private static func resourceFolder(variables: [String: String]) -> URL? {
    if let home = variables["FEEDPROOF_HOME"], !home.isEmpty { return URL(fileURLWithPath: home, isDirectory: true) }
    let executable = Bundle.main.executableURL?.resolvingSymlinksInPath()
    var candidates: [URL] = []
    var parent = executable?.deletingLastPathComponent()
    for _ in 0..<5 {
      guard let folder = parent else { break }
      candidates += [folder, folder.appendingPathComponent("share/feedproof", isDirectory: true)]
      parent = folder.path == "/" ? nil : folder.deletingLastPathComponent()
    }
    return candidates.first {
      FileSystem.exists($0.appendingPathComponent("Templates/Cards/post.yml"))
    }
  }

  /// Returns `FEEDPROOF_FONTS` (folders separated by colons), then the tool's own fonts, then the font folders of
  /// Debian and Homebrew packages.
  private static func fontFolders(variables: [String: String], resources: URL) -> [URL] {
    let given = (variables["FEEDPROOF_FONTS"] ?? "").split(separator: ":").map(String.init)
    var folders = given + [resources.appendingPathComponent("Templates/Fonts").path]
    folders += ["/usr/share/fonts", "/usr/local/share/fonts"]
    // The user's own font folders. Files are used only if their bytes match the lock, wherever they are.
    if let data = variables["XDG_DATA_HOME"], !data.isEmpty { folders.append("\(data)/fonts") }
    if let home = variables["HOME"], !home.isEmpty {
      folders += ["\(home)/.local/share/fonts", "\(home)/.fonts"]
      #if os(macOS)
        folders.append("\(home)/Library/Fonts")
      #endif
    }
    #if os(macOS)
      folders += ["/Library/Fonts", "/opt/homebrew/share/fonts"]
    #endif
    return folders.map { URL(fileURLWithPath: $0, isDirectory: true) }
  }

  /// Resolves a path from the command line.
  package func url(_ path: String) -> URL {
    path.hasPrefix("/") ? URL(fileURLWithPath: path) : workingFolder.appendingPathComponent(path).standardizedFileURL
  }

  /// Returns a path as typed on the command line: relative to the working folder if the file is inside it.
  package func shownPath(_ url: URL) -> String {
    let (path, folder) = (url.standardizedFileURL.path, workingFolder.standardizedFileURL.path)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
