import Cards
import Testing

@Suite struct CounterTextTests {
  @Test(
    "a counter is cut to the unit it fits",
    arguments: [
      (0, "0"), (1, "1"), (999, "999"), (1000, "1K"), (1099, "1K"), (1100, "1.1K"), (1234, "1.2K"), (9999, "9.9K"),
      (10_000, "10K"), (12_345, "12K"), (999_999, "999K"), (1_000_000, "1M"), (1_250_000, "1.2M"),
      (9_999_999, "9.9M"), (12_345_678, "12M"), (999_999_999, "999M"), (1_000_000_000, "1B"), (2_147_483_647, "2.1B"),
      (1_000_000_000_000, "1T"), (Int.max, "9223372T"), (-1, "0"), (Int.min, "0"),
    ])
  func counter(count: Int, shown: String) {
    #expect(Language.en.strings.counter(count) == shown)
  }

  @Test(
    "a Russian card has one decimal separator, the comma",
    arguments: [(8800, "8,8K"), (1000, "1K"), (12_345, "12K"), (1_250_000, "1,2M")])
  func russian(count: Int, shown: String) {
    #expect(Language.ru.strings.counter(count) == shown)
    #expect(Language.ru.strings.fileSize(9011) == "8,8 КБ")
  }
}
