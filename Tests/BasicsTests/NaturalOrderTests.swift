import Basics
import Testing

struct NaturalOrderTests {
  @Test(
    "numbers in names count as numbers",
    arguments: [
      ("a2", "a10"), ("9/b", "10/a"), ("p1-2", "p1-10"), ("a02", "a3"), ("a1b2", "a01b3"), ("x0", "x1"),
      ("99999999999999999999998", "99999999999999999999999"), ("9", "00000000000000000000010"),
    ])
  func numbers(first: String, second: String) {
    #expect(naturallyPrecedes(first, second))
    #expect(!naturallyPrecedes(second, first))
  }

  @Test(
    "what differs in leading zeros alone has an order too", arguments: [("01", "1"), ("a0", "a00"), ("a01b1", "a1b1")])
  func leadingZeros(first: String, second: String) {
    #expect(naturallyPrecedes(first, second))
    #expect(!naturallyPrecedes(second, first))
  }

  @Test(
    "everything else compares by its scalars: capitals first, no locale",
    arguments: [
      ("A", "a"), ("a", "a1"), ("", "a"), ("page1", "page1.json"), ("Z", "é"), ("е", "ё"),
      // Written as one scalar and as two; some file systems distinguish them.
      ("e\u{301}", "\u{E9}"),
      // Digits of other scripts are letters.
      ("٢", "٣"), ("9", "٢"), ("\u{FFFF}", "\u{10000}"),
    ])
  func scalars(first: String, second: String) {
    #expect(naturallyPrecedes(first, second))
    #expect(!naturallyPrecedes(second, first))
  }

  @Test("a name does not are before itself", arguments: ["", "a", "01", "é", "a1b02"])
  func irreflexive(name: String) {
    #expect(!naturallyPrecedes(name, name))
  }

  @Test("it is an order: of any three names it makes one line")
  func transitive() {
    let names = [
      "", "0", "00", "1", "01", "10", "a", "a0", "a00", "a1", "a01", "a1a", "a10", "a2", "aa", "é", "e\u{301}", "1a",
      "1-2",
    ]
    let sorted = names.sorted(by: naturallyPrecedes)
    for (index, name) in sorted.enumerated() {
      #expect(sorted[(index + 1)...].allSatisfy { naturallyPrecedes(name, $0) && !naturallyPrecedes($0, name) })
    }
  }

  @Test("pages of a folder")
  func pages() {
    let names = ["page10.json", "Page1.json", "page2.json", "page02.json", "page1.json", "page.json"]
    #expect(
      names.sorted(by: naturallyPrecedes)
        == ["Page1.json", "page.json", "page1.json", "page02.json", "page2.json", "page10.json"])
  }
}
