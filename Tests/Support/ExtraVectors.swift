import Foundation

/// Optional test files next to the checkout. The project doesn't need them.
package enum ExtraVectors {
  /// The folder in `FEEDPROOF_EXTRA_VECTORS`, otherwise a `shared` folder next to the checkout; nil if neither exists.
  package static let folder: URL? = {
    let given = ProcessInfo.processInfo.environment["FEEDPROOF_EXTRA_VECTORS"].map { URL(fileURLWithPath: $0) }
    let beside = Checkout.folder.deletingLastPathComponent().appendingPathComponent("shared")
    return [given, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// Returns a file or folder of the extra vectors; nil if it is missing.
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
