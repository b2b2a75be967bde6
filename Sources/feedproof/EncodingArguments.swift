import ArgumentParser
import Drawing
import Projects

/// How pictures are written.
struct EncodingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "png (the default), or webp: a sixth of the bytes, lossless for cards without photos.", valueName: "format"))
  var encoding: PictureEncoding?

  @Option(help: .photoQuality)
  var photoQuality: Int?

  func add(to overrides: inout ProjectOverrides) {
    overrides.encoding = encoding
    overrides.photoQuality = photoQuality
  }
}

extension PictureEncoding: ExpressibleByArgument {}
