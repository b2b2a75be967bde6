import DataFormats
import Diagnostics

/// A proposed type for a document's entries, with the fields found and their kinds. A guess for the user to edit, based
/// on the first entries only.
package struct RecordProposal: Sendable {
  package private(set) var type: RecordType
  /// The number of entries.
  package let count: Int
  /// Fields whose texts are sentences.
  package private(set) var longTexts: Set<String> = []
  /// Remarks for the user to check, by field name.
  package private(set) var remarks: [String: String] = [:]
  /// Paths with values of several kinds; no field is proposed for them.
  package private(set) var leftOut: [String] = []

  /// The number of entries sampled, and of fields proposed.
  private static let (sampleLimit, fieldLimit) = (200, 40)

  /// - Parameters:
  ///   - documents: The file, or the first lines of newline-delimited JSON.
  ///   - name: The file's name.
  /// - Returns: One proposal for each kind of entry, all at the same path; empty if there are no entries.
  package static func all(of documents: [FeedDocument], name: String) -> [RecordProposal] {
    let roots = documents.compactMap { try? $0.parsed().root }
    guard let first = roots.first, let (path, entries) = entries(of: first, areLines: roots.count > 1) else {
      return []
    }
    let all = roots.count > 1 ? roots.filter { $0.value.object != nil } : entries
    let named = path?.selectors.lazy.compactMap { if case .name(let name) = $0 { name } else { nil } }
    let sample = Array(all.prefix(sampleLimit))
    if let kinds = kinds(of: sample) {
      return kinds.map { RecordProposal($0.entries, of: all.count, at: path, named: $0.name, where: $0.condition) }
    }
    return [
      RecordProposal(sample, of: all.count, at: path, named: typeName(named?.reversed().first { _ in true } ?? name))
    ]
  }

  private init(
    _ sample: [JSONNode], of count: Int, at path: JSONQuery?, named name: String,
    where condition: RecordType.Condition? = nil
  ) {
    self.count = count
    type = RecordType(name: name, template: "\(name).yml")
    (type.entries, type.conditions) = (path, condition.map { [$0] } ?? [])
    propose(sample)
    // All entries have the same value.
    type.fields.removeAll { $0.path == condition?.path }
  }

  private typealias Kind = (name: String, condition: RecordType.Condition, entries: [JSONNode])

  /// Groups entries by a key whose groups have little else in common; nil if the groups are alike: then the key is a
  /// choice.
  private static func kinds(of entries: [JSONNode]) -> [Kind]? {
    for key in ["kind", "type", "@type", "_type", "category"] {
      guard let path = try? JSONQuery(JSONQuery.text(of: [key])) else { continue }
      let values = entries.map { path.first(from: $0)?.value.text }
      let words = values.compactMap { $0 }.uniqued()
      guard !values.contains(nil), 2...6 ~= words.count, Set(words.map(typeName)).count == words.count else { continue }
      let kinds = words.map { word -> Kind in
        let own = zip(entries, values).filter { $0.1 == word }.map(\.0)
        return (typeName(word), RecordType.Condition(path: path, values: [word]), own)
      }
      let keys = kinds.map { Set($0.entries.flatMap(\.members).compactMap(\.key)) }
      let areApart = keys.indices.allSatisfy { one in
        keys[..<one].allSatisfy { $0.intersection(keys[one]).count * 2 <= $0.union(keys[one]).count }
      }
      if areApart { return kinds }
    }
    return nil
  }

  // MARK: Entries

  /// The longest list of objects, or object of objects, near the document's root.
  private static func entries(of root: JSONNode, areLines: Bool) -> (path: JSONQuery?, nodes: [JSONNode])? {
    if root.value.array != nil { return objects(root.listed()).map { (nil, $0) } }
    guard root.value.object != nil else { return nil }
    if areLines { return (nil, [root]) }
    var best: (names: [String], nodes: [JSONNode])?
    var waiting: [(names: [String], node: JSONNode)] = [([], root)]
    while let (names, node) = waiting.first {
      waiting.removeFirst()
      for member in node.members.prefix(100) {
        guard let key = member.key else { continue }
        let nodes = member.value.array == nil ? member.members : member.listed()
        if let found = objects(nodes), found.count > 1 || member.value.array != nil,
          found.count > best?.nodes.count ?? 0
        {
          // An object of objects is only a list if the objects are alike.
          if member.value.array != nil || areAlike(found) { best = (names + [key], found) }
        }
        if member.value.object != nil, names.count < 2 { waiting.append((names + [key], member)) }
      }
    }
    guard let best else { return (try? JSONQuery("$"), [root]) }
    return (try? JSONQuery(JSONQuery.text(of: best.names) + "[*]"), best.nodes)
  }

  private static func objects(_ nodes: [JSONNode]) -> [JSONNode]? {
    let objects = nodes.filter { $0.value.object != nil }
    return objects.isEmpty || objects.count * 2 < nodes.count ? nil : objects
  }

  private static func areAlike(_ nodes: [JSONNode]) -> Bool {
    let keys = nodes.prefix(8).map { Set($0.members.compactMap(\.key)) }
    guard let first = keys.first, !first.isEmpty else { return false }
    return keys.allSatisfy { $0.intersection(first).count * 2 > max($0.count, first.count) }
  }

  // MARK: Fields

  private mutating func propose(_ entries: [JSONNode]) {
    var found: [FieldCandidate] = []
    Self.collect(entries, at: [], into: &found)
    let total = entries.count
    func take(_ words: [String], where isOne: (FieldCandidate) -> Bool) -> FieldCandidate? {
      // An entry's own values take precedence over nested ones: an author has a name as well.
      for part in [found.filter { $0.names.count == 1 }, found] {
        for word in words {
          if let one = part.first(where: { $0.names.last?.lowercased() == word && isOne($0) }) { return one }
        }
      }
      return nil
    }
    let id = take(["id", "sku", "uuid", "guid", "slug", "key", "code", "isbn"]) { found in
      Set(found.texts).count == found.nodes.count && found.nodes.count == total
    }
    // Data in other languages is recognized by its values.
    let code = id ?? found.first { $0.isCode(of: total) }
    let title =
      take(["title", "name", "headline", "label", "subject", "city"]) { $0.isText && !$0.isList }
      ?? found.first { $0.names != code?.names && $0.isTitle(of: total) }
    let time = take(
      [
        "published", "published_at", "publishedat", "created_at", "createdat", "created", "date", "time", "timestamp",
        "added", "added_at", "addedat", "updated_at", "updatedat", "updated",
        "written", "posted",
      ]
    ) { !$0.isList && $0.isDate }
    let links = found.filter { $0.isAddress && !$0.isPicture && !$0.isList }
    let link =
      take(["url", "link", "permalink", "href", "page"]) { $0.isAddress && !$0.isPicture && !$0.isList }
      ?? (links.count == 1 ? links[0] : nil)
    (type.id, type.title, type.time, type.link) = (code?.path, title?.path, time?.path, link?.path)
    let currencies = found.compactMap { $0.pairedCurrency(in: entries)?.names }
    let known = found.filter(\.isCurrency).map(\.names)
    let own = [code, title, time, link].compactMap { $0?.names } + currencies
    var names: Set<String> = Set(["title", "time", "link"])
    for found in found where !own.contains(found.names) && type.fields.count < Self.fieldLimit {
      let pair = found.pairedCurrency(in: entries)
      let currency = found.siblings(in: entries, or: known)
      guard let path = found.path, let form = pair?.form ?? found.form(among: currency) else {
        if found.isMixed, let path = found.path { leftOut.append(path.text) }
        continue
      }
      let name = Self.fieldName(pair == nil ? found.names : Array(found.names.dropLast()), besides: &names)
      if case .picture = form, found.isList, !type.fields.contains(where: \.isSinglePicture),
        let first = try? JSONQuery(JSONQuery.text(of: found.names) + "[0]"), names.insert("picture").inserted
      {
        // The image at the top of a card.
        var picture = RecordField(name: "picture", path: first, form: form)
        picture.isOptional = found.entryCount < total
        type.fields.append(picture)
      }
      var field = RecordField(name: name, path: path, form: form)
      field.isOptional = found.entryCount < total
      (field.fallback, remarks[name]) = (found.wordsInPlace(of: form), found.remark(on: form))
      type.fields.append(field)
      let lengths = found.texts.map(\.count)
      if form == .text, lengths.reduce(0, +) > 40 * lengths.count { longTexts.insert(name) }
    }
  }

  /// The values at one path of the entries.
  struct FieldCandidate {
    var names: [String]
    /// Whether the path leads to a list in each entry.
    var isList: Bool
    var nodes: [JSONNode] = []
    /// The number of entries that have it.
    var entryCount = 0

    /// Nil if the names are too long for a path.
    var path: JSONQuery? { try? JSONQuery(JSONQuery.text(of: names) + (isList ? "[*]" : "")) }
  }

  static func collect(_ entries: [JSONNode], at names: [String], into found: inout [FieldCandidate]) {
    var order: [String] = []
    var members: [String: [JSONNode]] = [:]
    for entry in entries {
      for member in entry.members.prefix(100) where !member.value.isNull {
        guard let key = member.key, key.utf8.count <= 60 else { continue }
        if members[key] == nil { order.append(key) }
        members[key, default: []].append(member)
      }
    }
    for key in order.prefix(100) {
      let nodes = members[key] ?? []
      let path = names + [key]
      if nodes.allSatisfy({ $0.value.array != nil }) {
        found.append(
          FieldCandidate(
            names: path, isList: true, nodes: nodes.flatMap { $0.listed(atMost: 20) }, entryCount: nodes.count))
      } else if nodes.allSatisfy({ $0.value.object != nil }), !nodes.allSatisfy({ FieldCandidate.isPictureObject($0) })
      {
        if names.count < 2 { collect(nodes, at: path, into: &found) }
      } else {
        found.append(FieldCandidate(names: path, isList: false, nodes: nodes, entryCount: nodes.count))
      }
    }
  }

  // MARK: Names

  private static func typeName(_ name: String) -> String {
    var word = kebab(name.split(separator: ".").first.map(String.init) ?? name)
    if word.hasSuffix("ies") {
      word = word.dropLast(3) + "y"
    } else if word.hasSuffix("s"), !word.hasSuffix("ss") {
      word.removeLast()
    }
    return word.isEmpty || RecordTypes.takenNames.contains(word) ? "entry" : String(word.prefix(40))
  }

  static func fieldName(_ names: [String]) -> String {
    let word = kebab(names.joined(separator: "-"))
    let isNamed = word.first.map { $0.isASCII && $0.isLetter } == true
    return String((isNamed ? word : word.isEmpty ? "field" : "field-\(word)").prefix(50))
  }

  /// A name that is not taken yet, at most 60 bytes long.
  static func fieldName(_ names: [String], besides taken: inout Set<String>) -> String {
    let wanted = fieldName(names)
    var (name, number) = (wanted, 2)
    while !taken.insert(name).inserted {
      name = "\(wanted)-\(number)"
      number += 1
    }
    return name
  }

  /// `pricePerKilo`, `price_per kilo`: `price-per-kilo`.
  private static func kebab(_ name: String) -> String {
    var result = ""
    var wasSmall = false
    for scalar in name.unicodeScalars {
      let isBig = ("A"..."Z").contains(scalar)
      guard isBig || ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) else {
        if !result.isEmpty, result.last != "-" { result += "-" }
        wasSmall = false
        continue
      }
      if isBig, wasSmall { result += "-" }
      result += scalar.properties.lowercaseMapping
      wasSmall = ("a"..."z").contains(scalar)
    }
    while result.last == "-" { result.removeLast() }
    return result
  }
}

extension RecordField {
  fileprivate var isSinglePicture: Bool { if case .picture = form { !isList } else { false } }
}
