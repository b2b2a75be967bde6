import DataFormats
import FeedReading
import Testing

@Suite("Numbers near the largest integer")
struct LargeNumberTests {
  @Test(arguments: [Int.min, .max, .max / 1000, .min / 1000]) func `a chat's date outside of the years is none`(
    _ seconds: Int
  ) {
    #expect(ChatDate(seconds: seconds, milliseconds: 999) == nil)
    #expect(ChatDate(seconds: seconds, milliseconds: -999) == nil)
  }

  @Test(arguments: [Int.min, .max]) func `an index that no list has is refused`(_ index: Int) {
    #expect(throws: JSONQuery.Fault.self) { try JSONQuery("$[\(index)]") }
  }
}
