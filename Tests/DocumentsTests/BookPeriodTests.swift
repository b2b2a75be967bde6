import Basics
import Documents
import Foundation
import Testing

@Suite("Days of a book")
struct BookPeriodTests {
  private func days(_ text: String) -> String? {
    BookPeriod(text).map { span in
      func word(_ date: CivilDate) -> String { "\(date.year)-\(date.month)-\(date.day)" }
      return "\(word(span.first)) \(word(span.end))"
    }
  }

  @Test(
    "a month, a year, a day and a range end before the day after their last one",
    arguments: [
      ("2024-11", "2024-11-1 2024-12-1"), ("2024-12", "2024-12-1 2025-1-1"), ("2024", "2024-1-1 2025-1-1"),
      ("2024-02-28", "2024-2-28 2024-2-29"), ("2023..2024-02", "2023-1-1 2024-3-1"),
    ])
  func spans(_ text: String, _ expected: String) { #expect(days(text) == expected) }

  @Test(
    "anything that is not a day, and what ends before it begins, is none",
    arguments: ["", "24-11", "2024-13", "2023-02-29", "2024-11..", "2024...2025", "2024-2..2024-1", "2024-1"])
  func wrong(_ text: String) { #expect(days(text) == nil) }

  @Test("days begin where clocks of the zone show midnight, on either side of summer time")
  func zone() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let bounds = try #require(BookPeriod("2024-03")).bounds(in: zone)
    // 29 February 23:00 and 31 March 22:00 in UTC.
    #expect(bounds.since == 1_709_247_600 && bounds.until == 1_711_922_400)
  }

  @Test("cards are set in two columns if they stay legible")
  func columns() {
    let look = BookMetrics(paper: ImageRequest.Paper.a4.size)
    #expect(look.columns(for: 359).count == 2)
    #expect(look.columns(for: 520).count == 1)
    // (595 − 2 × 36 − 18) / 2 = 252.5 points a column.
    #expect(abs(look.columns(for: 359).scale - 252.5 / 359) < 0.001)
    #expect(abs(look.columns(for: 300).scale - 0.75) < 0.001)
  }
}
