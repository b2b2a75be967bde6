/// CSS values of a conversation's theme, taken from the design tokens: what the page draws itself in the look of cards.
package struct ChatLook: Hashable, Codable, Sendable {
  /// Behind a day's heading and on it.
  package var notice: String
  package var noticeText: String
  package var accent: String
  /// What others say is on this.
  package var incoming: String
  package var noticeRadius: Double
  package var noticeInset: Double
  package var noticeSide: Double
  package var noticeSize: Double
  package var noticeLine: Double
  package var noticeWeight: Int
  /// Over a day's heading in its card.
  package var daySpace: Double

  package init(
    notice: String, noticeText: String, accent: String, incoming: String, noticeRadius: Double, noticeInset: Double,
    noticeSide: Double, noticeSize: Double, noticeLine: Double, noticeWeight: Int, daySpace: Double
  ) {
    self.notice = notice
    self.noticeText = noticeText
    self.accent = accent
    self.incoming = incoming
    self.noticeRadius = noticeRadius
    self.noticeInset = noticeInset
    self.noticeSide = noticeSide
    self.noticeSize = noticeSize
    self.noticeLine = noticeLine
    self.noticeWeight = noticeWeight
    self.daySpace = daySpace
  }
}
