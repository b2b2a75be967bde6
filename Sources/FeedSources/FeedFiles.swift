import Archives
import Diagnostics
import FeedIngest
import Files
import Foundation
import Projects

/// The feed's documents as files: which there are, and what they are called in diagnostics.
package struct FeedFiles: Sendable {
  /// In the order given; the files of a folder in the order of their names.
  package var files: [FeedFile]
  /// Of which some of the files are.
  package var archives: [FeedArchive] = []
  package var order = FeedOrder.feed
  /// What of conversations is asked for.
  package var chat = ChatRequest()
  /// IANA name; days of conversations begin there.
  package var timeZone = "UTC"
  /// Where they lie on the disk; of documents of an archive, where the archive does.
  package var paths: [String] {
    files.filter { $0.packed == nil }.map(\.url.path) + archives.filter { $0.outer == nil }.map(\.path)
  }
  /// What could not be opened.
  package var diagnostics: [Diagnostic]

  /// Every document (`.json`, `.ndjson`, `.jsonl`, the posts of X's archives, texts of chats) among the project's inputs: files
  /// as they are given, folders and archives with all they hold, archives in folders among it (`media` folders, hidden files,
  /// design tokens, font locks, baselines and what the tool wrote left out).
  package static func find(of project: Project) -> FeedFiles {
    var found = FeedFiles(
      files: [], order: project.order, chat: project.chat, timeZone: project.card.timeZone, diagnostics: [])
    var candidates: [FeedFile] = []
    for input in project.feeds {
      if FileSystem.isFolder(input) {
        candidates += found.candidates(inFolder: input, of: project)
      } else if let archived = found.candidates(inArchive: input, of: project, isGiven: true) {
        candidates += archived
      } else {
        candidates.append(FeedFile(input, name: project.name(of: input), isGiven: true))
      }
    }
    found.take(candidates, types: project.types)
    return found
  }

  private mutating func candidates(inFolder folder: URL, of project: Project) -> [FeedFile] {
    let walk = FeedFolderWalk(folder, project: project)
    diagnostics += walk.diagnostics
    if walk.files.isEmpty {
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

  /// Nil for what is no archive.
  ///
  /// - Parameter isGiven: Whether somebody named it; else it lies in a folder, perhaps with nothing but pictures in it.
  private mutating func candidates(inArchive file: URL, of project: Project, isGiven: Bool) -> [FeedFile]? {
    // A pipe or a device may never end; what can't be opened is told of where it is read.
    if isSpecial(file) { return nil }
    return candidates(inArchive: file, called: project.name(of: file), isGiven: isGiven)
  }

  /// - Parameters:
  ///   - name: As it is called in diagnostics.
  ///   - outer: That it lies in.
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

  /// Each file once, but for those that only say whose feed it is.
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
