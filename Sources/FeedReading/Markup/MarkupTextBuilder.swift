import Basics
import DataFormats

/// Builds a text from markup: paragraphs are separated by an empty line, list items have markers, links become facets.
final class MarkupTextBuilder: MarkupSink {
  private struct Link {
    let start: Int
    let kind: Facet.Kind
    /// Nil if the link may not be followed: its text remains plain.
    let url: WebAddress?
  }

  /// The separator between the preceding and the next words.
  private enum Gap: Int, Comparable {
    case none, space, line, paragraph

    static func < (left: Gap, right: Gap) -> Bool { left.rawValue < right.rawValue }
  }

  private struct OpenElement {
    let name: String
    let hides: Bool
    let isCut: Bool
    var children = 0
    /// Its place among the children of its parent, from 0.
    var place = 0
  }

  /// An open formula, with the texts that its author wrote for programs without formulas.
  private struct Formula {
    let start: Int
    let isBlock: Bool
    var tex: String?
    var words: String?
    /// The encoding of the annotation that is open, and the start of its text.
    var annotation: (encoding: String, start: Int)?
  }

  private struct List {
    /// Nil for an unnumbered list.
    var numbering: ListNumbering?
    /// The number of the next item; nil in a list that counts down to 1.
    var next: Int?
    var step = 1
    var count = 0
    /// The markers to write when the number of items is known, with the items' places.
    var unknown: [(range: Range<Int>, place: Int)] = []
  }

  private let base: WebAddress?
  private let hidesQuote: Bool
  private var bytes: [UInt8] = []
  private var facets: [Facet] = []
  private var media: [MarkupText.Medium] = []
  /// The video or sound whose element is open.
  private var film: MarkupText.Medium?
  private var gap = Gap.none
  private var links: [Link?] = []
  /// The start offsets of open code and quotations.
  private var settings: [(kind: Facet.Kind, start: Int)] = []
  /// The end of a list item's marker: the item's text follows on the same line, whatever block it is in.
  private var markEnd = -1
  private var lists: [List] = []
  /// Markers of lists that count down, which are known when the list ends.
  private var renumbered: [(range: Range<Int>, marker: String)] = []
  /// Whether the next words begin a line of a list item that has no marker of its own.
  private var isIndented = false
  /// The start offsets of open raised and lowered texts.
  private var scripts: [(position: ScriptedText.Position, start: Int)] = []
  private var formula: Formula?
  /// The number of open elements whose content is invisible.
  private var hidden = 0
  /// The number of open elements whose text, but not whose images, is invisible.
  private var mute = 0
  /// For each open element, whether its content is hidden or truncated, and the number of its children so far.
  private var open: [OpenElement] = []
  /// The depths of the open elements that cover their words.
  private var covers: [Int] = []
  private var preformatted = 0
  /// Whether the next character follows `<pre>` directly: a line end there is ignored.
  private var isAtPreStart = false

  init(base: WebAddress? = nil, hidesQuote: Bool = false) {
    self.base = base
    self.hidesQuote = hidesQuote
  }

  func finish() -> (FacetedText, [MarkupText.Medium]) {
    while let last = open.last { close(last.name) }
    while let list = lists.popLast() { number(list) }
    writeMarkers()
    while let last = bytes.last, last == 0x0A || last == 0x20 { bytes.removeLast() }
    facets = facets.compactMap { facet in
      let range = facet.range.clamped(to: 0..<bytes.count)
      return range.isEmpty ? nil : facet.moved(to: range)
    }
    return (FacetedText(String(decoding: bytes, as: UTF8.self), facets: facets.inOrder), media)
  }

  // MARK: Elements

  func open(_ name: String, _ attributes: [String: String]) {
    let classes = attributes["class"]?.split { $0 == " " || $0 == "\n" || $0 == "\t" } ?? []
    let isConcealed =
      attributes["hidden"] != nil || (name == "span" && classes.contains("invisible"))
      || (hidesQuote && classes.contains("quote-inline")) || attributes["style"].map(Self.isUnseen) ?? false
    let hides = isConcealed || Self.unseen.contains(name)
    let place = open.last?.children ?? 0
    if !open.isEmpty { open[open.count - 1].children += 1 }
    let parent = open.last?.name
    if !Self.empty.contains(name) {
      open.append(OpenElement(name: name, hides: hides, isCut: classes.contains("ellipsis"), place: place))
      if hides { hidden += 1 }
    }
    if name == "source", film?.url.isEmpty == true, let address = attributes["src"] {
      film?.url = MarkupAddress.source(address, base: base) ?? ""
    }
    guard !isConcealed, hidden == (hides ? 1 : 0), mute == 0 || name == "img" || name == "noscript" else { return }
    embed(name, attributes)
    guard !hides else { return }
    beginTerm(name, place: place, in: parent)
    switch name {
    case "br": line()
    case "hr": separate(.paragraph)
    case "img": image(attributes, classes)
    case "a": links.append(link(attributes, classes))
    case "ul", "menu", "dir": begin(list: List())
    case "ol": begin(list: numbered(attributes))
    case "li": item(attributes["value"].flatMap { Int($0) }.map { $0.clamped(-1_000_000, 1_000_000) })
    case "noscript": mute += 1
    case "sup", "sub":
      flush()
      scripts.append((name == "sup" ? .above : .below, bytes.count))
    case "rt":
      gap = .none
      add("(")
    case "math": if formula == nil { beginFormula(isBlock: attributes["display"] == "block") }
    case "annotation": beginAnnotation(attributes["encoding"])
    case "pre":
      separate(.paragraph)
      begin(.code)
      preformatted += 1
      isAtPreStart = true
    case "code", "kbd", "samp", "tt": begin(.code)
    case "b", "strong": begin(.bold)
    case "i", "em": begin(.italic)
    case "s", "del", "strike": begin(.struck)
    // Matrix marks covered words this way, with or without a reason.
    case "span" where attributes["data-mx-spoiler"] != nil:
      covers.append(open.count)
      begin(.spoiler)
    case "blockquote":
      separate(.paragraph)
      begin(.quote)
    case "td", "th", "text": separate(.space)
    case "q": add("“")
    default: if let wanted = Self.gaps[name] { separate(wanted) }
    }
  }

  func close(_ name: String) {
    guard !Self.empty.contains(name), let element = open.last, element.name == name else { return }
    open.removeLast()
    if element.hides {
      hidden -= 1
      if name == "video" || name == "audio" { endFilm() }
      return
    }
    guard hidden == 0, mute == 0 || name == "noscript" else { return }
    if element.isCut { add("…") }
    endTerm(element, in: open.last?.name)
    switch name {
    case "noscript": mute = max(0, mute - 1)
    case "sup", "sub": endScript()
    case "rt":
      gap = .none
      add(")")
    case "math": if !open.contains(where: { $0.name == "math" }) { endFormula() }
    case "annotation": endAnnotation()
    case "a": if let link = links.popLast() { end(link) }
    case "ul", "ol", "menu", "dir":
      if let list = lists.popLast() { number(list) }
      isIndented = false
      separate(lists.isEmpty ? .paragraph : .line)
    case "pre":
      endSetting()
      preformatted = max(0, preformatted - 1)
      separate(.paragraph)
    case "code", "kbd", "samp", "tt", "b", "strong", "i", "em", "s", "del", "strike": endSetting()
    case "span" where covers.last == open.count + 1:
      covers.removeLast()
      endSetting()
    case "blockquote":
      endSetting()
      separate(.paragraph)
    case "q": add("”")
    default: if let wanted = Self.gaps[name] { separate(wanted) }
    }
  }

  /// Elements whose content is for programs, or for browsers that lack a feature.
  private static let unseen: Set = [
    "script", "style", "template", "head", "title", "iframe", "object", "select", "textarea", "button", "video",
    "audio", "canvas", "map", "rp", "annotation-xml", "desc", "metadata", "defs", "symbol", "clippath",
  ]

  /// Whether a style hides the element: the preview text of a mail, a copy for other programs.
  private static func isUnseen(_ style: String) -> Bool {
    style.lowercased().split(separator: ";").contains { rule in
      let parts = rule.split(separator: ":", maxSplits: 1).map { $0.replacing("!important", with: "").trimmed }
      return parts.count == 2
        && [
          ["display", "none"], ["visibility", "hidden"], ["visibility", "collapse"], ["font-size", "0"],
          ["font-size", "0px"], ["mso-hide", "all"],
        ].contains(parts)
    }
  }

  private static let empty: Set = [
    "br", "hr", "img", "input", "meta", "link", "area", "base", "col", "param", "source", "track", "wbr", "embed",
  ]

  private static let gaps: [String: Gap] = [
    "p": .paragraph, "table": .paragraph, "figure": .paragraph, "dl": .paragraph,
    "h1": .paragraph, "h2": .paragraph, "h3": .paragraph, "h4": .paragraph, "h5": .paragraph, "h6": .paragraph,
    "div": .line, "section": .line, "article": .line, "header": .line, "footer": .line, "aside": .line, "main": .line,
    "nav": .line, "address": .line, "form": .line, "fieldset": .line, "details": .line, "summary": .line,
    "figcaption": .line, "tr": .line, "caption": .line, "dt": .line, "dd": .line, "body": .line, "center": .line,
  ]

  private func begin(list: List) {
    separate(lists.isEmpty ? .paragraph : .line)
    lists.append(list)
  }

  /// A list of numbers, by its `start`, `type` and `reversed`.
  private func numbered(_ attributes: [String: String]) -> List {
    let start = attributes["start"].flatMap { Int($0.trimmed) }.map { $0.clamped(-1_000_000, 1_000_000) }
    let isReversed = attributes["reversed"] != nil
    return List(
      numbering: ListNumbering(type: attributes["type"]), next: isReversed ? start : start ?? 1,
      step: isReversed ? -1 : 1)
  }

  /// - Parameter value: The item's own number; nil if it follows from the one before.
  private func item(_ value: Int?) {
    separate(.line)
    isIndented = false
    let depth = max(0, min(lists.count, 8) - 1)
    let indent = String(repeating: "  ", count: depth)
    var mark = "•"
    var place: Int?
    if let numbering = lists.last?.numbering {
      let list = lists.count - 1
      if let value { lists[list].next = value }
      if let number = lists[list].next {
        mark = numbering.marker(number)
        lists[list].next = number + lists[list].step
      } else {
        (mark, place) = ("", lists[list].count)
      }
    }
    if !lists.isEmpty { lists[lists.count - 1].count += 1 }
    flush(isItem: true)
    let start = bytes.count
    bytes += (indent + mark + " ").utf8
    if let place {
      let end = bytes.count - 1
      lists[lists.count - 1].unknown.append((end..<end, place))
    }
    markEnd = bytes.count
    facets.append(Facet(range: start..<markEnd, kind: .mark))
  }

  /// Notes the markers of a list that counts down to 1.
  private func number(_ list: List) {
    guard let numbering = list.numbering else { return }
    for (range, place) in list.unknown { renumbered.append((range, numbering.marker(list.count - place))) }
  }

  /// Writes the markers that were unknown before, and moves everything after them.
  private func writeMarkers() {
    guard !renumbered.isEmpty else { return }
    renumbered.sort { $0.range.lowerBound < $1.range.lowerBound }
    var (written, position, ends, shifts) = ([UInt8](), 0, [Int](), [Int]())
    for (range, marker) in renumbered {
      written += bytes[position..<range.lowerBound]
      written += marker.utf8
      position = range.upperBound
      ends.append(range.upperBound)
      shifts.append(written.count - position)
    }
    written += bytes[position...]
    bytes = written
    /// - Parameter isStart: Whether a marker at the offset itself comes after it.
    func moved(_ offset: Int, isStart: Bool) -> Int {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < offset || ends[middle] == offset && !isStart { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? offset : offset + shifts[low - 1]
    }
    facets = facets.map {
      $0.moved(to: moved($0.range.lowerBound, isStart: true)..<moved($0.range.upperBound, isStart: false))
    }
  }

  // MARK: Raised text and formulas

  private func endScript() {
    guard let (position, from) = scripts.popLast(), from < bytes.count else { return }
    let text = String(decoding: bytes[from...], as: UTF8.self)
    replaceEnd(from: from, with: Array(ScriptedText.written(text, position).utf8))
  }

  /// Replaces the text from an offset to the end. Facets inside keep their words as far as they can.
  private func replaceEnd(from start: Int, with new: [UInt8]) {
    let end = bytes.count
    guard !bytes[start...].elementsEqual(new) else { return }
    bytes.replaceSubrange(start..., with: new)
    func moved(_ offset: Int) -> Int {
      offset >= end ? bytes.count : offset > start ? min(offset, bytes.count) : offset
    }
    renumbered.removeAll { $0.range.lowerBound > start }
    for index in lists.indices { lists[index].unknown.removeAll { $0.range.lowerBound > start } }
    markEnd = moved(markEnd)
    // Facets are added where they end, so that those inside are the last ones.
    for index in facets.indices.reversed() {
      let range = facets[index].range
      guard range.upperBound > start else { break }
      let isInside = range.lowerBound > start && range.upperBound < end
      // A part of a converted text has no words of its own any more.
      let kept = isInside ? start..<bytes.count : moved(range.lowerBound)..<moved(range.upperBound)
      facets[index] = facets[index].moved(to: kept)
    }
    links = links.map { link in link.map { Link(start: moved($0.start), kind: $0.kind, url: $0.url) } }
    for index in settings.indices { settings[index].start = moved(settings[index].start) }
    for index in scripts.indices { scripts[index].start = moved(scripts[index].start) }
  }

  private func beginFormula(isBlock: Bool) {
    flush()
    formula = Formula(start: bytes.count, isBlock: isBlock)
  }

  private func beginAnnotation(_ encoding: String?) {
    guard formula != nil else { return }
    gap = .none
    formula?.annotation = (encoding?.lowercased() ?? "", bytes.count)
  }

  private func endAnnotation() {
    guard let (encoding, start) = formula?.annotation, start <= bytes.count else { return }
    let words = String(decoding: bytes[start...], as: UTF8.self).trimmed
    formula?.annotation = nil
    replaceEnd(from: start, with: [])
    gap = .none
    guard !words.isEmpty else { return }
    switch encoding {
    case "application/x-tex", "text/x-tex", "latex", "tex": formula?.tex = words
    case "text/plain": formula?.words = words
    default: break
    }
  }

  /// Writes the formula's TeX between dollar signs, as Mastodon does, or else its description.
  private func endFormula() {
    guard let formula else { return }
    self.formula = nil
    let sign = formula.isBlock ? "$$" : "$"
    guard let words = formula.tex.map({ sign + $0 + sign }) ?? formula.words, formula.start <= bytes.count else {
      return
    }
    replaceEnd(from: formula.start, with: Array(words.utf8))
  }

  /// MathML's raised and lowered numbers, and the bars of its fractions. Formulas are shown in one line.
  private func beginTerm(_ name: String, place: Int, in parent: String?) {
    switch (parent, place) {
    case ("msup", 1), ("mover", 1), ("msubsup", 2), ("munderover", 2):
      flush()
      scripts.append((.above, bytes.count))
    case ("msub", 1), ("munder", 1), ("msubsup", 1), ("munderover", 1):
      flush()
      scripts.append((.below, bytes.count))
    case ("mfrac", 1): add("/")
    default: break
    }
    switch name {
    case "msqrt": add("√(")
    case "mfrac": add("(")
    case "mtr": separate(.line)
    case "mtd": separate(.space)
    default: break
    }
  }

  private func endTerm(_ element: OpenElement, in parent: String?) {
    switch element.name {
    case "msqrt", "mfrac": add(")")
    default: break
    }
    switch (parent, element.place) {
    case ("msup", 1), ("mover", 1), ("msubsup", 1...2), ("munderover", 1...2), ("msub", 1), ("munder", 1): endScript()
    default: break
    }
  }

  // MARK: Typesetting

  private func begin(_ kind: Facet.Kind) { settings.append((kind, bytes.count)) }

  private func endSetting() {
    guard let (kind, from) = settings.popLast() else { return }
    // Nested code elements are one facet.
    guard kind != .code || !settings.contains(where: { $0.kind == .code }) else { return }
    let start = wordsStart(from, skippingSpaces: preformatted == 0)
    if start < bytes.count { facets.append(Facet(range: start..<bytes.count, kind: kind)) }
  }

  /// Skips the gap before the words.
  private func wordsStart(_ start: Int, skippingSpaces: Bool = true) -> Int {
    var start = start
    while start < bytes.count, bytes[start] == 0x0A || skippingSpaces && bytes[start] == 0x20 { start += 1 }
    return start
  }

  // MARK: Links and images

  private func link(_ attributes: [String: String], _ classes: [Substring]) -> Link? {
    guard let address = attributes["href"] else { return nil }
    let relations = attributes["rel"]?.lowercased().split(separator: " ") ?? []
    let kind: Facet.Kind =
      if classes.contains("hashtag") || relations.contains("tag") {
        .hashtag
      } else if classes.contains("mention") { .mention } else { .link }
    return Link(start: bytes.count, kind: kind, url: MarkupAddress.url(address, base: base))
  }

  private func end(_ link: Link?) {
    guard let link, let url = link.url else { return }
    let start = wordsStart(link.start)
    guard start < bytes.count else { return }
    // An image inside a link has the link's target.
    let inside = facets.firstIndex { $0.range.lowerBound >= start && !$0.kind.isSetting }
    if let inside { facets[inside...].removeAll { !$0.kind.isSetting } }
    facets.append(Facet(range: start..<bytes.count, kind: link.kind, url: url))
  }

  private func image(_ attributes: [String: String], _ classes: [Substring]) {
    let description = attributes["alt"].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    if classes.contains(where: { $0.hasSuffix("emoji") || $0 == "emojione" }) {
      guard let description, mute == 0 else { return }
      let address = MarkupAddress.source(attributes["src"] ?? "", base: base)
      flush()
      let start = bytes.count
      add(description)
      // Unicode emoji are drawn by the fonts.
      let isNamed = description.hasPrefix(":") && description.hasSuffix(":") && description.utf8.count > 2
      if isNamed, let address { facets.append(Facet(range: start..<bytes.count, emoji: address)) }
      return
    }
    let (width, height) = (Self.pixels(attributes["width"]), Self.pixels(attributes["height"]))
    guard (width ?? .max) > 2, (height ?? .max) > 2, let address = source(attributes) else { return }
    // Pages repeat a picture that a script would load, for browsers without scripts.
    if mute > 0, media.last?.url == address { return }
    media.append(
      MarkupText.Medium(kind: .image, url: address, description: description, width: width, height: height))
  }

  /// The attributes in which pages keep the address of a picture until a script loads it.
  private static let lazySources = [
    "data-src", "data-lazy-src", "data-original", "data-orig-file", "data-full-url", "data-hi-res-src", "data-url",
  ]
  private static let lazySets = ["data-srcset", "data-lazy-srcset", "srcset"]

  /// The address of an image: of the picture itself, if the page only loads it later. Nil for a placeholder.
  private func source(_ attributes: [String: String]) -> String? {
    func address(_ written: String?) -> String? {
      written.flatMap { MarkupAddress.source($0, base: base) }.flatMap { Self.isPlaceholder($0) ? nil : $0 }
    }
    let own = address(attributes["src"])
    let later = Self.lazySources.lazy.compactMap { address(attributes[$0]) }.first
    return later ?? own ?? Self.lazySets.lazy.compactMap { address(attributes[$0].flatMap(Self.largest)) }.first
  }

  /// The best of a `srcset`: `a.jpg 600w, b.jpg 1200w` or `a.jpg, b.jpg 2x`.
  private static func largest(of set: String) -> String? {
    // Addresses may contain commas, but none at their ends.
    var candidates: [(address: String, size: Double)] = []
    for word in set.split(whereSeparator: \.isWhitespace).prefix(200) {
      let plain = word.hasSuffix(",") ? word.dropLast() : word
      if let last = plain.last, "wxh".contains(last), let size = Double(plain.dropLast()), !candidates.isEmpty {
        candidates[candidates.count - 1].size = size
      } else if !plain.isEmpty {
        candidates.append((String(plain), 1))
      }
    }
    return candidates.max { $0.size < $1.size }?.address
  }

  /// Whether an inline image is only a placeholder: a GIF of one pixel, a drawing with nothing in it.
  private static func isPlaceholder(_ address: String) -> Bool {
    guard address.utf8.prefix(5).elementsEqual("data:".utf8, by: { $0 | 0x20 == $1 }) else { return false }
    // In base 64, the GIF's width and height are the letters after its signature: 1 × 1.
    if address.contains(";base64,R0lGODlhAQAB") || address.contains(";base64,R0lGODdhAQAB") { return true }
    let drawing = address.prefix(401).lowercased().replacing("%3c", with: "<")
    guard drawing.hasPrefix("data:image/svg+xml"), drawing.count <= 400, !drawing.contains(";base64") else {
      return false
    }
    return !["path", "rect", "circle", "ellipse", "image", "text", "poly", "line", "use", "g>"].contains { shape in
      drawing.contains("<" + shape)
    }
  }

  // MARK: Films and frames

  /// Films, sounds and pages within the page. What browsers without them show is left out.
  private func embed(_ name: String, _ attributes: [String: String]) {
    let isFilm = name == "video" || name == "audio"
    guard isFilm || ["iframe", "embed", "object"].contains(name), mute == 0 else { return }
    let later = ["src", "data-src", "data-lazy-src", "data"].lazy.compactMap { attributes[$0] }
    let address = later.first { !$0.trimmed.isEmpty && $0.trimmed != "about:blank" }
      .flatMap { MarkupAddress.source($0, base: base) }
    let words = [attributes["title"], attributes["aria-label"]].lazy.compactMap { $0?.trimmed }.first { !$0.isEmpty }
    let (width, height) = (Self.pixels(attributes["width"]), Self.pixels(attributes["height"]))
    if isFilm {
      film = MarkupText.Medium(
        kind: name == "video" ? .video : .audio, url: address ?? "", description: words,
        poster: attributes["poster"].flatMap { MarkupAddress.source($0, base: base) }, width: width, height: height)
    } else if let address, WebAddress(written: address) != nil, (width ?? .max) > 2, (height ?? .max) > 2 {
      media.append(MarkupText.Medium(kind: .frame, url: address, description: words, width: width, height: height))
    }
  }

  private func endFilm() {
    if let film, !film.url.isEmpty { media.append(film) }
    film = nil
  }

  private static func pixels(_ text: String?) -> Int? {
    guard let text = text?.trimmed, let number = Int(text.hasSuffix("px") ? String(text.dropLast(2)) : text) else {
      return nil
    }
    return 0...100_000 ~= number ? number : nil
  }

  // MARK: Text

  func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard hidden == 0, mute == 0 else { return }
    if preformatted > 0 {
      let text = isAtPreStart && text.first == 0x0A ? text.dropFirst() : text[...]
      isAtPreStart = false
      guard !text.isEmpty else { return }
      flush()
      for byte in text { if byte == 0x09 { tab() } else { bytes.append(byte) } }
      return
    }
    for byte in text {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        separate(.space)
      } else {
        if gap != .none || isIndented { flush() }
        bytes.append(byte)
      }
    }
  }

  private func add(_ text: String) {
    flush()
    bytes += text.utf8
  }

  private func separate(_ wanted: Gap) { gap = max(gap, wanted) }

  /// `<br>`: each one counts, unlike the ends of blocks.
  private func line() {
    if gap == .space { gap = .none }
    flush()
    guard !bytes.isEmpty else { return }
    bytes.append(0x0A)
    isIndented = isInItem
  }

  /// Blanks up to the next multiple of four characters in the line.
  private func tab() {
    let line = bytes.suffix(200).reversed().prefix { $0 != 0x0A }
    let width = line.count { $0 & 0xC0 != 0x80 }
    bytes += [UInt8](repeating: 0x20, count: 4 - width % 4)
  }

  /// Whether words belong to an item of a list that already has its marker.
  private var isInItem: Bool { lists.last.map { $0.count > 0 } ?? false }

  /// Writes the separator between the preceding and the next words.
  ///
  /// - Parameter isItem: Whether a marker follows.
  private func flush(isItem: Bool = false) {
    defer { gap = .none }
    guard !bytes.isEmpty, bytes.count != markEnd else { return }
    let ends = bytes.suffix(2).reversed().prefix { $0 == 0x0A }.count
    switch gap {
    case .none: break
    case .space: if ends == 0, bytes.last != 0x20 { bytes.append(0x20) }
    case .line: if ends == 0 { bytes.append(0x0A) }
    case .paragraph: for _ in ends..<max(ends, 2) { bytes.append(0x0A) }
    }
    let isNewLine = gap >= .line || isIndented
    isIndented = false
    guard isNewLine, !isItem, isInItem, bytes.last == 0x0A, preformatted == 0 else { return }
    // The lines of an item stand below its words.
    let start = bytes.count
    bytes += [UInt8](repeating: 0x20, count: 2 * min(lists.count, 8))
    facets.append(Facet(range: start..<bytes.count, kind: .mark))
  }

  /// A text without markup, with white space collapsed as in browsers.
  static func collapsed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x20 || (0x09...0x0D).contains($0) }) else { return text }
    let builder = MarkupTextBuilder()
    var text = text
    text.withUTF8 { builder.add($0) }
    return builder.finish().0.string
  }
}

extension Int {
  fileprivate func clamped(_ low: Int, _ high: Int) -> Int { Swift.min(Swift.max(self, low), high) }
}
