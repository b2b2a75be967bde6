import Foundation

/// Files that tests may use where somebody has put them beside the checkout; the project stands without them.
package enum ExtraVectors {
  /// `FEEDPROOF_EXTRA_VECTORS`, else a `shared` folder beside the checkout; nil where there is none.
  package static let folder: URL? = {
    let given = ProcessInfo.processInfo.environment["FEEDPROOF_EXTRA_VECTORS"].map { URL(fileURLWithPath: $0) }
    let beside = Checkout.folder.deletingLastPathComponent().appendingPathComponent("shared")
    return [given, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// The file or folder at `path` in the extra vectors; nil where it is absent.
  package static func url(_ path: String) -> URL? {
    guard let url = folder?.appendingPathComponent(path), FileManager.default.fileExists(atPath: url.path) else {
      return nil
    }
    return url
  }
}

/// The checkout the tests were built from.
package enum Checkout {
  package static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }
}
