import ExportStore
import Foundation
import Raster

extension Digest {
  /// SHA-256 of bytes.
  package init(of bytes: some Collection<UInt8>) {
    // 64 hexadecimal digits are always a digest.
    self = Digest(hex: SHA256.hex(of: bytes)) ?? .none
  }

  package init(of text: String) {
    self.init(of: text.utf8)
  }

  /// Of a value as JSON with sorted keys: a member that is added to a type later is part of it by itself.
  ///
  /// - Throws: `EncodingError` where the value can't be written.
  package init(encoding value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    self.init(of: try encoder.encode(value))
  }

  /// Of digests in their order.
  package init(joining digests: some Sequence<Digest>) {
    self.init(of: digests.flatMap(\.bytes))
  }

  /// 32 zeros: the digest of nothing that there is.
  package static let none = Digest(repeatElement(0, count: 32)) ?? Digest(of: "")
}

/// A digest of a sequence of any length, one after the other: each step covers all before it.
package struct DigestChain {
  package private(set) var digest = Digest.none

  package init() {}

  package mutating func append(_ next: Digest...) {
    digest = Digest(joining: [digest] + next)
  }
}
