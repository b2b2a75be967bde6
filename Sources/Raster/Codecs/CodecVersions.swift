import CDeflate
import CImageCodecs
import CWebP

/// Versions of the codec libraries, for the manifest: other versions may give other pixels or bytes.
package enum CodecVersions {
  /// By name. libjpeg and libdeflate are the versions of the build, libpng and libwebp those that run.
  package static var all: [(name: String, version: String)] {
    [
      ("libdeflate", LIBDEFLATE_VERSION_STRING),
      ("libjpeg", String(cString: fp_libjpeg_version())),
      ("libpng", String(cString: fp_libpng_version())),
      ("libwebp", webp),
    ]
  }

  private static var webp: String {
    let packed = WebPGetDecoderVersion()
    return "\(packed >> 16).\(packed >> 8 & 255).\(packed & 255)"
  }
}
