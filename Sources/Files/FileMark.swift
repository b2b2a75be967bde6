/// A fingerprint of a file that recognizes the file later, usually without reading it.
package struct FileMark: Hashable, Sendable {
  /// In bytes.
  var size: Int
  /// Nanoseconds since 1970; 0 if the file was so new that another change might not alter its times.
  var modified: Int64
  var changed: Int64
  var inode: UInt64
  var sha256: Digest

  package init(_ stamp: FileStamp, sha256: Digest, now: Int64 = FileStamp.now) {
    let isSettled = stamp.isSettled(at: now)
    size = stamp.size
    (modified, changed) = isSettled ? (stamp.modified, stamp.changed) : (0, 0)
    inode = stamp.inode
    self.sha256 = sha256
  }

  /// Returns the current mark of the file; nil if the file is missing or has other contents.
  package func found(at path: RelativePath, in tree: FileTree) -> FileMark? {
    guard let stamp = tree.stamp(of: path), stamp.kind == .file, stamp.size == size else { return nil }
    if (modified, changed, inode) == (stamp.modified, stamp.changed, stamp.inode) { return self }
    // The stamp is older than the bytes, so a later change is noticed next time.
    guard let bytes = try? tree.data(path, limit: size), Digest(of: bytes) == sha256 else { return nil }
    return FileMark(stamp, sha256: sha256)
  }
}

extension FileMark {
  /// The mark as text without line breaks.
  package var text: String { "\(size) \(modified) \(changed) \(inode) \(sha256.hex)" }

  package init?(text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard words.count == 5, let size = Int(words[0]), let modified = Int64(words[1]), let changed = Int64(words[2]),
      let inode = UInt64(words[3]), let sha256 = Digest(hex: words[4])
    else { return nil }
    (self.size, self.modified, self.changed, self.inode, self.sha256) = (size, modified, changed, inode, sha256)
  }
}
