import Foundation

/// What surrounds one run: where its files are, variables, the clock, and the texts that it was given.
package struct Environment: Sendable {
  /// Where relative paths on the command line start.
  package var workingFolder: URL
  /// The folder that holds Templates and Mockups.
  package var resourceFolder: URL
  /// Folders under which the font lock's files are looked for, in order.
  package var fontFolders: [URL]
  package var variables: [String: String]
  /// Seconds of a clock that only ever goes forward; for rates and times left, never for what is drawn.
  package var uptime: @Sendable () -> Double
  package var processorCount: Int
  /// Changes when the tool is built anew: what another build has drawn is not taken over.
  package var build: String
  /// IANA name of the zone that the machine's clock is set to: for projects that are made, never for what is drawn.
  package var timeZone = "UTC"
  /// Of the project, its tokens and templates.
  package private(set) var texts = InputTexts()

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

  /// The same surroundings, in which every text is read anew.
  package var renewed: Environment {
    var renewed = self
    renewed.texts = InputTexts()
    return renewed
  }

  /// The process's own surroundings.
  ///
  /// - Parameter resources: The folder of Templates and Mockups. Nil looks for it: they are found under
  ///   `FEEDPROOF_HOME`, else in a parent of the executable, else in its `../share/feedproof`.
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

  /// `TZ` as far as it names a zone (`Europe/Berlin`, `:Europe/Berlin`); rules that are written out have no name.
  private static func timeZone(_ variables: [String: String]) -> String {
    let name = variables["TZ"].map { String($0.drop { $0 == ":" }) } ?? TimeZone.current.identifier
    let isNamed = name.first?.isLetter == true && name.contains("/") && !name.hasPrefix("Etc/")
    return isNamed && TimeZone(identifier: name) != nil ? name : "UTC"
  }

  /// The executable's size and time: reading it whole would cost more than drawing a card.
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

  /// `FEEDPROOF_FONTS` (folders separated by colons) first, then the tool's own fonts, then where Debian's and Homebrew's
  /// packages put theirs.
  private static func fontFolders(variables: [String: String], resources: URL) -> [URL] {
    let given = (variables["FEEDPROOF_FONTS"] ?? "").split(separator: ":").map(String.init)
    var folders = given + [resources.appendingPathComponent("Templates/Fonts").path]
    folders += ["/usr/share/fonts", "/usr/local/share/fonts"]
    // Where people put fonts of their own. Only the lock's very bytes are taken, wherever they lie.
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

  /// The file or folder that a path on the command line means.
  package func url(_ path: String) -> URL {
    path.hasPrefix("/") ? URL(fileURLWithPath: path) : workingFolder.appendingPathComponent(path).standardizedFileURL
  }

  /// A file as it would be written on the command line: relative to the working folder where it lies in it.
  package func shownPath(_ url: URL) -> String {
    let (path, folder) = (url.standardizedFileURL.path, workingFolder.standardizedFileURL.path)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
