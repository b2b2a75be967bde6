import JSONTree
import Names

/// What the address of a file tells of it.
enum FileAddress {
  /// The address's last part; nil where it has none.
  static func fileName(_ address: String) -> String? {
    guard !address.hasPrefix("data:") else { return nil }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let start = path.range(of: "://")?.upperBound ?? path.startIndex
    let parts = path[start...].split(separator: "/")
    return start == path.startIndex || parts.count > 1 ? parts.last.map(String.init) : nil
  }

  /// Without its dot, in small letters; nil where there is none.
  static func fileExtension(_ address: String) -> String? {
    guard let name = fileName(address), let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return (1...8).contains(ending.utf8.count) && ending.utf8.allSatisfy(\.isASCIIWord) ? ending : nil
  }

  /// `image`, `video`, `audio`, `application` …: of the type as mail and the web write it, else by what the address ends on;
  /// nil where neither says.
  static func family(mediaType: String?, address: String) -> String? {
    if let mediaType { return mediaType.split(separator: "/").first.map { $0.lowercased() } }
    return fileExtension(address).flatMap { MediaFamily(ending: $0)?.rawValue }
  }
}
