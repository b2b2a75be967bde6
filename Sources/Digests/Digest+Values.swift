import Foundation

extension Digest {
  package init(of bytes: some Collection<UInt8>) {
    let direct = bytes.withContiguousStorageIfAvailable { Digest(of: UnsafeRawBufferPointer($0)) }
    self = direct ?? Array(bytes).withUnsafeBytes { Digest(of: $0) }
  }

  /// Of the text's UTF-8.
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
}
