/// A moment as the calendar and the clock on the wall show it.
package struct CivilMoment: Hashable, Sendable {
  package let date: CivilDate
  /// Days since 1 January 1970.
  package let dayNumber: Int
  /// 0…23
  package let hour: Int
  /// 0…59
  package let minute: Int
  /// 0…59
  package let second: Int

  /// - Parameter localSeconds: Seconds since 1970 with the zone's offset added.
  package init(localSeconds: Int) {
    let secondOfDay: Int
    (dayNumber, secondOfDay) = floorDivide(localSeconds, by: 86_400)
    date = CivilDate(dayNumber: dayNumber)
    (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
  }

  package var year: Int { date.year }
  package var month: Int { date.month }
  package var day: Int { date.day }
}
