import Basics
import Diagnostics
import Raster

/// Problems with a file that should be an image, with its actual content and its side.
package enum BrokenImage: Issue, Hashable {
  /// The actual content of a file, by its first bytes.
  package enum Content: Hashable {
    case pointer
    case lineEndings
    case savedAsText
    case base64
    case dataAddress
    case page
    case markup
    case text
    case zeros
  }

  case content(Content, ComparedSide)
  case undecodable(ImageError, ComparedSide)

  /// Returns the diagnostic of a failed decoding.
  package static func diagnostic(of error: ImageError, in bytes: [UInt8], _ side: ComparedSide) -> Diagnostic {
    switch error {
    case .unrecognized, .unsupported, .corrupt:
      Diagnostic(content(of: bytes).map { Self.content($0, side) } ?? .undecodable(error, side))
    default: Diagnostic(Self.undecodable(error, side))
    }
  }

  /// The signature of PNG without its first byte, with each of its line endings as some tools rewrite them.
  private static let mangled: [[UInt8]] = [
    [0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A], [0x50, 0x4E, 0x47, 0x0D, 0x0D, 0x0A, 0x1A],
    [0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0D, 0x0A], [0x50, 0x4E, 0x47, 0x0D, 0x1A, 0x0D],
  ]

  private static func content(of bytes: [UInt8]) -> Content? {
    let head = Array(bytes.prefix(1024))
    if head.starts(with: "version https://git-lfs".utf8) { return .pointer }
    if !head.isEmpty, head.allSatisfy({ $0 == 0 }) { return .zeros }
    let isText = head.starts(with: [0xEF, 0xBF, 0xBD]) || head.starts(with: [0xC2, 0x89])
    if isText, head.prefix(12).firstRange(of: "PNG".utf8) != nil { return .savedAsText }
    if head.starts(with: [0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD]) { return .savedAsText }
    if mangled.contains(where: { head.dropFirst().starts(with: $0) }) { return .lineEndings }
    let text = String(decoding: head, as: UTF8.self)
    guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 || "\t\n\r".unicodeScalars.contains($0) })
    else { return nil }
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    if start.hasPrefix("data:image/") { return .dataAddress }
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return .page }
    // SVG is an image format, but it is not compared.
    if start.hasPrefix("<") { return start.contains("<svg") ? nil : .markup }
    if bytes.count > 16, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+/=\r\n".contains($0)) }) {
      return .base64
    }
    return head.isEmpty || text.contains("\u{FFFD}") ? nil : .text
  }

  package var text: IssueText {
    switch self {
    case .content(let content, let side):
      let (words, hint) = Self.explanation(of: content)
      return .error("pictures.not-an-image", "the file \(side.rawValue) is \(words), not an image", hint: hint)
    case .undecodable(.empty, let side):
      return .error(
        "pictures.broken", "the file \(side.rawValue) is empty",
        hint: "write the image again: the test or the disk failed while writing it")
    case .undecodable(let error, let side):
      let diagnostic = Diagnostic(error)
      return .error("pictures.broken", "the image \(side.rawValue): \(diagnostic.message)", hint: diagnostic.hint)
    }
  }

  private static func explanation(of content: Content) -> (words: String, hint: String) {
    switch content {
    case .pointer:
      ("a Git LFS pointer", "run git lfs pull; in GitHub Actions, check out with lfs: true")
    case .lineEndings:
      (
        "a PNG whose line endings Git or a transfer converted",
        "add \"*.png binary\" to .gitattributes, then commit the image again"
      )
    case .savedAsText:
      ("a PNG that was saved as UTF-8 text, which loses bytes", "write the image as bytes, not as a string")
    case .base64: ("text in base64", "decode it: base64 -d FILE > IMAGE")
    case .dataAddress: ("a data: address", "decode the part after the comma: base64 -d")
    case .page: ("an HTML page", "the server returned a web page: download the image again")
    case .markup: ("an XML document", "a server may have returned an error: download the image again")
    case .text: ("text", "check its first line, and write the image again")
    case .zeros: ("nothing but zero bytes", "write the image again: the disk or a transfer failed")
    }
  }
}
