import Diagnostics
import Files
import Foundation
import Projects

/// The feed's documents as files: which there are, and what they are called in diagnostics.
package struct FeedFiles {
  /// In the order given; the files of a folder in the order of their names.
  package var files: [FeedFile]
  /// What could not be opened.
  package var diagnostics: [Diagnostic]

  /// Every file of JSON (`.json`, `.ndjson`, `.jsonl`) among the project's inputs: files as they are given, folders with all they hold
  /// (`media` folders, hidden files, design tokens, font locks, baselines and what the tool wrote left out).
  package static func find(of project: Project) -> FeedFiles {
    var found = FeedFiles(files: [], diagnostics: [])
    var files: [URL] = []
    for input in project.feeds {
      guard FileSystem.isFolder(input) else {
        files.append(input)
        continue
      }
      let walk = FeedFolderWalk(input, project: project)
      found.diagnostics += walk.diagnostics
      if walk.files.isEmpty {
        found.diagnostics.append(Diagnostic(SourceIssue.folderWithoutFeeds, at: Place(file: project.name(of: input))))
      }
      files += walk.files
    }
    var contexts = FolderContexts()
    for file in files.uniqued() {
      let name = project.name(of: file)
      // A pipe or a device may never end.
      if isSpecial(file) {
        found.diagnostics.append(Diagnostic(SourceIssue.notAFile, at: Place(file: name)))
      } else if !contexts.isDescription(file) {
        found.files.append(FeedFile(url: file, name: name, context: contexts.context(beside: file)))
      }
    }
    return found
  }
}

/// Neither a regular file nor a link that leads nowhere: a folder, a pipe, a socket, a device.
private func isSpecial(_ file: URL) -> Bool {
  FileStamp(file.path, following: true).map { $0.kind != .file } ?? false
}

extension Project {
  /// How a file is called in diagnostics and manifests: relative to the project's folder, so that neither the working
  /// folder nor the checkout's place shows; a file elsewhere by its name alone.
  package func name(of file: URL) -> String {
    let (base, path) = (folder.standardizedFileURL.path, file.standardizedFileURL.path)
    let prefix = base.hasSuffix("/") ? base : base + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : file.lastPathComponent
  }
}
