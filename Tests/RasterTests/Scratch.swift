import Testing
import Drawing
@testable import Raster

@Test func scratch() throws {
  let setter = try Typesetter.locked()
  let big = TextStyle.body.with { $0.size = 1024; $0.letterSpacing = 0 }
  for s in ["AVATAR Type", "office fi", "Привет", "ab\u{00AD}cd"] {
    let t = setter.shape(s, big)
    print(s, t.lines[0].runs.map { "\($0.face.index): " + $0.glyphs.map { "\($0.id)@\($0.x)" }.joined(separator: " ") }, t.lines[0].frame.width)
  }
  for ls in [-0.5, 1.0] {
    let t = setter.shape("abc", TextStyle.body.with { $0.letterSpacing = ls })
    print(ls, t.glyphs.map(\.x), t.size.width, setter.shape("abc").glyphs.map(\.x), setter.shape("abc").size.width)
    let r = setter.shape("אבג", TextStyle.body.with { $0.letterSpacing = ls })
    print(ls, r.glyphs.map(\.x), r.size.width, setter.shape("אבג").glyphs.map(\.x))
    let w = setter.shape("abc def ghi", TextStyle.body.with { $0.letterSpacing = ls }, width: 40)
    print(w.lines.map { ($0.range, $0.frame.width, $0.runs.flatMap(\.glyphs).map(\.x)) })
  }
  for s in ["hello", "Привет", "سلام", "שלום", "नमस्ते", "สวัสดี", "中文", "日本語です", "한국어 漢字", "😀", "👨‍👩‍👧‍👦", "👍🏽", "🇷🇺", "1️⃣", "𝓕𝓪𝓷", "★✔", "\u{10A60}", "𒀀", "ქართული", "❤️❤", "ⓐ", "∑→"] {
    let t = setter.shape(s)
    print(s, t.families, t.glyphs.count, t.size.width, t.missing.map { String($0, radix: 16) })
  }
  print(setter.shape("a\n\nb\n").lines.map(\.range), setter.shape("\n").lines.count, setter.shape("").lines.count)
  for (w, m) in [(100.0, 2), (100, 1), (.infinity, 1), (0, 3), (.nan, 2)] {
    let t = setter.shape("Supercalifragilistic word and more words here\nsecond paragraph", width: w, maxLines: m)
    print(w, m, t.lines.map { ($0.range, $0.frame.width, $0.runs.flatMap(\.glyphs).count) }, t.fullLineCount, t.isTruncated)
  }
  print(TextLibraryVersions.all)
  print(setter.fonts.problems)
}
