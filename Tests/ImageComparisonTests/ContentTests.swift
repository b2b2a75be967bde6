import Drawing
import Testing

@testable import ImageComparison

@Suite("Changed texts of a post")
struct ContentTests {
  private static func text(_ path: String, _ lines: [String], whole: String? = nil, item: String? = nil) -> BoxRecord {
    var box = BoxRecord(path: path, frame: .zero, lineCount: lines.count, isTruncated: whole != nil, lineTexts: lines)
    box.wholeText = whole.map { BoxRecord.wording([$0]) }
    box.item = item
    return box
  }

  private static func photo(_ path: String, _ name: String, item: String? = nil) -> BoxRecord {
    var box = BoxRecord(path: path, frame: .zero)
    (box.image, box.item) = (name, item)
    return box
  }

  private func edits(_ old: [BoxRecord], _ new: [BoxRecord]) -> [ContentEdit] {
    func layout(_ boxes: [BoxRecord]) -> LayoutRecord { LayoutRecord(size: .zero, boxes: boxes) }
    return ContentComparison(reference: layout(old), actual: layout(new)).edits
  }

  @Test("other line breaks are no other text")
  func breaks() {
    #expect(edits([Self.text("a", ["one two", "three"])], [Self.text("a", ["one", "two three"])]).isEmpty)
  }

  @Test(
    "the same words with other links are reported by them, where both sides tell their links",
    arguments: [
      (
        [LinkRecord(words: "a", target: "x")], [LinkRecord(words: "a", target: "y")],
        "the link “a” leads to y, not to x"
      ),
      ([LinkRecord(words: "a", target: "x")], [LinkRecord(words: "a b", target: "x")], "the link “a → a b”"),
      ([LinkRecord(words: "a", target: "x")], nil, "“a” is no longer a link"),
      (nil, [LinkRecord(words: "a", target: "x")], "“a” now links to x"),
    ] as [([LinkRecord]?, [LinkRecord]?, String)])
  func links(old: [LinkRecord]?, new: [LinkRecord]?, text: String) {
    func layout(_ links: [LinkRecord]?, tells: Bool?) -> LayoutRecord {
      var box = Self.text("card/text", ["a b c"])
      box.links = links
      return LayoutRecord(size: .zero, boxes: [box], links: tells)
    }
    let found = ContentComparison(reference: layout(old, tells: true), actual: layout(new, tells: true)).edits
    #expect(found.map(\.cause.title) == ["card/text: \(text)"] && found.map(\.kind) == [.text])
    #expect(ContentComparison(reference: layout(old, tells: nil), actual: layout(new, tells: true)).edits.isEmpty)
  }

  @Test("a rename and its initials are one edit, unless the initials belong to a different name")
  func initials() {
    func found(_ initials: String) -> [String] {
      edits(
        [Self.text("card/name", ["Anna Berg"]), Self.text("card/avatar", ["AB"])],
        [Self.text("card/name", ["Anna Stone"]), Self.text("card/avatar", [initials])]
      ).map(\.cause.title)
    }
    #expect(found("AS") == ["card/name: “Anna [Berg → Stone]”"])
    #expect(found("XY").count == 2)
  }

  @Test("a text and an image are two edits, each with its old and its new value")
  func apart() {
    let found = edits(
      [Self.text("card/text", ["one"]), Self.photo("card/photo", "a")],
      [Self.text("card/text", ["two"]), Self.photo("card/photo", "b")])
    #expect(found.map(\.kind) == [.text, .photo])
    #expect(found.map(\.cause.title) == ["card/text: “[one → two]”", "card/photo: different image"])
    let other = edits([Self.text("card/text", ["one"])], [Self.text("card/text", ["three"])])
    #expect(other.first?.cause.id != found.first?.cause.id)
  }

  @Test("the same edit is the same cause however much of the text is shown")
  func cutOff() {
    let whole = edits([Self.text("card/text", ["one", "two"])], [Self.text("card/text", ["uno", "two"])])
    let cut = edits(
      [Self.text("card/text", ["one"], whole: "one two")], [Self.text("card/text", ["uno"], whole: "uno two")])
    #expect(whole.map(\.cause.id) == cut.map(\.cause.id))
  }

  @Test("twelve likes are no twelve comments, in whatever post")
  func counters() {
    func likes(_ kind: String, _ count: String) -> [BoxRecord] {
      var box = BoxRecord(path: "card/counters/\(kind)", frame: .zero)
      box.item = "counter"
      return [box, Self.text("card/counters/\(kind)/label", [count])]
    }
    let likes12 = edits(likes("likes", "11"), likes("likes", "12"))
    let comments = edits(likes("comments", "11"), likes("comments", "12"))
    #expect(likes12.count == 1 && likes12.map(\.cause.id) != comments.map(\.cause.id))
  }

  @Test("swapped rows are one edit, and a changed row is a second one")
  func order() {
    func rows(_ titles: [String]) -> [BoxRecord] {
      titles.enumerated().flatMap { number, title in
        var row = BoxRecord(path: "card/row-\(number)", frame: .zero)
        row.item = "row"
        return [row, Self.text("card/row-\(number)/title", [title]), Self.text("card/row-\(number)/size", ["1"])]
      }
    }
    let turned = edits(rows(["a", "b", "c"]), rows(["a", "c", "b"]))
    #expect(turned.map(\.cause.title) == ["card/row-*: different order"])
    let both = edits(rows(["a", "b", "c"]), rows(["x", "c", "b"]))
    #expect(both.map(\.cause.title) == ["card/row-*: different order", "card/row-*/title: “[a → x]”"])
  }

  @Test("everything that changed in one row is one edit")
  func row() {
    func row(_ title: String, _ size: String) -> [BoxRecord] {
      var row = BoxRecord(path: "card/row-0", frame: .zero)
      row.item = "row"
      return [row, Self.text("card/row-0/title", [title]), Self.text("card/row-0/size", [size])]
    }
    #expect(edits(row("a", "1 KB"), row("b", "2 KB")).map(\.kind) == [.content])
  }

  @Test("a box that is gone is one edit with everything that was in it")
  func gone() {
    let whole = [Self.text("card/views/label", ["9"]), BoxRecord(path: "card/views", frame: .zero)]
    #expect(edits(whole, []).map(\.path) == ["card/views"])
  }
}

@Suite("Texts word by word")
struct WordTests {
  @Test(
    "anything that changed is reported with a few words around it",
    arguments: [
      ("the quick brown fox jumps", "the quick red fox jumps", "“the quick [brown → red] fox jumps”"),
      ("one", "one two", "“one [+ two]”"), ("one two", "two", "“[− one] two”"), ("", "one", "“[+ one]”"),
      ("a b c d e f g h", "a b c d X f g h", "“… c d [e → X] f g h”"),
      ("a b c d e f g h i", "A b c d e f g h I", "“[a → A] b c … g h [i → I]”"),
      // Right-to-left words are isolated, so that the arrow points from the old to the new ones.
      ("כובע כחול", "כובע ירוק", "“כובע [\u{2068}כחול\u{2069} → \u{2068}ירוק\u{2069}]”"),
    ])
  func message(old: String, new: String, told: String) {
    #expect(WordDifference(from: old, to: new).message == told)
  }

  @Test(
    "old and new text can be put together again from the pieces",
    arguments: [("a b c", "b d c"), ("x", ""), ("a a b", "a b b")])
  func complete(old: String, new: String) {
    var (before, after): ([String], [String]) = ([], [])
    for piece in WordDifference(from: old, to: new).pieces {
      switch piece {
      case .same(let words): (before, after) = (before + words, after + words)
      case .changed(let old, let new): (before, after) = (before + old, after + new)
      }
    }
    #expect(before.joined(separator: " ") == old && after.joined(separator: " ") == new)
  }
}
