import Foundation
import Names

/// The name of a file while it is written: `.NAME.partial-PROCESS`, next to its place.
package struct PartialName {
  package let bytes: [UInt8]
  /// The name that it is to get, or what stands for one that is too long.
  package let target: [UInt8]
  private let process: Int32

  private static let longest = 255
  private static let mark = Array(".partial-".utf8)

  /// Of a file that this process writes.
  package init(for name: some Collection<UInt8>) {
    process = getpid()
    let ending = Self.mark + "\(process)".utf8
    let room = Self.longest - 1 - ending.count
    // A digest of all of it, where not all of it has room.
    var digest = FNV1a64()
    for byte in name { digest.append(byte) }
    target = name.count <= room ? Array(name) : Array(name.prefix(room - 17)) + Array("~\(digest.hex)".utf8)
    bytes = [UInt8(ascii: ".")] + target + ending
  }

  /// Nil for a name of any other kind.
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

  /// Nobody writes the file any more.
  package var isLeft: Bool { kill(process, 0) != 0 && errno == ESRCH }

  /// Whether Feedproof writes files with such names; other files named like this are unmanaged.
  package var isOfOurKind: Bool {
    let name = String(decoding: target, as: UTF8.self)
    return isShortened || Self.endings.contains(where: name.hasSuffix)
  }

  /// Nobody else ends a name in such a digest.
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
  /// Half-written files in a folder whose processes have ended.
  func leftovers(in folder: RelativePath?) -> [(path: RelativePath, name: PartialName)] {
    ((try? entries(of: folder)) ?? []).compactMap { entry in
      guard entry.kind == .file, let name = PartialName(entry.path.name), name.isLeft else { return nil }
      return (entry.path, name)
    }
  }
}
