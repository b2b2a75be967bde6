import Archives
import FeedIngest
import Files
import Names
import OutputFolders

/// The documents of an archive, one behind the other in one file: a disk takes far longer to make and to remove as many files
/// as an account has documents than it takes to read what is in them.
struct ArchiveDocuments: Sendable {
  private var file: RegularFile?
  /// Where each stands in the file.
  private var ranges: [RelativePath: Range<Int>] = [:]

  var paths: some Collection<RelativePath> { ranges.keys }

  /// Nil where there is none of that path.
  subscript(path: RelativePath) -> RegularFile? {
    guard let file, let range = ranges[path] else { return nil }
    return RegularFile(range, of: file, path: path.text)
  }

  /// Takes documents in as the archive is gone through.
  final class Writer {
    private let folder: ScratchFolder
    private var sink: FileSink?
    private var position = 0
    private var ranges: [RelativePath: Range<Int>] = [:]
    /// What kept a document from being written; where the disk has stopped nobody knows.
    private var failure: FileError?

    /// Hidden, so that no picture of the archive is called so.
    private static let name: RelativePath = ".documents"

    init(into folder: ScratchFolder) {
      self.folder = folder
    }

    /// Takes in the entry that was returned last. What is left of one that breaks off is kept, for its lines; what is too
    /// large, or of a bomb, is not.
    ///
    /// - Parameter limit: Bytes that it may have.
    /// - Throws: `ArchiveFault` where nothing of the archive can be read any more.
    func add(
      _ path: RelativePath, from reader: ArchiveReader, limit: Int
    ) throws(ArchiveFault) -> ArchiveReader.Unpacked {
      var result = ArchiveReader.Unpacked()
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
      // It would be taken for a document that says nothing.
      case (_, .bomb), (.tooLarge, _), (.noRoom, _): break
      default: ranges[path] = start..<position
      }
      if let fault { throw fault }
      return result
    }

    /// - Throws: `FileError` where what was written can't be read.
    func finish() throws(FileError) -> ArchiveDocuments {
      guard sink != nil, let file = try folder.tree.open(Self.name) else { return ArchiveDocuments() }
      return ArchiveDocuments(file: file, ranges: ranges)
    }
  }
}

/// The documents of an archive in the order in which those of a folder are read (`FeedFolderWalk`).
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
        !OutputMarks.areIn(
          holding: { folders[inner / $0] != nil || documents[inner / $0] != nil },
          manifest: documents[inner / OutputMarks.manifest])
      }
      waiting += inner.reversed() as [RelativePath]
    }
  }

  private typealias Named = (name: String, path: RelativePath)

  private static func sorted(_ paths: Set<RelativePath>) -> [Named] {
    paths.map { (String(decoding: $0.name, as: UTF8.self), $0) }.sorted { naturallyPrecedes($0.0, $1.0) }
  }

  private mutating func take(_ found: [Named]) {
    let account = ArchiveLayout.account(among: found.lazy.map(\.name))
    var lists: [String] = []
    for (name, path) in found {
      if path.name.elementsEqual(OutputMarks.manifest.bytes), OutputMarks.isOurs(manifest: documents[path]) { continue }
      if let account, !account.contains(name) { lists.append(name) } else { files.append(path) }
    }
    if !lists.isEmpty { issues.append(.accountLists(lists)) }
  }
}
