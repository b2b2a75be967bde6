import Basics
import Foundation

/// The name of a file while it is written: `.NAME.partial-PROCESS`, in the same folder.
package struct PartialName {
  package let bytes: [UInt8]
  /// The final name of the file, or a shortened form if it is too long.
  package let target: [UInt8]
  private let process: Int32

  private static let longest = 255
  private static let mark = Array(".partial-".utf8)

  /// Creates the name for a file that this process writes.
  package init(for name: some Collection<UInt8>) {
    process = getpid()
    let ending = Self.mark + "\(process)".utf8
    let room = Self.longest - 1 - ending.count
    // A digest of the whole name distinguishes shortened names.
    var digest = FNV1a64()
    for byte in name { digest.append(byte) }
    target = name.count <= room ? Array(name) : Array(name.prefix(room - 17)) + Array("~\(digest.hex)".utf8)
    bytes = [UInt8(ascii: ".")] + target + ending
  }

  /// Parses a temporary name; nil for other names.
  package init?(_ name: some BidirectionalCollection<UInt8>) {
    let digits = name.reversed().prefix { (0x30...0x39).contains($0) }.count
    let front = name.dropLast(digits)
    guard (1...10).contains(digits), let process = Int32(String(decoding: name.suffix(digits), as: UTF8.self)),
      front.first == UInt8(ascii: "."), front.count > Self.mark.count + 1,
      front.suffix(Self.mark.count).elementsEqual(Self.mark)
    else { return nil }
    (bytes, self.process) = (Array(name), process)
    target = Array(front.dropFirst().dropLast(Self.mark.count))
  }

  /// Whether the process that wrote the file has ended.
  package var isLeft: Bool { kill(process, 0) != 0 && errno == ESRCH }

  /// Whether the final name is one that Feedproof writes. Other files of this form may be the user's.
  package var isOfOurKind: Bool {
    let name = String(decoding: target, as: UTF8.self)
    return isShortened || Self.endings.contains(where: name.hasSuffix)
  }

  /// Whether the name ends in a digest. Only Feedproof shortens names this way.
  private var isShortened: Bool {
    let digest = target.suffix(17)
    return target.count > Self.longest - 40 && digest.first == UInt8(ascii: "~")
      && digest.dropFirst().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static let endings = [
    ".json", ".png", ".webp", ".html", ".js", ".css", ".svg", ".xml", ".md", ".ndjson", ".pdf", ".yml", ".otf", ".ttf",
    ".ttc",
  ]
}

extension FileTree {
  /// Returns the temporary files in a folder whose processes have ended.
  func leftovers(in folder: RelativePath?) -> [(path: RelativePath, name: PartialName)] {
    ((try? entries(of: folder)) ?? []).compactMap { entry in
      guard entry.kind == .file, let name = PartialName(entry.path.name), name.isLeft else { return nil }
      return (entry.path, name)
    }
  }
}
