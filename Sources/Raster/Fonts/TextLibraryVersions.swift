import CPangoCairo
import Foundation

/// Versions of the libraries that decide how text and shapes come out, as they run (not as they were compiled against).
package enum TextLibraryVersions {
  package static let cairo = text(cairo_version_string())
  package static let pango = text(pango_version_string())
  package static let harfbuzz = text(hb_version_string())
  /// GLib's Unicode tables decide where lines may break.
  package static let glib = "\(glib_major_version).\(glib_minor_version).\(glib_micro_version)"

  package static let freetype: String = {
    guard let library = FreeTypeLibrary() else { return unknown }
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    FT_Library_Version(library.pointer, &major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }()

  /// Pixman comes with Cairo, which doesn't offer it for linking: it is asked by name in the running process.
  package static let pixman: String = {
    typealias VersionFunction = @convention(c) () -> UnsafePointer<CChar>?
    guard let program = dlopen(nil, RTLD_LAZY), let symbol = dlsym(program, "pixman_version_string") else {
      return unknown
    }
    return text(unsafeBitCast(symbol, to: VersionFunction.self)())
  }()

  /// All of them by name, for manifests.
  package static let all = [
    "cairo": cairo, "freetype": freetype, "glib": glib, "harfbuzz": harfbuzz, "pango": pango, "pixman": pixman,
  ]

  private static let unknown = "unknown"
  private static func text(_ version: UnsafePointer<CChar>?) -> String { version.map(String.init(cString:)) ?? unknown }
}
