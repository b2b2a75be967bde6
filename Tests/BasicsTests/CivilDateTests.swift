import Basics
import Testing

struct CivilDateTests {
  // Day 0 of the Julian Day Number is 24 November 4714 BC, which is 2,440,588 days before 1970. The Modified Julian Day
  // counts from 17 November 1858, 40,587 days before. The other values are from Python's datetime.
  @Test(
    "days since 1970 and dates are each other's",
    arguments: [
      ((1970, 1, 1), 0), ((1969, 12, 31), -1), ((-4713, 11, 24), -2_440_588), ((1858, 11, 17), -40_587),
      ((1, 1, 1), -719_162), ((0, 12, 31), -719_163), ((0, 2, 29), -719_469), ((1600, 2, 29), -135_081),
      ((1900, 3, 1), -25_508), ((2000, 2, 29), 11_016), ((2000, 12, 31), 11_322), ((2100, 2, 28), 47_540),
      ((9999, 12, 31), 2_932_896),
    ])
  func vectors(date: (Int, Int, Int), number: Int) throws {
    let expected = try #require(CivilDate(year: date.0, month: date.1, day: date.2))
    #expect(expected.dayNumber == number)
    #expect(CivilDate(dayNumber: number) == expected)
  }

  @Test(
    "the calendar repeats after 400 years, which are 146 097 days", arguments: [-2_440_588, -719_469, -1, 0, 11_016])
  func cycle(number: Int) {
    let (date, later) = (CivilDate(dayNumber: number), CivilDate(dayNumber: number + 146_097))
    #expect((later.year, later.month, later.day) == (date.year + 400, date.month, date.day))
  }

  @Test("each day follows the one before, through four centuries on both sides of year 0")
  func consecutive() {
    var last = CivilDate(dayNumber: -719_528 - 146_097)
    for number in (-719_528 - 146_096)...(-719_528 + 146_097) {
      let next = CivilDate(dayNumber: number)
      let follows =
        (next.year, next.month, next.day) == (last.year, last.month, last.day + 1)
        || (next.year, next.month, next.day) == (last.year, last.month + 1, 1)
        || (next.year, next.month, next.day) == (last.year + 1, 1, 1) && last.month == 12
      guard follows, next.dayNumber == number else {
        Issue.record("\(next) after \(last)")
        return
      }
      last = next
    }
  }

  @Test(
    "days that no month has are none",
    arguments: [
      (2018, 2, 29), (1900, 2, 29), (2000, 2, 30), (2018, 4, 31), (2018, 0, 1), (2018, 13, 1), (2018, 1, 0),
      (-1, 2, 29),
      (.max, 1, 1), (.min, 1, 1),
    ] as [(Int, Int, Int)])
  func none(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test("the ends of Int are dates too", arguments: [Int.min, .max])
  func extremes(number: Int) {
    #expect(1...12 ~= CivilDate(dayNumber: number).month)
    #expect(0...23 ~= CivilMoment(localSeconds: number).hour)
  }

  @Test("a moment before 1970 has its clock counted forward")
  func beforeTheEpoch() {
    let moment = CivilMoment(localSeconds: -1)
    #expect((moment.year, moment.month, moment.day) == (1969, 12, 31))
    #expect((moment.hour, moment.minute, moment.second) == (23, 59, 59))
  }
}
