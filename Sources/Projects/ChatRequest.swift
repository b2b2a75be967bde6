/// What of conversations is shown, and from whose side.
package struct ChatRequest: Hashable, Sendable {
  /// The chat's name; nil where there is one, or all are wanted.
  package var name: String?
  /// Name or id of whose messages are outgoing; nil where the export has to tell.
  package var owner: String?
  /// Seconds since 1970: what was written before is left out.
  package var since: Int?
  /// Seconds since 1970: what was written from then on is left out.
  package var until: Int?
  /// The export's id of the first message that was not read; nil marks none.
  package var unread: String?

  package init() {}
}
