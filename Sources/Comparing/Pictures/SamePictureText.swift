import Foundation

/// What every file of a review says of a picture that is as it was. It is worked out once; of thousands of pictures then only
/// names, paths and sizes are filled in.
struct SamePictureText: Sendable {
  /// What is another for each picture.
  struct Values: Sendable {
    var id: String
    var name: String
    var variant: String
    /// From the review.
    var path: String
    var width: Int
    var height: Int

    fileprivate var texts: [String] { [id, name, variant, path] }

    /// Whether no file writes a text of it in any other way than it is: letters, digits, blanks and marks that are none
    /// anywhere. Of other alphabets those whose characters begin with bytes that no control character begins with.
    fileprivate var isPlain: Bool {
      texts.allSatisfy { text in text.withCString { strspn($0, Self.plain) } == text.utf8.count }
    }

    private static let plain: [CChar] = {
      let marks = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./@ +,=()~".utf8)
      let ranges: [ClosedRange<UInt8>] = [0xC3...0xDF, 0xE1...0xE1, 0xE3...0xED, 0x80...0xBF, 0...0]
      return (marks + ranges.joined()).map { CChar(bitPattern: $0) }
    }()
  }

  /// Literal text and, behind all but the last, which of the values follows.
  private var pieces: [(text: String, value: Int)] = []

  /// Characters and numbers that stand in no text of a review.
  private static let sample = Values(
    id: "\u{E000}", name: "\u{E001}", variant: "\u{E002}", path: "\u{E003}", width: 1_000_000_007, height: 1_000_000_009
  )
  private static let first: UInt32 = 0xE000
  private static let none = -1

  /// - Parameter text: What a line of the log says of a picture with these values.
  /// - Returns: Nil where filling in would not give what `text` gives.
  init?(_ text: (Values) throws -> String) rethrows {
    let written = try text(Self.sample).replacing("\(Self.sample.width)", with: "\u{E004}")
      .replacing("\(Self.sample.height)", with: "\u{E005}")
    var literal = ""
    for scalar in written.unicodeScalars {
      if (Self.first...Self.first + 5).contains(scalar.value) {
        pieces.append((literal, Int(scalar.value - Self.first)))
        literal = ""
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    pieces.append((literal, Self.none))
    let proof = Values(id: "a/b.png", name: "a/b", variant: "c", path: "../d/a/b.png", width: 12, height: 345)
    guard line(proof) == (try text(proof)) else { return nil }
  }

  /// - Returns: Nil of texts that have to be written in a way of their own.
  func line(_ values: Values) -> String? {
    guard values.isPlain else { return nil }
    let texts = values.texts + [String(values.width), String(values.height)]
    var line = ""
    line.reserveCapacity(2048)
    for piece in pieces {
      line += piece.text
      if piece.value != Self.none { line += texts[piece.value] }
    }
    return line
  }
}
