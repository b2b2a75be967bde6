/// What an archive says of one of its files before its bytes are read.
package struct ArchiveEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, folder
    /// Symbolic or hard.
    case link
    /// A device, a pipe, a socket.
    case special
  }

  /// As it stands in the archive: any bytes.
  package let name: [UInt8]
  package let kind: Kind
  /// Bytes; nil where that is known only when they were read.
  package let size: Int?
  package let isEncrypted: Bool

  package init(name: [UInt8], kind: Kind, size: Int?, isEncrypted: Bool) {
    (self.name, self.kind, self.size, self.isEncrypted) = (name, kind, size, isEncrypted)
  }
}
