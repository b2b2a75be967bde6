import Diagnostics
import FeedIngest
import Files
import Foundation
import Names
import OutputFolders
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
      guard isFolder(input) else {
        files.append(input)
        continue
      }
      // What is not looked into again, nor at all.
      var visited = Set([project.output, project.baselines].map { $0.resolvingSymlinksInPath().path })
      visited.remove(input.resolvingSymlinksInPath().path)
      let inside = jsonFiles(in: input, visited: &visited)
      if inside.isEmpty {
        found.diagnostics.append(Diagnostic(SourceIssue.folderWithoutFeeds, at: Place(file: project.name(of: input))))
      }
      files += inside
    }
    for file in files.uniqued().map({ FeedFile(url: $0, name: project.name(of: $0)) }) {
      // A pipe or a device may never end.
      if isSpecial(file.url) {
        found.diagnostics.append(Diagnostic(SourceIssue.notAFile, at: Place(file: file.name)))
      } else {
        found.files.append(file)
      }
    }
    return found
  }

  /// The folder's own feeds, and those of its subfolders, each level in natural order ("page2" before "page10").
  /// A folder that is reached twice (a link to a parent) is read once.
  private static func jsonFiles(in folder: URL, visited: inout Set<String>) -> [URL] {
    guard visited.insert(folder.resolvingSymlinksInPath().path).inserted else { return [] }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { !$0.hasPrefix(".") && $0 != "media" && $0 != "output" && !isOwnFile($0) }
      .sorted(by: naturallyPrecedes)
    let (folders, files) = (
      names.filter { isFolder(folder.appendingPathComponent($0)) },
      names.filter { name in
        FeedFile.endings.contains { name.lowercased().hasSuffix($0) } && !isFolder(folder.appendingPathComponent(name))
      }
    )
    var found = files.map(folder.appendingPathComponent)
    for inner in folders.map(folder.appendingPathComponent) where !OutputMarks.areIn(inner) {
      found += jsonFiles(in: inner, visited: &visited)
    }
    return found
  }

  /// JSON that a project folder holds beside its feeds.
  private static func isOwnFile(_ name: String) -> Bool {
    name.hasSuffix(".tokens.json") || name.hasSuffix(".lock.json")
  }
}

/// Neither a regular file nor a link that leads nowhere: a folder, a pipe, a socket, a device.
private func isSpecial(_ file: URL) -> Bool {
  let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
  guard let type = attributes?[.type] as? FileAttributeType else { return false }
  return type != .typeRegular && type != .typeSymbolicLink
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
