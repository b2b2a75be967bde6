import Foundation

/// What a file is called while it is written: `.NAME.partial-PROCESS`, beside its place.
package struct PartialName {
  package let bytes: [UInt8]
  /// The name that it is to get, or what stands for one that is too long.
  package let target: [UInt8]
  private let process: Int32

  private static let longest = 255
  private static let mark = Array(".partial-".utf8)

  /// Of a file that this process writes.
  init(for name: some Collection<UInt8>) {
    process = getpid()
    let ending = Self.mark + "\(process)".utf8
    let room = Self.longest - 1 - ending.count
    // FNV-1a of all of it, where not all of it has room.
    let digest = name.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let short = Array(name.prefix(room - 17)) + Array("~\(String(digest, radix: 16))".utf8)
    target = name.count <= room ? Array(name) : short
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
}

extension FileTree {
  /// Half-written files in a folder whose processes are no more, by the names that they were to get.
  func leftovers(in folder: RelativePath?) -> [[UInt8]: [RelativePath]] {
    let files = ((try? entries(of: folder)) ?? []).filter { $0.kind == .file }
    let left = files.compactMap { entry in
      PartialName(entry.path.name).flatMap { $0.isLeft ? (target: $0.target, path: entry.path) : nil }
    }
    return Dictionary(grouping: left, by: \.target).mapValues { $0.map(\.path) }
  }
}
