extension Digest {
  package init(of bytes: some Collection<UInt8>) {
    let direct = bytes.withContiguousStorageIfAvailable { Digest(of: UnsafeRawBufferPointer($0)) }
    self = direct ?? Array(bytes).withUnsafeBytes { Digest(of: $0) }
  }

  /// Of the text's UTF-8.
  package init(of text: String) {
    self.init(of: text.utf8)
  }

  /// Of a value's members by their names: one that is added to a type later is part of it by itself.
  ///
  /// - Throws: What the value's own encoding throws.
  package init(encoding value: some Encodable) throws {
    self.init(of: try ValueEncoder.bytes(of: value))
  }

  /// Of digests in their order.
  package init(joining digests: some Sequence<Digest>) {
    self.init(of: digests.flatMap(\.bytes))
  }
}
