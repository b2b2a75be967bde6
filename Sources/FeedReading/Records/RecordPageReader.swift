import Basics
import DataFormats
import Diagnostics

/// Converts a document's entries to posts, according to a project's types.
struct RecordPageReader: SectionReader {
  var reading: PageReaderContext
  private var findings = RecordFindings()
  private let types: RecordTypes
  /// The number of values that the entry may still have.
  private var room = EntryLimits.values
  /// The entries of the document's only path.
  private var items = UnreadItems([])

  /// - Returns: The page; if no type finds an entry, a page without a service and with a diagnostic.
  static func page(from root: JSONNode, file: String, types: RecordTypes) -> FeedPage {
    var reader = RecordPageReader(reading: PageReaderContext(.records, idPrefix: "record", file: file), types: types)
    var isFound = false
    // Types with the same path share its entries.
    let paths = types.types.map(\.entries).uniqued()
    for path in paths {
      let nodes = path.map { $0.nodes(from: root) } ?? (root.value.array == nil ? [root] : root.listed())
      isFound = isFound || !nodes.isEmpty || root.value.array?.isEmpty == true
      guard paths.count > 1 else {
        reader.items = UnreadItems(nodes)
        break
      }
      let own = types.types.filter { $0.entries == path }
      for node in nodes { reader.add(node, of: own, at: path) }
    }
    guard isFound else { return reader.nothing(in: root) }
    return reader.firstSection()
  }

  private init(reading: PageReaderContext, types: RecordTypes) {
    (self.reading, self.types) = (reading, types)
  }

  var hasItems: Bool { !items.isEmpty }

  /// Of a document with a single path, which all types share.
  mutating func readItems(_ count: Int) {
    for node in items.next(count) { add(node, of: types.types, at: types.types.first?.entries) }
  }

  func sectionPage() -> FeedPage {
    var page = reading.page(title: types.title)
    page.findings = findings
    return page
  }

  mutating func startSection() {
    reading.startSection()
    findings = RecordFindings()
  }

  private mutating func nothing(in root: JSONNode) -> FeedPage {
    let path = types.types.lazy.compactMap(\.entries).first
    let suggestion = path.flatMap { Self.suggestion(for: $0, from: root)?.text }
    let issue = RecordIssue.noEntries(path: path?.text ?? "$", suggestion: suggestion)
    var page = FeedPage(
      mark: PageMark(file: reading.file),
      diagnostics: DiagnosticTally([Diagnostic(issue, at: Place(file: reading.file))]))
    page.isUnknownFormat = true
    return page
  }

  /// The path with the name that was probably meant, and the existing names.
  private static func suggestion(for path: JSONQuery, from node: JSONNode) -> (text: String?, known: [String])? {
    guard let (node, step, selector) = path.breakingPoint(from: node) else { return nil }
    let names = node.members.prefix(100).compactMap(\.key)
    guard case .name(let name) = selector, let near = nearest(to: name, among: names) else { return (nil, names) }
    return (path.text(naming: near, at: step), names)
  }

  // MARK: Entries

  private mutating func add(_ node: JSONNode, of types: [RecordType], at path: JSONQuery?) {
    room = EntryLimits.values
    guard node.value.object != nil else {
      let each = node.value.array == nil ? nil : path.map { "\($0.text)[*]" }
      return reading.report(RecordIssue.notAnEntry(kind: node.value.kindInWords, each: each), at: node)
    }
    guard let type = types.first(where: { $0.holds(node) }) else {
      return reading.report(RecordIssue.noType, at: node)
    }
    let title = words(type.title, "title", node, of: type).map(CleanText.line)
    let time = time(node, of: type)
    let record = Record(
      type: type.name, template: type.template, title: title, day: time?.day,
      fields: fields(type.fields, node, in: node, type.name))
    var post = Post(
      id: "", kind: .record(record),
      author: Author(id: "records", name: self.types.title ?? "", fallbackName: type.name))
    post.date = time?.seconds
    if let link = words(type.link, "link", node, of: type) {
      post.permalink = WebAddress(written: link)
      if post.permalink == nil {
        mistake(
          "\(type.name) link", .otherKind(field: "link", found: Self.shown(link), expected: "an address"), at: node)
      }
    }
    reading.add(post, ownID: words(type.id, "id", node, of: type), at: node, prefix: type.name)
  }

  /// The value at one of a type's own paths, as text.
  private mutating func words(_ path: JSONQuery?, _ name: String, _ node: JSONNode, of type: RecordType) -> String? {
    guard let path, let value = look(path, "\(type.name) \(name)", name, from: node, isOptional: false) else {
      return nil
    }
    if let text = value.value.text { return text.trimmed.isEmpty ? nil : text.trimmed }
    if !value.value.isNull {
      let issue = RecordIssue.otherKind(field: name, found: Self.shown(value.value), expected: "a text")
      mistake("\(type.name) \(name)", issue, at: value)
    }
    return nil
  }

  private mutating func time(_ node: JSONNode, of type: RecordType) -> RecordMoment? {
    guard let path = type.time, let value = look(path, "\(type.name) time", "time", from: node, isOptional: false)
    else { return nil }
    let moment = Self.moment(value.value)
    if moment == nil {
      let issue = RecordIssue.otherKind(field: "time", found: Self.shown(value.value), expected: "a date")
      mistake("\(type.name) time", issue, at: value)
    }
    return moment
  }

  /// The value at a path. A path that matches nothing in any entry is reported at the end.
  private mutating func look(
    _ path: JSONQuery, _ key: @autoclosure () -> String, _ name: String, from node: JSONNode, isOptional: Bool
  ) -> JSONNode? {
    let found = path.first(from: node)
    if isOptional { return found }
    if found != nil {
      findings.find(key())
    } else {
      note(key(), name, path, from: node)
    }
    return found
  }

  private mutating func note(_ key: String, _ name: String, _ path: JSONQuery, from node: JSONNode) {
    let file = reading.file
    findings.miss(key) {
      let (suggestion, known) = Self.suggestion(for: path, from: node) ?? (nil, [])
      let issue = RecordIssue.nothingAt(
        field: name, path: path.text, suggestion: suggestion, known: Array(known.prefix(12)))
      return (Diagnostic(issue, at: .json(node.path.description, in: file)), suggestion != nil)
    }
  }

  /// Records a value of the wrong kind; those of one field are reported together.
  private mutating func mistake(_ key: String, _ issue: @autoclosure () -> RecordIssue, at node: JSONNode) {
    findings.mistake(key, issue(), at: .json(node.path.description, in: reading.file))
  }

  // MARK: Fields

  private mutating func fields(
    _ fields: [RecordField], _ node: JSONNode, in entry: JSONNode, _ prefix: String
  ) -> [Record.Field] {
    fields.map { field in
      Record.Field(field.name, value(of: field, node, in: entry, "\(prefix) \(field.name)"))
    }
  }

  private mutating func value(
    of field: RecordField, _ node: JSONNode, in entry: JSONNode, _ key: String
  ) -> RecordValue? {
    let start = field.path.origin == .root ? entry : node
    guard room > 0 else { return nil }
    guard field.isList else {
      take(1, of: field, in: entry)
      let found = field.path.first(from: start)
      if found == nil, !field.isOptional, !isNull(field, from: start) {
        note(key, field.name, field.path, from: start)
      } else {
        findings.find(key)
      }
      return found.flatMap { value($0, of: field, in: entry, key) } ?? standIn(for: field)
    }
    var nodes = field.path.nodes(from: start, limit: EntryLimits.rows + 1).filter { !$0.value.isNull }
    if !field.isOptional {
      if nodes.isEmpty { note(key, field.name, field.path, from: start) } else { findings.find(key) }
    }
    if nodes.count > EntryLimits.rows {
      nodes.removeLast()
      reading.report(RecordIssue.tooMany(field: field.name, limit: EntryLimits.rows), at: start)
    }
    var values: [RecordValue] = []
    for node in nodes {
      guard room > 0 else { break }
      take(1, of: field, in: entry)
      if let value = value(node, of: field, in: entry, key) { values.append(value) }
    }
    return values.isEmpty ? nil : .list(values)
  }

  /// Counts values of the entry, and reports the one that takes the last room: groups in groups multiply.
  private mutating func take(_ count: Int, of field: RecordField, in entry: JSONNode) {
    room -= count
    if room == 0 { reading.report(RecordIssue.tooMany(field: field.name, limit: EntryLimits.values), at: entry) }
  }

  /// A fallback also replaces `null`, which counts as present.
  private func isNull(_ field: RecordField, from start: JSONNode) -> Bool {
    field.fallback != nil && field.path.breakingPoint(from: start)?.node.value.isNull != false
  }

  private func standIn(for field: RecordField) -> RecordValue? {
    guard let words = field.fallback else { return nil }
    switch field.form {
    case .choice(let choices):
      return .choice(choices.first { $0.value == words } ?? .init(value: words, name: "", label: words))
    case .picture: return .picture(Photo(sources: [.init(url: words)]))
    case .text, .number, .money, .date, .duration, .link: return .text(words)
    case .flag: return .flag(words == "true")
    case .share, .group: return nil
    }
  }

  private mutating func value(
    _ node: JSONNode, of field: RecordField, in entry: JSONNode, _ key: String
  ) -> RecordValue? {
    let json = node.value
    let value: RecordValue?
    switch field.form {
    case .text:
      value = json.text.map(RecordValue.text)
      if let text = json.text, text.trimmed.isEmpty { return nil }
    case .number(let style): value = Self.number(json).map { .number($0, style) }
    case .share(let low, let high):
      value = json.double.map { .share(min(1, max(0, ($0 - low) / (high - low)))) }
    case .money(let currency, let decimals, let isMinor):
      guard let amount = Self.number(json) else {
        value = nil
        break
      }
      guard let code = code(currency, of: field, node, in: entry, key) else {
        mistake("\(key) currency", .noCurrency(field: field.name), at: node)
        return nil
      }
      value = .money(
        isMinor ? amount.scaled(byTen: -CurrencyDigits.of(code)) : amount, currency: code, decimals: decimals)
    case .date(let style): value = Self.moment(json).map { .date($0, style) }
    case .duration(let unit): value = DurationParser.seconds(json, in: unit).map(RecordValue.duration)
    case .picture(let parts): value = picture(node, parts, of: field, in: entry, key).map(RecordValue.picture)
    case .link(let path, let literal):
      let words = path.flatMap { part("words", $0, of: field, node, in: entry, key)?.value.text } ?? literal
      value = json.text.flatMap { WebAddress(written: $0) }.map { .link($0, words: words.map(CleanText.line)) }
    case .choice(let choices):
      let text = json.written
      value = text.flatMap { text in choices.first { $0.value == text } }.map(RecordValue.choice)
      if value == nil, let text, !text.isEmpty {
        let issue = RecordIssue.unlisted(field: field.name, found: Self.shown(text), expected: field.expected)
        mistake(key, issue, at: node)
        return .choice(.init(value: text, name: "", label: text))
      }
    case .flag:
      switch json.content {
      case .bool, .integer: value = .flag(json.isTrue)
      case .string(let text): value = ["true", "false", "1", "0"].contains(text) ? .flag(json.isTrue) : nil
      case .null, .real, .array, .object: value = nil
      }
    case .group(let own):
      value = json.object == nil ? nil : .group(fields(own, node, in: entry, key))
    }
    if value == nil {
      let issue = RecordIssue.otherKind(
        field: field.name, found: Self.shown(node.value), expected: field.expected)
      mistake(key, issue, at: node)
    }
    return value
  }

  /// The value at a secondary path of a field: a currency, an image's width, a link's text.
  private mutating func part(
    _ name: String, _ path: JSONQuery, of field: RecordField, _ node: JSONNode, in entry: JSONNode, _ key: String
  ) -> JSONNode? {
    look(
      path, "\(key) \(name)", "\(field.name).\(name)", from: path.origin == .root ? entry : node,
      isOptional: field.isOptional)
  }

  // MARK: Values

  private static func shown(_ value: JSONValue) -> String { value.written.map { shown($0) } ?? value.kindInWords }
  private static func shown(_ text: String) -> String { "\"\(CleanText.line(String(text.prefix(40))))\"" }

  private static func number(_ value: JSONValue) -> DecimalNumber? {
    value.text.flatMap { DecimalNumber($0.trimmed) }
  }

  private mutating func code(
    _ currency: RecordField.Currency, of field: RecordField, _ node: JSONNode, in entry: JSONNode, _ key: String
  ) -> String? {
    let code: String? =
      switch currency {
      case .code(let code): code
      case .path(let path):
        part("currency", path, of: field, node, in: entry, key)?.value.text?.trimmed.uppercased()
      }
    return code.flatMap { CurrencyDigits.isCode($0) ? $0 : nil }
  }

  /// Numbers are seconds since 1970, or milliseconds if they are too large.
  static func moment(_ value: JSONValue) -> RecordMoment? {
    guard let text = value.text?.trimmed else { return nil }
    if let number = value.int {
      return DateParser.seconds(String(number.magnitude >= 100_000_000_000 ? number / 1000 : number)).map {
        .instant($0)
      }
    }
    if let moment = ISO8601Moment(text), moment.offset == nil {
      return EventMoment.parse(text).map(RecordMoment.local)
    }
    return DateParser.seconds(text).map(RecordMoment.instant)
  }

  /// An address, or an object with one.
  private mutating func picture(
    _ node: JSONNode, _ parts: RecordField.Picture, of field: RecordField, in entry: JSONNode, _ key: String
  ) -> Photo? {
    func usual(_ names: String...) -> JSONNode? { names.lazy.compactMap { node.child($0) }.first }
    let address = parts.address.map { part("address", $0, of: field, node, in: entry, key) }
    let own = address ?? (node.value.object == nil ? node : usual("url", "src", "href"))
    guard let url = own?.value.text?.trimmed, !url.isEmpty else { return nil }
    let width = parts.width.map { part("width", $0, of: field, node, in: entry, key) } ?? usual("width", "w")
    let height = parts.height.map { part("height", $0, of: field, node, in: entry, key) } ?? usual("height", "h")
    let words =
      parts.description.map { part("description", $0, of: field, node, in: entry, key) }
      ?? usual("alt", "description", "caption")
    let source = Photo.Source(url: url, width: width?.value.int?.asPixels, height: height?.value.int?.asPixels)
    return Photo(sources: [source], description: words?.value.text.map(CleanText.line))
  }
}

extension RecordType {
  fileprivate func holds(_ entry: JSONNode) -> Bool {
    conditions.allSatisfy { condition in
      let found = condition.path.nodes(from: entry).filter { !$0.value.isNull }
      return condition.values.isEmpty
        ? !found.isEmpty : found.contains { $0.value.written.map(condition.values.contains) ?? false }
    }
  }
}

extension JSONValue {
  /// The text, number or flag as written.
  fileprivate var written: String? {
    if case .bool(let flag) = content { flag ? "true" : "false" } else { text }
  }
}

/// Durations as written in data.
enum DurationParser {
  private static let limit = 1_000_000_000

  /// Whole seconds: from a number in the given unit, from `PT1H30M` (ISO 8601, days and smaller), or from `1:30:00` or
  /// `3:05`.
  static func seconds(_ value: JSONValue, in unit: RecordField.DurationUnit) -> Int? {
    guard let text = value.text?.trimmed else { return nil }
    if let number = value.double {
      let factor: Double =
        switch unit {
        case .milliseconds: 0.001
        case .seconds: 1
        case .minutes: 60
        case .hours: 3600
        }
      return whole(number * factor)
    }
    return clock(text) ?? iso(text)
  }

  private static func whole(_ seconds: Double) -> Int? {
    (0...Double(limit)).contains(seconds) ? Int(seconds.rounded()) : nil
  }

  private static func clock(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      guard (1...6).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(part),
        index == 0 || number < 60
      else { return nil }
      // bounded: three numbers of six digits.
      seconds = seconds * 60 + number
    }
    return seconds <= limit ? seconds : nil
  }

  private static func iso(_ text: String) -> Int? {
    guard text.hasPrefix("P"), text.utf8.count < 64 else { return nil }
    var (seconds, digits, isTime, isFound) = (0.0, "", false, false)
    for character in text.dropFirst() {
      switch character {
      case "T" where !isTime && digits.isEmpty: isTime = true
      case "0"..."9", ".": digits.append(character)
      default:
        let factors: [Character: Double] = isTime ? ["H": 3600, "M": 60, "S": 1] : ["W": 604_800, "D": 86_400]
        guard let factor = factors[character], let number = Double(digits) else { return nil }
        (seconds, digits, isFound) = (seconds + number * factor, "", true)
      }
    }
    return isFound && digits.isEmpty ? whole(seconds) : nil
  }
}
