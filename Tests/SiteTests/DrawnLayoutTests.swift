import Foundation
import Testing

@testable import Site

@Suite("Cards as the page draws them")
struct DrawnLayoutTests {
  private let layout = DrawnLayout(
    states: #"[[[0,1,0,0,10,10]],0]"#, table: ["#ffffff #000000", "0 15", "M0 0H10Z"],
    letters: [0: [0x61, 0x301, 0x1F41F], 2: [0x20, 0x5D0]], emoji: ["3-12", "3-7"])

  @Test("what is kept of one is all of it, blanks and marks among its characters too")
  func kept() throws {
    #expect(DrawnLayout(layout.text) == layout)
    #expect(DrawnLayout.isSound(layout.text))
  }

  @Test(
    "what another machine wrote is looked at",
    arguments: ["", "[]", "{}\n\n", "[\n\n", "[]\n\n../x", "[]\n\n3-7.png", "[]\n\n\nface a", "[]\n\n\n-1 a"])
  func unsound(text: String) {
    #expect(!DrawnLayout.isSound(text))
  }

  @Test("cards of one file share a table, and each says which of it is its own")
  func chunk() {
    let other = DrawnLayout(
      states: "[[[0,0,0,0,5,5]],0]", table: ["#ff0000", "#ffffff #000000"], letters: [:], emoji: [])
    let script = ScriptValue.list(DrawnLayout.chunk([layout.text, nil, other.text])).script
    #expect(
      script == ##"[["#ffffff #000000","0 15","M0 0H10Z","#ff0000"],[[0,1,2],[[[0,1,0,0,10,10]],0]],0,"##
        + "[[3,0],[[[0,0,0,0,5,5]],0]]]")
  }
}
