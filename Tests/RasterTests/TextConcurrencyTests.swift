import Drawing
import Raster
import Testing

struct TextConcurrencyTests {
  private static let strings = [
    "Сегодня мы выпустили обновление 🎉", "The quick brown fox", "مرحبا بالعالم", "שלום עולם", "नमस्ते दुनिया",
    "สวัสดีชาวโลก", "你好世界", "こんにちは世界", "안녕하세요 漢字", "👨‍👩‍👧‍👦 👍🏽 🇷🇺", "★ ☞ 𝓕𝓪 \u{10A60}",
  ]

  private func shapeAll(_ setter: Typesetter, _ strings: some Sequence<String>) -> [String: ShapedText] {
    Dictionary(uniqueKeysWithValues: strings.map { ($0, setter.shape($0, width: 120, maxLines: 2)) })
  }

  @Test("the order of texts changes nothing, nor do fresh fonts for each text")
  func order() throws {
    let forward = shapeAll(try Typesetter.locked(), Self.strings)
    #expect(shapeAll(try Typesetter.locked(), Self.strings.reversed()) == forward)
    for string in Self.strings {
      let fresh = Typesetter(fonts: try FontSet.load(lock: LockedFonts.lock, searching: LockedFonts.folders))
      #expect(fresh.shape(string, width: 120, maxLines: 2) == forward[string])
    }
  }

  @Test("eight tasks at once get what one gets")
  func concurrent() async throws {
    let expected = shapeAll(try Typesetter.locked(), Self.strings)
    let fonts = try FontSet.load(lock: LockedFonts.lock, searching: LockedFonts.folders)
    let setter = Typesetter(fonts: fonts)
    await withTaskGroup(of: [String: ShapedText].self) { group in
      for task in 0..<8 {
        group.addTask {
          let start = task % Self.strings.count
          return shapeAll(setter, Self.strings[start...] + Self.strings[..<start])
        }
      }
      for await result in group { #expect(result == expected) }
    }
    #expect(fonts.problems.isEmpty)
  }

  @Test("more styles than a worker remembers are no trouble")
  func manyStyles() throws {
    let setter = try Typesetter.locked()
    let first = setter.shape("abc", .body.with { $0.size = 10 })
    for size in 1...150 { _ = setter.shape("abc 😀", .body.with { $0.size = Double(size) / 3 }) }
    #expect(setter.shape("abc", .body.with { $0.size = 10 }) == first)
  }
}
