import Foundation
import Site
import Testing

@Suite("Cards as the page draws them")
struct DrawnCardLayoutTests {
  private let layout = DrawnCardLayout(
    states: "[[[0,\(DrawnCardLayout.shared("#ffffff #000000")),0,0,10,10]],0]",
    letters: [0: [0x61, 0x301, 0x1F41F], 2: [0x20, 0x5D0]], emoji: ["3-12", "3-7"])

  @Test("anything that is kept of one is all of it, blanks and marks among its characters too")
  func kept() throws {
    #expect(DrawnCardLayout(layout.text) == layout)
    #expect(DrawnCardLayout.isSound(layout.text))
  }

  @Test(
    "what another machine wrote is checked",
    arguments: [
      "", "[]", "{}\n", "[\n", "[]\n../x", "[]\n3-7.png", "[]\n\nface a", "[]\n\n-1 a", "[\u{1}]\n", "[\"\u{1}a]\n",
      "\u{1}\n",
    ])
  func unsound(text: String) {
    #expect(!DrawnCardLayout.isSound(text))
  }

  @Test("cards of one file share a table; words that look like its marks are words")
  func chunk() {
    let (red, white) = (DrawnCardLayout.shared("#ff0000 \"\\\""), DrawnCardLayout.shared("#ffffff #000000"))
    let other = DrawnCardLayout(
      states: "[[[0,\(red),0,0,5,5],[4,\(white),\(DrawnCardLayout.quoted("\u{1}a"))]],0]", letters: [:], emoji: [])
    let script = ScriptValue.list(DrawnCardLayout.chunk([layout.text, nil, other.text])).script
    #expect(
      script == ##"[["#ffffff #000000","#ff0000 \"\\\""],[[[0,0,0,0,10,10]],0],0,"##
        + ##"[[[0,1,0,0,5,5],[4,0,"\u0001a"]],0]]"##)
  }
}
