import Foundation

/// A file's bytes as memory, read only, for as long as this object lives. Reading it ends the process where somebody makes
/// the file shorter meanwhile, so it is for files that are installed and not for those that people write.
///
/// `@unchecked Sendable`: the pointer is constant and nothing writes through it.
package final class MappedFile: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer

  init(_ descriptor: Int32, _ stamp: FileStamp, path: String) throws(FileError) {
    // The system has no mapping of nothing.
    guard stamp.size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, stamp.size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw FileError(path, .system(errno))
    }
    bytes = UnsafeRawBufferPointer(start: start, count: stamp.size)
  }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
  }
}
