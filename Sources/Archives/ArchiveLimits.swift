/// What an archive may take, whatever it says of itself. Far more than any service's archive of one account comes to.
package struct ArchiveLimits: Hashable, Sendable {
  /// Files, folders and all else that has a name.
  package var entries = 200_000
  /// How many times its own size what is unpacked may have, once that is more than `freeBytes`. JSON becomes ten to
  /// thirty times smaller; deflate can't do more than 1032 times.
  package var ratio = 200
  /// Unpacked bytes of which no ratio is asked.
  package var freeBytes = 16 << 20
  /// Bytes that are unpacked to get from one entry to the next: its header, with all that belongs to it. Of a zip archive
  /// that is its list of contents, too.
  package var headerBytes = 32 << 20

  package init() {}
}
