import Diagnostics
import FeedReading
import Files
import Foundation
import Projects

/// The feed's documents as files, with their names in diagnostics.
package struct FeedFiles: Sendable {
  /// In the given order; the files of a folder are in order of their names.
  package var files: [FeedFile]
  /// The archives that contain some of the files.
  package var archives: [FeedArchive] = []
  package var order = FeedOrder.feed
  /// The options for conversations.
  package var chat = ChatRequest()
  /// IANA name; determines the days of conversations.
  package var timeZone = "UTC"
  /// The paths on disk; for documents of an archive, the archive's path.
  package var paths: [String] {
    files.filter { $0.packed == nil }.map(\.url.path) + archives.filter { $0.outer == nil }.map(\.path)
  }
  /// The problems with opening them.
  package var diagnostics: [Diagnostic]

  /// Finds all documents (`.json`, `.ndjson`, `.jsonl`, the posts of X's archives, chat texts) among the project's
  /// inputs: given files, folders and archives with their contents, including archives in folders. Skips `media`
  /// folders, hidden files, design tokens, font locks, baselines and the tool's own output.
  package static func find(of project: Project) -> FeedFiles {
    var found = FeedFiles(
      files: [], order: project.order, chat: project.chat, timeZone: project.card.timeZone, diagnostics: [])
    var candidates: [FeedFile] = []
    for input in project.feeds {
      if FileSystem.isFolder(input) {
        candidates += found.candidates(inFolder: input, of: project)
      } else if let archived = found.candidates(
        inArchive: input, of: project, isGiven: project.feeds.count == 1)
      {
        candidates += archived
      } else {
        candidates.append(FeedFile(input, name: project.name(of: input), isGiven: true))
      }
    }
    found.take(candidates, types: project.types)
    // A given archive may only contain images of the others.
    if !found.files.isEmpty {
      found.diagnostics = found.diagnostics.map { diagnostic in
        diagnostic.code == "archive.no-feed"
          ? Diagnostic(SourceIssue.archiveWithoutFeeds, at: diagnostic.place) : diagnostic
      }
    }
    return found
  }

  private mutating func candidates(inFolder folder: URL, of project: Project) -> [FeedFile] {
    let walk = FeedFolderWalk(folder, project: project)
    diagnostics += walk.diagnostics
    // A folder that can't be read may contain feeds.
    if walk.files.isEmpty, !walk.diagnostics.contains(where: { $0.severity == .error }) {
      diagnostics.append(Diagnostic(SourceIssue.folderWithoutFeeds, at: Place(file: project.name(of: folder))))
    }
    return walk.files.flatMap { file -> [FeedFile] in
      let name = file.lastPathComponent.lowercased()
      if DocumentName.isArchive(name), let archived = candidates(inArchive: file, of: project, isGiven: false) {
        return archived
      }
      return [FeedFile(file, name: project.name(of: file), isGiven: false)]
    }
  }

  /// Returns nil if the file is not an archive.
  ///
  /// - Parameter isGiven: Whether the user named nothing else; otherwise it may only contain the images of others.
  private mutating func candidates(inArchive file: URL, of project: Project, isGiven: Bool) -> [FeedFile]? {
    // A pipe or a device may never end; files that can't be opened are reported when they are read.
    if isSpecial(file) { return nil }
    return candidates(inArchive: file, called: project.name(of: file), isGiven: isGiven)
  }

  /// - Parameters:
  ///   - name: The name in diagnostics.
  ///   - outer: The enclosing archive.
  private mutating func candidates(
    inArchive file: URL, called name: String, isGiven: Bool, within outer: FeedArchive? = nil
  ) -> [FeedFile]? {
    guard let kind = (try? RegularFile(file)).flatMap({ try? ArchiveKind.recognise($0) }) else { return nil }
    guard case .readable(let form) = kind else {
      if case .other(let kind) = kind {
        diagnostics.append(Diagnostic(ArchiveIssue.otherKind(kind), at: Place(file: name)))
      }
      return []
    }
    do throws(Diagnostic) {
      let limits = outer?.innerLimits ?? FeedArchiveLimits()
      let archive = try FeedArchive(file, form: form, name: name, limits: limits, within: outer)
      archives.append(archive)
      let survey = archive.survey
      let walk = ArchiveWalk(survey.documents)
      diagnostics += survey.diagnostics.diagnostics + walk.issues.map { Diagnostic($0, at: Place(file: name)) }
      let inner = survey.archives.flatMap { inner -> [FeedFile] in
        let (file, name) = (archive.folder.appendingPathComponent(inner.file.text), "\(name)/\(inner.path.text)")
        if let found = candidates(inArchive: file, called: name, isGiven: false, within: archive) { return found }
        diagnostics.append(Diagnostic(ArchiveIssue.nested, at: Place(file: name)))
        return []
      }
      if walk.files.isEmpty, survey.archives.isEmpty, survey.fileCount > 0, survey.isWhole {
        let issue: any Issue =
          isGiven
          ? ArchiveIssue.noFeed(count: survey.fileCount, names: survey.names) : SourceIssue.archiveWithoutFeeds
        diagnostics.append(Diagnostic(issue, at: Place(file: name)))
      }
      return walk.files.map { FeedFile($0, of: archive) } + inner
    } catch {
      diagnostics.append(error)
      return []
    }
  }

  /// Adds each file once, except those that only describe a feed's owner.
  private mutating func take(_ candidates: [FeedFile], types: RecordTypes?) {
    var contexts = FolderContexts()
    var known: Set<URL> = []
    for var file in candidates where known.insert(file.url).inserted {
      if file.packed == nil, isSpecial(file.url) {
        diagnostics.append(Diagnostic(SourceIssue.notAFile, at: Place(file: file.name)))
      } else if !contexts.isDescription(file) {
        file.context = contexts.context(beside: file)
        file.context.types = types
        files.append(file)
      }
    }
  }
}

/// Whether it is neither a regular file nor a dangling link: a folder, a pipe, a socket, a device.
private func isSpecial(_ file: URL) -> Bool {
  FileStamp(file.path, following: true).map { $0.kind != .file } ?? false
}

extension Project {
  /// The name of a file in diagnostics and manifests: relative to the project's folder, so that it doesn't depend on
  /// the working folder or the checkout's location; for a file elsewhere, only its name.
  package func name(of file: URL) -> String {
    let (base, path) = (folder.standardizedFileURL.path, file.standardizedFileURL.path)
    let prefix = base.hasSuffix("/") ? base : base + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : file.lastPathComponent
  }
}
