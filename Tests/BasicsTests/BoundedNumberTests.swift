import Basics
import Foundation
import Testing

struct BoundedNumberTests {
  @Test(arguments: [
    "", "-1", "+1", " 1", "1 ", "9007199254740992", "9223372036854775807", "99999999999999999999", "1e3",
  ])
  func `a text that is no number within the bounds is refused`(_ text: String) {
    #expect(BoundedNumber(text) == nil)
  }

  @Test func `digits within the bounds are read`() {
    #expect(BoundedNumber("0")?.value == 0)
    #expect(BoundedNumber("9007199254740991")?.value == BoundedNumber.limit)
    #expect(BoundedNumber("1fF", radix: 16)?.value == 0x1FF)
  }

  @Test func `a sum stops at the bound`() throws {
    let largest = try #require(BoundedNumber(BoundedNumber.limit))
    #expect(largest.adding(largest) == largest)
  }

  @Test(arguments: ["[-1]", "[9007199254740992]", "[1.5]"]) func `JSON beyond the bounds is refused`(_ text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([BoundedNumber].self, from: Data(text.utf8)) }
  }

  @Test func `integers saturate`() {
    #expect(Int.max.saturatingAdd(1) == .max)
    #expect(Int.min.saturatingAdd(-1) == .min)
    #expect(Int.max.saturatingSubtract(-1) == .max)
    #expect(Int.min.saturatingSubtract(1) == .min)
    #expect(Int.max.saturatingMultiply(by: 2) == .max)
    #expect(Int.max.saturatingMultiply(by: -2) == .min)
    #expect(3.saturatingMultiply(by: -2) == -6)
  }

  @Test func `numbers of any size become the nearest integer`() {
    #expect(Int(saturating: 1e300) == .max)
    #expect(Int(saturating: -.infinity) == .min)
    #expect(Int(saturating: .nan) == 0)
    #expect(Int(saturating: -2.9) == -2)
  }
}
