import Basics
import FeedReading
import Files
import OutputTransactions

/// The documents of an archive, concatenated in one file: creating and deleting a file for each of an account's
/// documents takes far longer than reading their contents.
struct ArchiveDocuments: Sendable {
  private var file: RegularFile?
  /// The byte range of each document in the file.
  private var ranges: [RelativePath: Range<Int>] = [:]

  var paths: some Collection<RelativePath> { ranges.keys }

  /// Nil if there is no document with the path.
  subscript(path: RelativePath) -> RegularFile? {
    guard let file, let range = ranges[path] else { return nil }
    return RegularFile(range, of: file, path: path.text)
  }

  /// Collects documents while the archive is read.
  final class Writer {
    private let folder: ScratchFolder
    private var sink: FileSink?
    private var position = 0
    private var ranges: [RelativePath: Range<Int>] = [:]
    /// The error that stopped writing; the position on disk is then unknown.
    private var failure: FileError?

    /// Hidden, so that no image of the archive has this name.
    private static let name: RelativePath = ".documents"

    init(into folder: ScratchFolder) {
      self.folder = folder
    }

    /// Adds the entry that was returned last. The readable part of a truncated one is kept, for its lines; an oversized
    /// one or a bomb is not.
    ///
    /// - Parameter limit: The maximum size in bytes.
    /// - Throws: `ArchiveFault` if nothing more of the archive can be read.
    func add(
      _ path: RelativePath, from reader: ArchiveReader, limit: Int
    ) throws(ArchiveFault) -> ArchiveReader.UnpackResult {
      var result = ArchiveReader.UnpackResult()
      guard ranges[path] == nil else {
        result.failure = .nameTaken
        return result
      }
      do throws(FileError) {
        if let failure { throw failure }
        if sink == nil { sink = try folder.tree.create(Self.name) }
      } catch {
        failure = error
        result.failure = .noRoom(error)
      }
      guard let sink, failure == nil else { return result }
      let start = position
      var fault: ArchiveFault?
      do throws(ArchiveFault) {
        try reader.unpack(into: sink, limit: limit, &result)
      } catch {
        fault = error
      }
      position += result.bytes
      if case .noRoom(let error) = result.failure { failure = error }
      switch (result.failure, fault) {
      // It would look like an empty document.
      case (_, .bomb), (.tooLarge, _), (.noRoom, _): break
      default: ranges[path] = start..<position
      }
      if let fault { throw fault }
      return result
    }

    /// - Throws: `FileError` if the written file can't be read.
    func finish() throws(FileError) -> ArchiveDocuments {
      guard sink != nil, let file = try folder.tree.open(Self.name) else { return ArchiveDocuments() }
      return ArchiveDocuments(file: file, ranges: ranges)
    }
  }
}

/// The documents of an archive in the same order as those of a folder (`FeedFolderWalk`).
struct ArchiveWalk {
  private(set) var files: [RelativePath] = []
  private(set) var issues: [SourceIssue] = []
  private let documents: ArchiveDocuments

  private struct Folder {
    var documents: Set<RelativePath> = []
    var folders: Set<RelativePath> = []
  }

  init(_ documents: ArchiveDocuments) {
    self.documents = documents
    var folders: [RelativePath?: Folder] = [:]
    for path in documents.paths {
      folders[path.parent, default: Folder()].documents.insert(path)
      var path = path
      while let parent = path.parent, folders[parent.parent, default: Folder()].folders.insert(parent).inserted {
        path = parent
      }
    }
    var waiting: [RelativePath?] = [nil]
    while let next = waiting.popLast() {
      guard let folder = folders[next] else { continue }
      take(Self.sorted(folder.documents))
      let inner = Self.sorted(folder.folders).map(\.path).filter { inner in
        !OutputFolderMarkers.areIn(
          holding: { folders[inner / $0] != nil || documents[inner / $0] != nil },
          manifest: documents[inner / OutputFolderMarkers.manifest])
      }
      waiting += inner.reversed() as [RelativePath]
    }
  }

  private typealias NamedPath = (name: String, path: RelativePath)

  private static func sorted(_ paths: Set<RelativePath>) -> [NamedPath] {
    paths.map { (String(decoding: $0.name, as: UTF8.self), $0) }.sorted { naturallyPrecedes($0.0, $1.0) }
  }

  private mutating func take(_ found: [NamedPath]) {
    let account = ArchiveLayout.account(among: found.lazy.map(\.name))
    var lists: [String] = []
    for (name, path) in found {
      if path.name.elementsEqual(OutputFolderMarkers.manifest.bytes),
        OutputFolderMarkers.isOurs(manifest: documents[path])
      {
        continue
      }
      if let account, !account.contains(name) { lists.append(name) } else { files.append(path) }
    }
    if !lists.isEmpty { issues.append(.accountLists(lists)) }
  }
}
