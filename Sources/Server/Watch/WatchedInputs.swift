import Basics
import Diagnostics
import Export
import FeedSources
import Files
import Foundation
import Projects

/// A project's input files on disk: which folders to watch, and which files have changed.
package struct WatchedInputs {
  /// The texts read for the project file, templates, tokens, fonts and pages.
  var texts: InputTextCache { reading.texts }
  /// The environment that the texts were read in, with their content.
  let reading: Environment
  /// File names in the folders where a project file can replace a built-in one.
  private let names: [String: [String]]
  private let feed: [String: FileStamp]
  private let photos: [String: FileStamp]
  private let others: [String: FileStamp]
  private let designFolders: Set<String>
  private let feedFolders: Set<String>
  private let photoFolders: Set<String>
  private let otherFolders: Set<String>
  /// Referenced folders that don't exist yet.
  private let awaited: [String]
  private let project: Project
  let files: FeedFiles

  /// The maximum depth of photo folders, and the maximum number of files in all of them, that are checked.
  private static let (depth, fileLimit) = (4, 50_000)

  /// - Parameters:
  ///   - environment: The environment whose texts were read.
  ///   - other: Files in whose folders every file counts as a text.
  package init(project: Project, files: FeedFiles? = nil, environment: Environment, other: [URL]) {
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
    // A run's own output is not an input.
    let own = Set([project.output, project.baselines].map(\.path))
    for folder in other { Self.addFolders(folder.path, besides: own, to: &others) }
    otherFolders = others
    awaited = other.map(\.path).filter { FileStamp($0, following: true) == nil }
    self.others = Self.stamps(in: others, project, texts: true)
  }

  /// Folders where a relevant change may happen. Parent folders are included to notice a replaced folder.
  package var folders: Set<String> {
    let own = texts.folders.union(designFolders).union(feedFolders).union(photoFolders).union(otherFolders)
    let above = designFolders.union([project.folder.path]).union(feedFolders).union(otherFolders).union(awaited)
      .map(Self.parent)
    return own.union(above)
  }

  /// Returns the inputs that have changed.
  package func changed(_ changes: FolderChanges) -> SiteSnapshot.Changes {
    var found: SiteSnapshot.Changes = []
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

  /// Stamps of the files that the run's own messages are redirected to, if any. Messages about a change must not count
  /// as a change.
  private static let logs = [STDOUT_FILENO, STDERR_FILENO].compactMap(FileStamp.init(descriptor:))

  /// Returns a file's stamp. A file may be rewritten in place with the same size and modification time; only its status
  /// change time reveals that. In the output, that time also changes when an export hard-links files it finds there.
  private static func stamp(of path: String, _ project: Project) -> FileStamp? {
    var stamp = FileStamp(path, following: true)
    if let found = stamp, logs.contains(where: found.isSameFile(as:)) { return nil }
    if ResolvedPath.isInside(path, of: project.output.path) { stamp?.changed = 0 }
    return stamp
  }

  /// Returns the stamps of images, and of every file in folders named `media`, since fetched files need not have an
  /// extension.
  ///
  /// - Parameter texts: Whether to include designs, maps and scripts, which are otherwise compared by content.
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
          isText ? texts : MediaFileKind(ending: ending) == .image || isMedia && !name.hasSuffix("~")
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

/// The arguments of a watching command, read again after every change.
struct WatchedProject: Sendable {
  private let inputs: [String]
  private let overrides: ProjectOverrides
  /// The project file that existed at the start. A folder without one is a feed, drawn with the built-in design into
  /// another output. Removing or renaming the file for a moment must not cause that.
  private let file: URL?

  init(_ inputs: [String], _ overrides: ProjectOverrides, _ environment: Environment) {
    (self.inputs, self.overrides) = (inputs, overrides)
    file = Project.file(of: inputs, in: environment)
  }

  /// - Parameter output: The served folder. It remains the output folder even if the project file changes it.
  func load(_ environment: Environment, into output: URL? = nil) throws -> Project {
    // Always read the file, so that its return counts as a changed text.
    if let file, (try? environment.texts.text(of: file)) == nil, !FileSystem.exists(file) {
      let place = Place(file: environment.shownPath(file))
      throw DiagnosticList([Diagnostic(WatchIssue.projectFileGone, at: place)])
    }
    var project = try Project.load(inputs: inputs, overrides: overrides, environment: environment)
    if let output { project.output = output }
    return project
  }
}
