import Digests
import Files

/// What is remembered of a file, so that it is known again, nearly always without being read.
struct FileMark: Hashable, Sendable {
  /// Bytes.
  var size: Int
  /// Nanoseconds since 1970; 0 where the file was so new that it could be changed without its times telling of it.
  var modified: Int64
  var changed: Int64
  var inode: UInt64
  var sha256: Digest

  /// Whose file it is.
  enum Owner {
    /// The tool's own, which is looked at again after it was copied or linked elsewhere.
    case tool
    /// Somebody's: whatever happened to it, its bytes are asked.
    case user
  }

  init(_ stamp: FileStamp, sha256: Digest, of owner: Owner, now: Int64 = FileStamp.now) {
    let isSettled = owner == .tool || stamp.isSettled(at: now)
    size = stamp.size
    (modified, changed) = isSettled ? (stamp.modified, stamp.changed) : (0, 0)
    inode = stamp.inode
    self.sha256 = sha256
  }

  /// - Returns: The mark of the file as it is now; nil where there is none, or it is another.
  func found(at path: RelativePath, in tree: FileTree, of owner: Owner) -> FileMark? {
    guard let stamp = tree.stamp(of: path), stamp.kind == .file, stamp.size == size else { return nil }
    let isSame = modified == stamp.modified && (owner == .tool || changed == stamp.changed && inode == stamp.inode)
    if isSame { return self }
    // The stamp is older than the bytes: a change from here on shows the next time.
    guard let bytes = try? tree.data(path, limit: size), Digest(of: bytes) == sha256 else { return nil }
    return FileMark(stamp, sha256: sha256, of: owner)
  }
}

extension FileMark {
  /// One word.
  var text: String { "\(size) \(modified) \(changed) \(inode) \(sha256.hex)" }

  init?(text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard words.count == 5, let size = Int(words[0]), let modified = Int64(words[1]), let changed = Int64(words[2]),
      let inode = UInt64(words[3]), let sha256 = Digest(hex: words[4])
    else { return nil }
    (self.size, self.modified, self.changed, self.inode, self.sha256) = (size, modified, changed, inode, sha256)
  }
}
