import CDeflate
import CPangoCairo
import Foundation

/// The versions of the libraries that determine the pixels and bytes of an image. These are the versions at run time if
/// the library reports it, else those of the build.
package enum LibraryVersions {
  private static let cairo = text(cairo_version_string())
  private static let pango = text(pango_version_string())
  private static let harfbuzz = text(hb_version_string())
  /// GLib's Unicode tables determine line breaking.
  private static let glib = "\(glib_major_version).\(glib_minor_version).\(glib_micro_version)"

  private static let freetype: String = {
    guard let library = FreeTypeLibrary() else { return unknown }
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    FT_Library_Version(library.pointer, &major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }()

  /// Pixman comes with Cairo, which doesn't export it for linking, so its symbol is looked up in the running process.
  private static let pixman: String = {
    typealias VersionFunction = @convention(c) () -> UnsafePointer<CChar>?
    guard let program = dlopen(nil, RTLD_LAZY), let symbol = dlsym(program, "pixman_version_string") else {
      return unknown
    }
    return text(unsafeBitCast(symbol, to: VersionFunction.self)())
  }()

  /// The versions by library name.
  package static let all: [String: String] = {
    var versions = [
      "cairo": cairo, "freetype": freetype, "glib": glib, "harfbuzz": harfbuzz, "pango": pango, "pixman": pixman,
      "libdeflate": LIBDEFLATE_VERSION_STRING,
    ]
    for codec in ImageCodecs.all { versions[codec.library.name] = codec.library.version }
    return versions
  }()

  private static let unknown = "unknown"
  private static func text(_ version: UnsafePointer<CChar>?) -> String { version.map(String.init(cString:)) ?? unknown }
}
