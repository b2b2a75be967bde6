import CNettle
import Foundation

/// A SHA-256 digest (FIPS 180-4): 32 bytes.
package struct Digest: Hashable, Sendable {
  /// Not a SIMD vector: its alignment is more than allocators guarantee.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// 32 zeros, used for "no digest".
  package static let none = Digest(words: (0, 0, 0, 0))

  private init(words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = words
  }

  /// Creates a digest from its bytes; returns nil unless there are 32.
  package init?(_ bytes: some Collection<UInt8>) {
    guard let digest = Array(bytes).withUnsafeBytes({ Digest($0) }) else { return nil }
    self = digest
  }

  /// Like `init(_:)` for a collection, but without a call per byte: a run reads tens of thousands of digests from its
  /// cache.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
    }
    words = (word(0), word(1), word(2), word(3))
  }

  /// Parses 64 lowercase hexadecimal digits.
  package init?(hex: some StringProtocol) {
    let digits = Array(hex.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(bytes)
  }

  package init(of bytes: UnsafeRawBufferPointer) {
    var running = RunningDigest()
    running.add(bytes)
    self = running.finish()
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  package var bytes: [UInt8] {
    let ordered = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    return withUnsafeBytes(of: ordered) { Array($0) }
  }

  package static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  package var data: Data { Data(bytes) }

  /// Lowercase hexadecimal digits.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// Encoded as 64 hexadecimal digits.
extension Digest: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = Digest(hex: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a SHA-256 in hexadecimal")
    }
    self = digest
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}

extension Digest {
  package init(of bytes: some Collection<UInt8>) {
    let direct = bytes.withContiguousStorageIfAvailable { Digest(of: UnsafeRawBufferPointer($0)) }
    self = direct ?? Array(bytes).withUnsafeBytes { Digest(of: $0) }
  }

  /// Hashes the text's UTF-8 bytes.
  package init(of text: String) {
    self.init(of: text.utf8)
  }

  /// Hashes a value's encoded members with their names, so that a member added to a type later is included
  /// automatically.
  ///
  /// - Throws: Errors from the value's own encoding.
  package init(encoding value: some Encodable) throws {
    self.init(of: try ValueEncoder.bytes(of: value))
  }

  /// Hashes digests in order.
  package init(joining digests: some Sequence<Digest>) {
    self.init(of: digests.flatMap(\.bytes))
  }
}

/// Hashes bytes piece by piece, using Nettle, with the processor's SHA instructions if available.
package struct RunningDigest {
  private var context = sha256_ctx()

  package init() { nettle_sha256_init(&context) }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    nettle_sha256_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
  }

  /// Returns the digest of everything added.
  package mutating func finish() -> Digest {
    withUnsafeTemporaryAllocation(byteCount: Int(SHA256_DIGEST_SIZE), alignment: 8) { digest in
      fp_sha256_digest(&context, digest.baseAddress?.assumingMemoryBound(to: UInt8.self))
      return Digest(UnsafeRawBufferPointer(digest)) ?? .none
    }
  }
}

/// The digest of a sequence of any length: each step covers all previous ones.
package struct DigestChain: Sendable {
  package private(set) var digest = Digest.none

  package init() {}

  package mutating func append(_ next: Digest...) {
    digest = Digest(joining: [digest] + next)
  }
}
