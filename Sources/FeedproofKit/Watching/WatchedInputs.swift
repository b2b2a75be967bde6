import Diagnostics
import Exporting
import FeedSources
import Files
import Foundation
import Names
import Projects

/// What a project is drawn from, as it lies on the disk: what has to be watched, and whether it is as it was.
struct WatchedInputs {
  /// All that was read of the project file, templates, tokens, fonts and pages.
  var texts: InputTexts { reading.texts }
  /// Where the texts were read, with what they said.
  let reading: Environment
  /// Names in the folders where a file that comes or goes stands in for one of the tool's.
  private let names: [String: [String]]
  private let feed: [String: FileStamp]
  private let photos: [String: FileStamp]
  private let others: [String: FileStamp]
  private let designFolders: Set<String>
  private let feedFolders: Set<String>
  private let photoFolders: Set<String>
  private let otherFolders: Set<String>
  /// Folders that are named and not there yet.
  private let awaited: [String]
  private let project: Project
  let files: FeedFiles

  /// Levels of folders of photos, and files in all of them, that are looked at.
  private static let (depth, fileLimit) = (4, 50_000)

  /// - Parameters:
  ///   - environment: Whose texts were read.
  ///   - other: Files in whose folders every file counts as a text.
  init(project: Project, files: FeedFiles? = nil, environment: Environment, other: [URL]) {
    let files = files ?? FeedFiles.find(of: project)
    let other = other.map { $0.deletingLastPathComponent() }.uniqued()
    (self.project, self.files) = (project, files)
    reading = environment
    designFolders = project.designFolders
    names = project.designNames
    feed = Self.stamps(of: files, project)
    let given = project.feeds.map { FileSystem.isFolder($0) ? $0.path : Self.parent($0.path) }
    feedFolders = Set(files.paths.map(Self.parent) + given)
    photoFolders = Self.photoFolders(project, files)
    photos = Self.stamps(in: photoFolders, project)
    var others: Set<String> = []
    // What a run writes itself is no input.
    let own = Set([project.output, project.baselines].map(\.path))
    for folder in other { Self.addFolders(folder.path, besides: own, to: &others) }
    otherFolders = others
    awaited = other.map(\.path).filter { FileStamp($0, following: true) == nil }
    self.others = Self.stamps(in: others, project, texts: true)
  }

  /// Where something that matters may change. Those above are there so that a folder that is replaced is noticed.
  var folders: Set<String> {
    let own = texts.folders.union(designFolders).union(feedFolders).union(photoFolders).union(otherFolders)
    let above = designFolders.union([project.folder.path]).union(feedFolders).union(otherFolders).union(awaited)
      .map(Self.parent)
    return own.union(above)
  }

  /// What is not as it was.
  func changed(_ changes: FolderChanges) -> SiteEdition.Changes {
    var found: SiteEdition.Changes = []
    if !texts.areCurrent || project.designNames != names { found.insert(.texts) }
    if changes.touch(otherFolders), Self.stamps(in: otherFolders, project, texts: true) != others {
      found.insert(.texts)
    }
    if awaited.contains(where: { FileStamp($0, following: true) != nil }) { found.insert(.texts) }
    if Self.stamps(of: FeedFiles.find(of: project), project) != feed { found.insert(.feed) }
    if changes.touch(photoFolders), Self.stamps(in: Self.photoFolders(project, files), project) != photos {
      found.insert(.photos)
    }
    return found
  }

  // MARK: Looking

  private static func parent(_ path: String) -> String { (path as NSString).deletingLastPathComponent }

  private static func photoFolders(_ project: Project, _ files: FeedFiles) -> Set<String> {
    var folders: Set<String> = []
    for root in project.photoRoots(of: files).map(\.path) {
      folders.insert(root)
      addFolders("\(root)/media", to: &folders)
    }
    return folders
  }

  private static func stamps(of files: FeedFiles, _ project: Project) -> [String: FileStamp] {
    var found: [String: FileStamp] = [:]
    for path in files.paths { found[path] = stamp(of: path, project) }
    return found
  }

  /// Where the run's own words go, if that is a file: what is said of a change is none.
  private static let logs = [STDOUT_FILENO, STDERR_FILENO].compactMap(FileStamp.init(descriptor:))

  /// A file may be written anew at the same place, with as many bytes and the time that it had; what tells of it is the time
  /// of its last change. In the output that is also another one where an export links what it finds there.
  private static func stamp(of path: String, _ project: Project) -> FileStamp? {
    var stamp = FileStamp(path, following: true)
    if let found = stamp, logs.contains(where: found.isSameFile(as:)) { return nil }
    if ResolvedPath.isInside(path, of: project.output.path) { stamp?.changed = 0 }
    return stamp
  }

  /// Of pictures, and in folders called `media` of all that lies there, for what is fetched need not have an ending.
  ///
  /// - Parameter texts: Whether designs, maps and scripts count as well, which are looked at by what they say elsewhere.
  private static func stamps(
    in folders: Set<String>, _ project: Project, texts: Bool = false
  ) -> [String: FileStamp] {
    var found: [String: FileStamp] = [:]
    let media = folders.filter { $0.hasSuffix("/media") && folders.contains(parent($0)) }
    for folder in folders.sorted() {
      let isMedia = media.contains { ResolvedPath.isInside(folder, of: $0) }
      for name in (try? FileSystem.names(in: URL(fileURLWithPath: folder))) ?? [] where !name.hasPrefix(".") {
        guard found.count < fileLimit else { return found }
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        let isText = ["yml", "yaml", "json"].contains(ending)
        let counts =
          isText ? texts : MediaFamily(ending: ending) == .image || isMedia && !name.hasSuffix("~")
        let path = "\(folder)/\(name)"
        guard counts, let stamp = stamp(of: path, project), stamp.kind == .file else { continue }
        found[path] = stamp
      }
    }
    return found
  }

  private static func addFolders(
    _ path: String, besides others: Set<String> = [], to folders: inout Set<String>, depth: Int = depth
  ) {
    guard !others.contains(path), FileStamp(path, following: true)?.kind == .folder, folders.insert(path).inserted,
      depth > 0
    else { return }
    for name in (try? FileSystem.names(in: URL(fileURLWithPath: path))) ?? [] where !name.hasPrefix(".") {
      let inner = "\(path)/\(name)"
      if FileStamp(inner, following: false)?.kind == .folder {
        addFolders(inner, besides: others, to: &folders, depth: depth - 1)
      }
    }
  }
}

/// What a watching command was started with, to be read after every change.
struct WatchedProject: Sendable {
  private let inputs: [String]
  private let overrides: ProjectOverrides
  /// The project file that was there at first. A folder without one is a feed, which is drawn by the tool's own design and
  /// into another output: nothing that somebody who removes or renames the file for a moment asks for.
  private let file: URL?

  init(_ inputs: [String], _ overrides: ProjectOverrides, _ environment: Environment) {
    (self.inputs, self.overrides) = (inputs, overrides)
    file = Project.file(of: inputs, in: environment)
  }

  /// - Parameter output: The folder that is served, which stays the one that is written, whatever the project says meanwhile.
  func load(_ environment: Environment, into output: URL? = nil) throws -> Project {
    // Asked for in any case, so that its coming back is a change of what was read.
    if let file, (try? environment.texts.text(of: file)) == nil, !FileSystem.exists(file) {
      let place = Place(file: environment.shownPath(file))
      throw DiagnosticList([Diagnostic(WatchIssue.projectFileGone, at: place)])
    }
    var project = try Commands.load(inputs, overrides, environment)
    if let output { project.output = output }
    return project
  }
}
