import Testing

@testable import FeedReading

/// Facets found in texts. Each case has the source, the displayed text, and the marks with their words.
@Suite struct MarkupTests {
  private func vk(_ text: String) -> FacetedText { FacetedText(scanning: text) { VKMarkup(in: $0) } }

  private func check(_ text: String, _ shown: String, _ marks: [String]) {
    let read = vk(text)
    #expect(read.string == shown)
    #expect(read.marks == marks)
  }

  @Test(
    "URLs end where the sentence goes on",
    arguments: [
      ("см. https://vk.com/durov.", ["link:https://vk.com/durov"]),
      ("https://vk.com", ["link:https://vk.com"]),
      ("HTTPS://VK.COM/x", ["link:HTTPS://VK.COM/x"]),
      ("http://localhost:8080/a?b=c&d=e#f", ["link:http://localhost:8080/a?b=c&d=e#f"]),
      ("http://10.0.0.1/", ["link:http://10.0.0.1/"]),
      ("(https://ru.wikipedia.org/wiki/Swift_(язык))", ["link:https://ru.wikipedia.org/wiki/Swift_(язык)"]),
      ("[https://a.org/x]", ["link:https://a.org/x"]),
      ("«https://a.org/x», да", ["link:https://a.org/x"]),
      ("https://a.org/x?!…", ["link:https://a.org/x"]),
      ("https://a.org/x, https://a.org/y", ["link:https://a.org/x", "link:https://a.org/y"]),
      ("<https://a.org/x>", ["link:https://a.org/x"]),
      ("тутhttps://a.org/x", ["link:https://a.org/x"]),
      ("请看https://a.org/x。谢谢", ["link:https://a.org/x"]),
      ("https://пример.рф/путь", ["link:https://пример.рф/путь"]),
      ("https://a.org/#тег", ["link:https://a.org/#тег"]),
      ("https://a.org:", ["link:https://a.org"]),
      ("https://", []), ("https:// a.org", ["link:a.org"]), ("xhttp://a", []), ("http://-a.org", []),
      ("ftp://ftp.a.org/x", []), ("javascript://a.org", []), ("C://a.org", []),
    ])
  func urls(text: String, marks: [String]) {
    check(text, text, marks)
  }

  @Test(
    "host names without a scheme are links under domains that are known",
    arguments: [
      ("vk.com/x", ["link:vk.com/x"]), ("Наш сайт: vk.com.", ["link:vk.com"]), ("кириллица.рф", ["link:кириллица.рф"]),
      ("www.example.anything/a", ["link:www.example.anything/a"]), ("VK.COM", ["link:VK.COM"]),
      ("сайт.москва/афиша,", ["link:сайт.москва/афиша"]), ("сайтvk.com", ["link:vk.com"]),
      ("m.vk.com:443/x", ["link:m.vk.com:443/x"]), ("vk.com:да", ["link:vk.com"]), ("ну...vk.com...", ["link:vk.com"]),
      ("müller.de", ["link:müller.de"]), ("(vk.com)", ["link:vk.com"]), ("vk.com?x=1", ["link:vk.com?x=1"]),
      ("привет.Как", []), ("ok.So", []), ("т.д.", []), ("1.9", []), ("v2.0", []), ("e.g. this", []), ("a..com", []),
      ("-vk.com", []), ("path/vk.com", []), ("node.js", []), (".com", []), ("a_b.org", ["link:a_b.org"]),
    ])
  func bareURLs(text: String, marks: [String]) {
    check(text, text, marks)
  }

  @Test("targets are whole URLs")
  func targets() {
    let read = vk("vk.com/x HTTP://A.org me@a.org #тег #a@club @durov [id1|П] [club2|К]")
    #expect(
      read.facets.map(\.url) == [
        "https://vk.com/x", "http://A.org", "mailto:me@a.org",
        "https://vk.com/feed?section=search&q=%23%D1%82%D0%B5%D0%B3",
        "https://vk.com/club/a", "https://vk.com/durov", "https://vk.com/id1", "https://vk.com/club2",
      ])
  }

  @Test(
    "mail addresses are not mentions",
    arguments: [
      ("пишите: me@example.org.", ["link:me@example.org"]),
      ("a.b+c-d@mail.example.org", ["link:a.b+c-d@mail.example.org"]),
      ("me@почта.рф", ["link:me@почта.рф"]), ("me@durov", []), ("me@1.2", []), ("почта@durov", []),
      ("a@b@c.ru", ["link:b@c.ru"]),
    ])
  func mail(text: String, marks: [String]) {
    check(text, text, marks)
  }

  @Test(
    "hashtags are words of any script",
    arguments: [
      ("#кот", ["hashtag:#кот"]), ("#Кот_и_пёс2!", ["hashtag:#Кот_и_пёс2"]), ("(#a)", ["hashtag:#a"]),
      ("#日本語。", ["hashtag:#日本語"]), ("#한국어", ["hashtag:#한국어"]), ("#हिन्दी", ["hashtag:#हिन्दी"]),
      ("#می‌خواهم", ["hashtag:#می‌خواهم"]), ("#שלום", ["hashtag:#שלום"]), ("#e\u{301}t", ["hashtag:#e\u{301}t"]),
      ("#a#b", ["hashtag:#a", "hashtag:#b"]), ("#тег@community", ["hashtag:#тег@community"]),
      ("#2018год", ["hashtag:#2018год"]), ("#a.b", ["hashtag:#a"]), ("#a-b", ["hashtag:#a"]), ("#一", ["hashtag:#一"]),
      ("#2018", []), ("#1_2", []), ("#", []), ("##", []), ("##a", []), ("# a", []), ("C#", []), ("a#b", []),
      ("&#abc", []), ("#️⃣", []), ("#️⃣a", []), ("#😀", []), ("#@durov", []),
    ])
  func hashtags(text: String, marks: [String]) {
    check(text, text, marks)
  }

  @Test(
    "mentions are handles",
    arguments: [
      ("@durov", ["mention:@durov"]), ("(@id1)", ["mention:@id1"]), ("@a.b_c.", ["mention:@a.b_c"]),
      ("привет,@durov!", ["mention:@durov"]), ("@", []), ("@ durov", []), ("@@durov", []), ("@12", []), ("@a", []),
      ("@.durov", []), ("@дуров", []),
    ])
  func mentions(text: String, marks: [String]) {
    check(text, text, marks)
  }

  @Test(
    "VK's markup shows its title",
    arguments: [
      ("[id1|Павел]", "Павел", ["mention:Павел"]), ("[club12|Клуб], да", "Клуб, да", ["mention:Клуб"]),
      ("[public1|П] [event2|С]", "П С", ["mention:П", "mention:С"]),
      ("[https://vk.com/x|сюда]!", "сюда!", ["link:сюда"]), ("[vk.com/x|сюда]", "сюда", ["link:сюда"]),
      ("[#alias|vk.com/x|https://vk.com/x?a=1]", "vk.com/x", ["link:vk.com/x"]),
      ("[id1:bp-5_6|Анна], спасибо", "Анна, спасибо", ["mention:Анна"]),
      ("[wall-1_2|запись] [topic-1_2|тема]", "запись тема", ["link:запись", "link:тема"]),
      ("[id1|Анна [Снег] К.]", "Анна [Снег] К.", ["mention:Анна [Снег] К."]),
      ("[id1|[club2|Клуб] Анны]", "Клуб Анны", ["mention:Клуб Анны"]),
      ("[id1|#a @b c.ru]", "#a @b c.ru", ["mention:#a @b c.ru"]),
      ("@id1 (Павел), @club2(Клуб)", "Павел, Клуб", ["mention:Павел", "mention:Клуб"]),
      ("@id1 и @id2 (", "@id1 и @id2 (", ["mention:@id1", "mention:@id2"]),
    ])
  func vkMarkup(text: String, shown: String, marks: [String]) {
    check(text, shown, marks)
  }

  @Test(
    "other addresses than http, https and mailto are dropped, their titles are text",
    arguments: [
      ("[javascript:alert(1)|жми]", "жми"), ("[data:text/html,x|жми]", "жми"), ("[tg://x|жми]", "жми"),
      ("[JavaScript:x|жми]", "жми"), ("[#a|жми|javascript:alert(1)]", "жми"),
    ])
  func unsafe(text: String, shown: String) {
    check(text, shown, [])
  }

  @Test(
    "markup that is not well formed stays unchanged",
    arguments: [
      "[id1|", "[id1]", "[id1|]", "[id1| ]", "[|x]", "[|]", "[]", "[", "]", "[[", "[a|b]", "[да|нет]", "[id|x]",
      "[idx1|x]", "[id1x|y]", "[id1|a\nb]", "[id1 |x]", "[12:30|x]", "[id-1|x]", "][",
    ])
  func malformed(text: String) {
    check(text, text, [])
  }

  @Test("a broken outer bracket does not spoil the inner one")
  func brokenOuter() {
    check("[id1|[id2|Имя]", "[id1|Имя", ["mention:Имя"])
    check("[[id2|Имя]]", "[Имя]", ["mention:Имя"])
    check("[#a|b] [#a|b|c]", "[#a|b] [#a|b|c]", ["hashtag:#a", "hashtag:#a"])
  }

  @Test("plain text has no VK markup, and mentions name a server")
  func plain() {
    let markup = FacetedText(scanning: "[id1|Имя] #a@b")
    #expect(markup.string == "[id1|Имя] #a@b")
    #expect(markup.marks == ["hashtag:#a"])
    let read = FacetedText(scanning: "@user@mastodon.social, @name.bsky.social #tag")
    #expect(read.marks == ["mention:@user@mastodon.social", "mention:@name.bsky.social", "hashtag:#tag"])
    #expect(read.facets.map(\.url) == ["https://mastodon.social/@user", nil, nil])
  }

  @Test("invisible characters are kept and do not split words")
  func unseen() {
    let text = "\u{FEFF}\n a.o\u{202E}rg\u{0} [id1|Ан\u{202E}на\u{7F}] \u{FEFF}!\n"
    let read = vk(text)
    #expect(read.string == "\u{FEFF}\n a.o\u{202E}rg\u{0} Ан\u{202E}на\u{7F} \u{FEFF}!\n")
    #expect(read.facets.map(\.url) == ["https://a.org", "https://vk.com/id1"])
    #expect(read.marks == ["link:a.o\u{202E}rg\u{0}", "mention:Ан\u{202E}на\u{7F}"])
  }

  @Test("text beyond the limit of a card is plain and has no facets")
  func long() {
    let read = vk(String(repeating: "слово ", count: 20_000) + "[id1|Анна] vk.com")
    #expect(read.string.hasSuffix("слово Анна vk.com"))
    #expect(read.facets.isEmpty)
  }
}

extension FacetedText {
  /// Returns the facets' kinds with their words.
  var marks: [String] {
    facets.map { "\($0.kind):\(String(decoding: Array(string.utf8)[$0.range], as: UTF8.self))" }
  }
}
