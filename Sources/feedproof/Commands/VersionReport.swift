import CardRendering
import Export
import Files
import Foundation
import Raster
import RunSupport

/// How this program was compiled.
enum BuildTier: String, Encodable {
  /// With assertions, for tests.
  case debug
  /// The launcher's first build: compiles fast, hardly optimized.
  case quick
  case optimized

  static var current: BuildTier {
    #if DEBUG || TEST_BUILD
      .debug
    #elseif QUICK_BUILD
      .quick
    #else
      .optimized
    #endif
  }

  var text: String {
    switch self {
    case .debug: "debug"
    case .quick: "debug; ./feedproof --optimize builds a faster tool"
    case .optimized: "optimized"
    }
  }
}

/// The output of `feedproof --version --verbose`: everything on this machine that affects images.
struct VersionReport: Encodable {
  var tool = "feedproof"
  var version = FeedproofVersion.current
  var build = BuildTier.current
  /// The folder of built-in templates and tokens.
  var resources: String
  /// Versions of libraries, by name.
  var libraries: [String: String]
  /// The typefaces of the font lock, in its order.
  var fonts: [FontFaceDocument]

  /// - Throws: `Diagnostic` if the font lock is missing or unreadable.
  init(_ environment: Environment) throws {
    resources = environment.resourceFolder.path
    libraries = Manifest.libraries
    let lock = try FontLoading.lock(at: nil, environment: environment)
    fonts = FontSet.report(lock: lock, searching: environment.fontFolders.map(\.path)).entries.map { entry in
      var face = FontFaceDocument(entry)
      (face.sha256, face.package) = (nil, nil)
      return face
    }
  }

  var text: String {
    let own = libraries.sorted { $0.key < $1.key }.map { "  \($0.key) \($0.value)" }
    let faces = fonts.map { font in
      let style = font.style == "normal" ? "" : " \(font.style)"
      let place = font.found ?? font.file
      return "  \(font.family) \(font.weight)\(style) \(font.version), \(place): \(font.status.rawValue)"
    }
    let head = ["\(tool) \(version)", "templates and tokens: \(resources)", "build: \(build.text)"]
    return (head + ["libraries:"] + own + ["fonts:"] + faces).joined(separator: "\n") + "\n"
  }
}

extension Commands {
  /// `feedproof --version --verbose`
  package static func version(json: Bool) throws {
    let report = try VersionReport(Environment.process())
    try print(report, as: report.text, json: json)
  }
}
