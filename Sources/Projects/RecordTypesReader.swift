import Cards
import DataFormats
import Diagnostics
import FeedReading

/// Reads `types.yml`, the description of a project's custom data, and reports all problems, not only the first.
package struct RecordTypesReader {
  package private(set) var diagnostics: [Diagnostic] = []
  /// The current nesting depth of groups.
  private var depth = 0

  package static let keys = ["title", "types"]
  package static let typeKeys = ["entries", "when", "id", "title", "time", "link", "template", "fields"]
  /// The kinds of fields, with the additional keys of each.
  package static let kinds: [String: [String]] = [
    "text": [], "number": ["decimals", "percent", "sign", "compact", "unit"], "share": ["of"],
    "money": ["currency", "decimals", "minor"], "date": ["style"], "duration": ["unit"],
    "picture": ["address", "width", "height", "description"], "link": ["words"], "choice": ["values"], "flag": [],
    "group": ["fields"],
  ]
  /// The keys of every field.
  package static let common = ["fallback", "optional"]

  package init() {}

  /// - Returns: Nil if there is a problem.
  package mutating func read(_ root: SourceNode) -> RecordTypes? {
    var types = RecordTypes()
    guard let members = members(root, "the file", Self.keys) else { return nil }
    for member in members {
      switch member.key {
      case "title": types.title = text("title", member.value)
      case "types":
        guard let own = member.value.members, !own.isEmpty else {
          report(
            .value("types", expected: "a mapping of names to types", found: member.value.quotedScalar), member.value)
          continue
        }
        if own.count > RecordTypes.typeLimit { report(.tooMany("types", limit: RecordTypes.typeLimit), member.value) }
        types.types = own.prefix(RecordTypes.typeLimit).compactMap { type($0) }
      default: break
      }
    }
    if types.types.isEmpty, diagnostics.isEmpty { report(.missing("types", in: "the file"), root) }
    return diagnostics.isEmpty ? types : nil
  }

  private mutating func type(_ member: SourceNode.Member) -> RecordType? {
    let isTaken = RecordTypes.takenNames.contains(member.key)
    guard Self.isName(member.key), !isTaken else {
      report(.typeName(member.key, isTaken: isTaken), at: member.keyPlace)
      return nil
    }
    var type = RecordType(name: member.key, template: "\(member.key).yml")
    guard let members = members(member.value, "type \"\(member.key)\"", Self.typeKeys) else { return nil }
    for member in members {
      let value = member.value
      switch member.key {
      case "entries": type.entries = path("entries", value, origin: .root)
      case "when": type.conditions = conditions(value)
      case "id": type.id = single("id", value)
      case "title": type.title = single("title", value)
      case "time": type.time = single("time", value)
      case "link": type.link = single("link", value)
      case "template":
        guard let name = text("template", value) else { continue }
        type.template = name
        if !name.hasSuffix(".yml") || name.contains("/") || name.hasPrefix(".") {
          report(
            .value(
              "template", expected: "the name of a file in the templates folder, like product.yml",
              found: value.quotedScalar), value)
        }
      case "fields": type.fields = fields(value, besides: RecordType.ownNames)
      default: break
      }
    }
    return type
  }

  private mutating func conditions(_ node: SourceNode) -> [RecordType.Condition] {
    guard let members = node.members else {
      return path("when", node, origin: .root).map { [.init(path: $0, values: [])] } ?? []
    }
    return members.compactMap { member in
      let written = SourceNode(.string(member.key), at: member.keyPlace)
      guard let path = path("when", written, origin: .root) else { return nil }
      let nodes = member.value.elements ?? [member.value]
      let values = nodes.compactMap(\.text)
      if values.isEmpty || values.count < nodes.count {
        report(
          .value("when", expected: "a path with a value, or a list of them", found: member.value.quotedScalar),
          member.value)
      }
      return .init(path: path, values: values)
    }
  }

  // MARK: Fields

  private mutating func fields(_ node: SourceNode, besides taken: [String] = []) -> [RecordField] {
    guard let members = node.members, !members.isEmpty else {
      report(.value("fields", expected: "a mapping of names to fields", found: node.quotedScalar), node)
      return []
    }
    guard depth < RecordTypes.depthLimit else {
      report(.tooMany("groups in groups", limit: RecordTypes.depthLimit), node)
      return []
    }
    if members.count > RecordTypes.fieldLimit { report(.tooMany("fields", limit: RecordTypes.fieldLimit), node) }
    depth += 1
    defer { depth -= 1 }
    return members.prefix(RecordTypes.fieldLimit).compactMap { member in
      guard Self.isFieldName(member.key), !taken.contains(member.key) else {
        report(.fieldName(member.key, isTaken: taken.contains(member.key)), at: member.keyPlace)
        return nil
      }
      return field(member.key, member.value)
    }
  }

  private mutating func field(_ name: String, _ node: SourceNode) -> RecordField? {
    // `name: $.name` is a text field.
    if node.text != nil { return path(name, node).map { RecordField(name: name, path: $0, form: .text) } }
    guard let members = node.members else {
      report(
        .value(
          name, expected: "a path, or a mapping with one of \(Self.kinds.keys.sorted().listed)",
          found: node.quotedScalar), node)
      return nil
    }
    let named = members.filter { Self.kinds[$0.key] != nil }
    guard named.count == 1, let kind = named.first, let own = Self.kinds[kind.key] else {
      // A misspelled key is usually the kind itself.
      let known = Self.kinds.keys.sorted()
      let unknown = members.first { Self.kinds[$0.key] == nil && nearest(to: $0.key, among: known) != nil }
      if named.isEmpty, let unknown {
        report(.unknownKey(unknown.key, in: "field \"\(name)\"", known: known), at: unknown.keyPlace)
      } else {
        report(.kinds(name, found: named.map(\.key), known: known), node)
      }
      return nil
    }
    let allowed = [kind.key] + own + Self.common
    for member in members where !allowed.contains(member.key) {
      report(.unknownKey(member.key, in: "a \(kind.key) field", known: allowed), at: member.keyPlace)
    }
    guard let path = path(kind.key, kind.value), let form = form(kind.key, node) else { return nil }
    var field = RecordField(name: name, path: path, form: form)
    field.fallback = node["fallback"].flatMap { text("fallback", $0) }
    field.isOptional = flag("optional", node)
    return field
  }

  private mutating func form(_ kind: String, _ node: SourceNode) -> RecordField.Form? {
    switch kind {
    case "text": return .text
    case "flag": return .flag
    case "number":
      var style = RecordField.NumberStyle()
      style.decimals = decimals(node)
      (style.isPercent, style.saysSign) = (flag("percent", node), flag("sign", node))
      style.isCompact = flag("compact", node)
      if let forms = node["unit"]?.members, let unit = node["unit"] {
        style.countedUnits = countedUnits(unit, forms)
      } else {
        style.unit = node["unit"].flatMap { text("unit", $0) } ?? ""
      }
      return .number(style)
    case "share":
      let ends = (node["of"]?.elements ?? []).compactMap(\.number)
      guard ends.count == 2, ends[0] != ends[1], (ends[1] - ends[0]).isFinite else {
        report(
          .value("of", expected: "two numbers, for 0 and for 1, like [0, 5]", found: (node["of"] ?? node).quotedScalar),
          node["of"] ?? node)
        return nil
      }
      return .share(from: ends[0], to: ends[1])
    case "money":
      guard let currency = node["currency"] else {
        report(.missing("currency", in: "a money field"), node)
        return nil
      }
      let written = currency.text ?? ""
      let places = decimals(node)
      if CurrencyDigits.isCode(written) {
        if !CurrencyDigits.codes.contains(written) { report(.currency(written), currency) }
        return .money(.code(written), decimals: places, isMinor: flag("minor", node))
      }
      guard written.hasPrefix("$") || written.hasPrefix("@") else {
        report(
          .value(
            "currency", expected: "a code of three capital letters, like EUR, or a path to one",
            found: currency.quotedScalar), currency)
        return nil
      }
      return single("currency", currency).map { .money(.path($0), decimals: places, isMinor: flag("minor", node)) }
    case "date":
      guard node["style"] != nil else { return .date(nil) }
      return word("style", node, RecordField.DateStyle.self).map { .date($0) }
    case "duration":
      guard node["unit"] != nil else { return .duration(.seconds) }
      return word("unit", node, RecordField.DurationUnit.self).map { .duration($0) }
    case "picture":
      var picture = RecordField.Picture()
      picture.address = node["address"].flatMap { single("address", $0) }
      picture.width = node["width"].flatMap { single("width", $0) }
      picture.height = node["height"].flatMap { single("height", $0) }
      picture.description = node["description"].flatMap { single("description", $0) }
      return .picture(picture)
    case "link":
      guard let words = node["words"] else { return .link(words: nil, literal: nil) }
      guard let written = text("words", words) else { return nil }
      guard written.hasPrefix("$") || written.hasPrefix("@") else { return .link(words: nil, literal: written) }
      return single("words", words).map { .link(words: $0, literal: nil) }
    case "choice": return choices(node).map { .choice($0) }
    case "group":
      guard let own = node["fields"] else {
        report(.missing("fields", in: "a group"), node)
        return nil
      }
      return .group(fields(own))
    default: return nil
    }
  }

  /// Reads `values: {in-stock: In stock, sold-out: {label: Sold out, icon: lock}}`.
  private mutating func choices(_ node: SourceNode) -> [RecordField.Choice]? {
    guard let values = node["values"], let members = values.members, !members.isEmpty else {
      report(
        .value("values", expected: "a mapping of values to labels", found: (node["values"] ?? node).quotedScalar),
        node["values"] ?? node)
      return nil
    }
    return members.prefix(RecordTypes.fieldLimit).compactMap { member in
      var choice = RecordField.Choice(value: member.key, name: Self.name(of: member.key), label: member.key)
      if let label = member.value.text {
        choice.label = label
      } else if let own = self.members(member.value, "a value", ["label", "icon", "name"]) {
        choice.label = own.first { $0.key == "label" }?.value.text ?? member.key
        choice.icon = own.first { $0.key == "icon" }?.value.text
        choice.name = own.first { $0.key == "name" }?.value.text ?? choice.name
      }
      return choice
    }
  }

  /// Returns the name for templates: `in stock` becomes `in-stock`.
  private static func name(of value: String) -> String {
    let mapped = value.lowercased().unicodeScalars.map { isPart($0) ? Character($0) : "-" }
    return String(mapped)
  }

  // MARK: Values

  /// Reads the plural forms of a unit: `{one: " review", other: " reviews"}`.
  private mutating func countedUnits(_ node: SourceNode, _ forms: [SourceNode.Member]) -> [String: String] {
    let known = PluralForms.Category.allCases.map(\.rawValue)
    guard members(node, "unit", known) != nil, forms.contains(where: { $0.key == "other" }) else {
      report(.missing("other", in: "unit"), node)
      return [:]
    }
    return Dictionary(
      forms.compactMap { form in text("unit", form.value).map { (form.key, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  private mutating func members(_ node: SourceNode, _ what: String, _ known: [String]) -> [SourceNode.Member]? {
    guard let members = node.members else {
      report(.value(what, expected: "a mapping of keys to values", found: node.quotedScalar), node)
      return nil
    }
    for member in members where !known.contains(member.key) {
      report(.unknownKey(member.key, in: what, known: known), at: member.keyPlace)
    }
    return members
  }

  /// Reads a path, which must begin with `$` if there is no enclosing item for `@`.
  private mutating func path(
    _ key: String, _ node: SourceNode, origin: JSONQuery.Origin? = nil
  ) -> JSONQuery? {
    guard let written = node.text else {
      report(.value(key, expected: "a path, like $.price", found: node.quotedScalar), node)
      return nil
    }
    do throws(JSONQuery.Fault) {
      let path = try JSONQuery(written)
      if let origin, path.origin != origin {
        report(.value(key, expected: "a path from $", found: node.quotedScalar), node)
        return nil
      }
      return path
    } catch {
      report(.path(written, error), node)
      return nil
    }
  }

  /// Reads a path to a single value.
  private mutating func single(_ key: String, _ node: SourceNode) -> JSONQuery? {
    guard let path = path(key, node) else { return nil }
    if !path.isSingular {
      report(.value(key, expected: "a path to one value, without [*]", found: node.quotedScalar), node)
    }
    return path
  }

  private mutating func text(_ key: String, _ node: SourceNode) -> String? {
    if let text = node.text, text.utf8.count <= 1000 { return text }
    report(.value(key, expected: "a text of at most 1000 bytes", found: node.quotedScalar), node)
    return nil
  }

  private mutating func flag(_ key: String, _ node: SourceNode) -> Bool {
    guard let value = node[key] else { return false }
    if value.flag == nil { report(.value(key, expected: "true or false", found: value.quotedScalar), value) }
    return value.flag ?? false
  }

  private mutating func decimals(_ node: SourceNode) -> Int? {
    guard let value = node["decimals"] else { return nil }
    if let number = value.integer, 0...6 ~= number { return number }
    report(.value("decimals", expected: "a whole number from 0 to 6", found: value.quotedScalar), value)
    return nil
  }

  private mutating func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ node: SourceNode, _: Word.Type
  ) -> Word? where Word.RawValue == String {
    guard let value = node[key] else { return nil }
    if let word = value.text.flatMap(Word.init) { return word }
    report(
      .value(
        key, expected: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))", found: value.quotedScalar),
      value)
    return nil
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
  }

  private static func isName(_ text: String) -> Bool {
    1...40 ~= text.utf8.count && text.unicodeScalars.allSatisfy(isPart) && text.first != "-"
  }

  /// Whether it is usable between dots in templates.
  private static func isFieldName(_ text: String) -> Bool {
    1...60 ~= text.utf8.count && text.first.map { $0.isASCII && $0.isLetter } == true
      && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || isPart($0) || $0 == "_") }
  }

  private mutating func report(_ issue: RecordTypesIssue, _ node: SourceNode) { report(issue, at: node.place) }

  private mutating func report(_ issue: RecordTypesIssue, at place: Place) {
    diagnostics.append(Diagnostic(issue, at: place))
  }
}

extension [String] {
  fileprivate var listed: String { joined(separator: ", ") }
}
