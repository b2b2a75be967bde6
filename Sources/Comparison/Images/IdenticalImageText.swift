import Foundation

/// A template for the texts of an identical image in all files of a review. It is computed once; for thousands of
/// images, only names, paths and sizes are then filled in.
package struct IdenticalImageText: Sendable {
  /// The values that differ between images.
  package struct Values: Sendable {
    package var id: String
    package var name: String
    package var variant: String
    /// The image's path, relative to the review.
    package var path: String
    package var width: Int
    package var height: Int

    package init(id: String, name: String, variant: String, path: String, width: Int, height: Int) {
      (self.id, self.name, self.variant, self.path, self.width, self.height) = (id, name, variant, path, width, height)
    }

    fileprivate var texts: [String] { [id, name, variant, path] }

    /// Whether all files write the texts without escaping: letters, digits, spaces, and punctuation without a special
    /// meaning in any of them. For other alphabets, only characters that begin with a byte with which no control
    /// character begins.
    fileprivate var isPlain: Bool {
      texts.allSatisfy { text in text.withCString { strspn($0, Self.plain) } == text.utf8.count }
    }

    private static let plain: [CChar] = {
      let marks = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./@ +,=()~".utf8)
      let ranges: [ClosedRange<UInt8>] = [0xC3...0xDF, 0xE1...0xE1, 0xE3...0xED, 0x80...0xBF, 0...0]
      return (marks + ranges.joined()).map { CChar(bitPattern: $0) }
    }()
  }

  /// For each file, literal texts, each followed by the index of a value; the last one by none.
  private var pieces: [[(text: String, value: Int)]] = []

  /// Characters and numbers that occur in no text of a review.
  private static let sample = Values(
    id: "\u{E000}", name: "\u{E001}", variant: "\u{E002}", path: "\u{E003}", width: 1_000_000_007, height: 1_000_000_009
  )
  private static let first: UInt32 = 0xE000
  private static let none = -1

  /// - Parameter texts: Returns the texts of an image with these values.
  /// - Returns: nil if the template would not give the same texts.
  package init?(_ texts: (Values) throws -> ReviewTexts) rethrows {
    let sample = try texts(Self.sample)
    pieces = [sample.report, sample.junit, sample.head, sample.detail].map(Self.pieces)
    let proof = Values(id: "a/b.png", name: "a/b", variant: "c", path: "../d/a/b.png", width: 12, height: 345)
    guard self.texts(proof) == (try texts(proof)) else { return nil }
  }

  private static func pieces(of text: String) -> [(text: String, value: Int)] {
    let written = text.replacing("\(sample.width)", with: "\u{E004}").replacing("\(sample.height)", with: "\u{E005}")
    var pieces: [(text: String, value: Int)] = []
    var literal = ""
    for scalar in written.unicodeScalars {
      if (first...first + 5).contains(scalar.value) {
        pieces.append((literal, Int(scalar.value - first)))
        literal = ""
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    return pieces + [(literal, none)]
  }

  /// - Returns: nil if the texts need escaping.
  package func texts(_ values: Values) -> ReviewTexts? {
    guard values.isPlain else { return nil }
    let texts = values.texts + [String(values.width), String(values.height)]
    let filled = pieces.map { pieces in
      var text = ""
      text.reserveCapacity(512)
      for piece in pieces {
        text += piece.text
        if piece.value != Self.none { text += texts[piece.value] }
      }
      return text
    }
    return ReviewTexts(report: filled[0], junit: filled[1], head: filled[2], detail: filled[3])
  }
}
