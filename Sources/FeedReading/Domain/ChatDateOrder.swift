/// The order of day, month and year in a chat's text, where the text leaves it open.
package enum ChatDateOrder: String, CaseIterable, Hashable, Sendable {
  /// 03/04/24 is 3 April 2024.
  case dmy
  /// 03/04/24 is 4 March 2024.
  case mdy
  /// 03/04/24 is 24 April 2003.
  case ymd
}
