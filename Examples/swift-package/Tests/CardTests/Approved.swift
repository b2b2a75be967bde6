import FeedproofProof
import Foundation

/// A file next to the tests with approved content.
struct Approved {
  private let file: URL
  private let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  init(_ name: String, beside source: String = #filePath) {
    file = URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent("Approved/\(name)")
  }

  /// The file's content. When recording, `new` is written to it first.
  func value<Value: Codable>(else new: Value) throws -> Value {
    if isRecording {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try encoder.encode(new).write(to: file)
    }
    return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
  }

  /// An image in netpbm's PAM format: a short header and the pixels. An app would store PNGs and read them with Image
  /// I/O.
  func picture(else new: Picture) throws -> Picture {
    let end = "ENDHDR\n"
    if isRecording {
      let header = "P7\nWIDTH \(new.width)\nHEIGHT \(new.height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\n\(end)"
      try (Data(header.utf8) + new.rgba).write(to: file)
    }
    let data = try Data(contentsOf: file)
    guard let header = data.range(of: Data(end.utf8)) else { throw CocoaError(.fileReadCorruptFile) }
    let words = String(decoding: data[..<header.lowerBound], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    func number(_ key: Substring) -> Int? { words.firstIndex(of: key).flatMap { Int(words[$0 + 1]) } }
    guard let width = number("WIDTH"), let height = number("HEIGHT") else { throw CocoaError(.fileReadCorruptFile) }
    return try Picture(width: width, height: height, rgba: [UInt8](data[header.upperBound...]))
  }
}
