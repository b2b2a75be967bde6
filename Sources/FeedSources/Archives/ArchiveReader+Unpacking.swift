import Archives
import Files
import Foundation

extension ArchiveReader {
  /// What unpacking one file came to.
  struct Unpacked {
    enum Failure {
      case tooLarge
      /// What follows in the archive can be read.
      case entry(ArchiveFault)
      case nameTaken
      /// A file has the name that a folder should have.
      case unusableName
      case noRoom(FileError)
    }

    var bytes = 0
    /// Nil where all of it is there.
    var failure: Failure?
  }

  /// Writes the entry that was returned last. What is left of a document that breaks off is kept, for its lines; what is too
  /// large is not.
  ///
  /// - Parameter limit: Bytes that it may have.
  /// - Throws: `ArchiveFault` where nothing of the archive can be read any more.
  func unpack(to path: RelativePath, in folder: ScratchFolder, limit: Int) throws(ArchiveFault) -> Unpacked {
    var result = Unpacked()
    let sink: FileSink
    do throws(FileError) {
      sink = try folder.create(path)
    } catch {
      result.failure =
        switch error.code {
        case EEXIST: .nameTaken
        case ENOTDIR, nil, EISDIR: .unusableName
        default: .noRoom(error)
        }
      return result
    }
    do throws(ArchiveFault) {
      try read { bytes throws(ArchiveFault) in
        guard result.bytes + bytes.count <= limit else {
          result.failure = .tooLarge
          return false
        }
        result.bytes += bytes.count
        return result.write { () throws(FileError) in try sink.append(bytes) }
      }
    } catch {
      _ = result.write { () throws(FileError) in try sink.end() }
      guard error.isOfEntry else { throw error }
      result.failure = .entry(error)
      return result
    }
    if result.failure == nil { _ = result.write { () throws(FileError) in try sink.end() } }
    if result.failure != nil { try? folder.remove(path) }
    return result
  }
}

extension ArchiveReader.Unpacked {
  /// - Returns: Whether it could be written.
  fileprivate mutating func write(_ body: () throws(FileError) -> Void) -> Bool {
    do throws(FileError) {
      try body()
      return true
    } catch {
      failure = .noRoom(error)
      return false
    }
  }
}
