import Basics
import DataFormats

extension RecordProposal.FieldCandidate {
  var texts: [String] { nodes.compactMap(\.value.text) }
  private var key: String { names.last?.lowercased() ?? "" }

  private func all(_ isOne: (JSONValue) -> Bool) -> Bool { !nodes.isEmpty && nodes.allSatisfy { isOne($0.value) } }

  var isMixed: Bool { Set(nodes.map(\.value.kindInWords)).count > 1 }
  var isText: Bool { all { if case .string = $0.content { true } else { false } } }
  var isAddress: Bool { isText && texts.allSatisfy { $0.hasPrefix("http") && WebAddress(written: $0) != nil } }

  var isDate: Bool {
    let words = RecordProposal.fieldName(Array(names.suffix(1))).split(separator: "-")
    let saysDate =
      ["date", "time", "published", "created", "updated", "added"].contains(where: key.contains)
      || words.contains { ["at", "ts", "on", "until", "since", "from", "expires"].contains($0) }
    guard all({ RecordPageReader.moment($0) != nil }) else { return false }
    return isText ? texts.allSatisfy { Int($0) == nil } : saysDate && texts.allSatisfy { (Int($0) ?? 0) > 100_000_000 }
  }

  var isPicture: Bool {
    if all({ $0.object != nil }) { return nodes.allSatisfy(Self.isPictureObject) }
    guard isText else { return false }
    let saysPicture = ["photo", "image", "picture", "thumb", "avatar", "cover", "poster", "logo"].contains(
      where: key.contains)
    return texts.allSatisfy { FileAddress.family(mediaType: nil, address: $0) == "image" } || saysPicture && isAddress
  }

  static func isPictureObject(_ node: JSONNode) -> Bool {
    let address = node.text("url", "src", "href")
    return address.map { FileAddress.family(mediaType: nil, address: $0) == "image" } ?? false
  }

  private static let currencyNames = ["currency", "currency_code", "currencyCode"]

  var isCurrency: Bool {
    names.last.map(Self.currencyNames.contains) == true && texts.allSatisfy { CurrencyDigits.isCode($0.uppercased()) }
  }

  /// The path of a currency's code: next to the amount, in the entry, or the first anywhere in the entry, by its name.
  ///
  /// - Parameter known: The known paths of such codes.
  func siblings(in entries: [JSONNode], or known: [[String]]) -> JSONQuery? {
    let usual = [Array(names.dropLast()), []].flatMap { place in Self.currencyNames.map { place + [$0] } }
    // A sum can be of anything; a price is always money.
    let isPrice = isMinor || ["price", "cost"].contains(where: key.contains)
    for names in usual + (isPrice ? known : []) {
      guard let path = try? JSONQuery(JSONQuery.text(of: names)) else { continue }
      let codes = entries.prefix(20).compactMap { path.first(from: $0)?.value.text?.uppercased() }
      if !codes.isEmpty, codes.allSatisfy(CurrencyDigits.isCode) { return path }
    }
    return nil
  }

  /// For an object that contains only an amount and a currency code: the code's path and the field, whatever the two
  /// are named.
  func pairedCurrency(in entries: [JSONNode]) -> (names: [String], form: RecordField.Form)? {
    let place = Array(names.dropLast())
    guard !isList, !place.isEmpty, isNumeric,
      let around = try? JSONQuery(JSONQuery.text(of: place))
    else { return nil }
    let pairs = entries.prefix(20).compactMap { around.first(from: $0).map { Array($0.members) } }
    guard let code = pairs.first?.compactMap(\.key).first(where: { $0 != names.last }),
      pairs.allSatisfy({ pair in
        pair.count == 2 && pair.contains { $0.key == code && $0.value.text.map(CurrencyDigits.isCode) ?? false }
      }), let path = try? JSONQuery(JSONQuery.text(of: place + [code]))
    else { return nil }
    return (place + [code], .money(.path(path), decimals: nil, isMinor: isMinor))
  }

  private var isPlainText: Bool { !isList && isText && !isAddress && !isDate && !isPicture }

  /// Whether the value identifies entries: short, with a digit, without a blank, and different in each.
  func isCode(of total: Int) -> Bool {
    isPlainText && total > 1 && texts.count == total && Set(texts).count == total
      && texts.allSatisfy { $0.count <= 40 && $0.contains(where: \.isNumber) && !$0.contains(where: \.isWhitespace) }
  }

  /// Whether the value may be an entry's title: a few words, mostly different.
  func isTitle(of total: Int) -> Bool {
    isPlainText && total > 1 && names.count == 1 && texts.count == total && Set(texts).count * 2 > total
      && texts.map(\.count).reduce(0, +) <= 60 * total && texts.contains { $0.contains(where: \.isLetter) }
  }

  private static func isAmount(_ value: JSONValue) -> Bool {
    value.double != nil && value.text.flatMap { DecimalNumber($0.trimmed) } != nil
  }

  /// Whether the values are numbers, except for a few words in place of a number ("ask us").
  var isNumeric: Bool {
    let numbers = nodes.count { Self.isAmount($0.value) }
    if numbers == nodes.count { return numbers > 0 }
    // Quoted codes that sometimes contain letters are not numbers.
    let areWritten = nodes.contains {
      if case .string = $0.value.content { $0.value.double != nil } else { false }
    }
    return (saysMoney || !areWritten) && numbers * 5 >= nodes.count * 4 && nodes.allSatisfy { $0.value.text != nil }
  }

  private var saysMoney: Bool {
    ["price", "cost", "amount", "total", "fee", "salary", "before", "was", "cents"].contains(where: key.contains)
  }

  /// Whether amounts are in the currency's smallest unit, judging by their names: all of them are whole.
  private var isMinor: Bool {
    ["cents", "minor", "pence", "unit_amount", "unitamount"].contains(where: key.contains)
      && nodes.allSatisfy { $0.value.int != nil || !Self.isAmount($0.value) }
  }

  /// The words that all entries without a number have in its place.
  func wordsInPlace(of form: RecordField.Form) -> String? {
    switch form {
    case .number where !isList, .money where !isList:
      let words = Set(nodes.lazy.filter { !Self.isAmount($0.value) }.compactMap(\.value.text))
      // `types.yml` takes texts of up to 1000 bytes.
      return words.count == 1 ? words.first.map(CleanText.line).flatMap { $0.utf8.count <= 1000 ? $0 : nil } : nil
    default: return nil
    }
  }

  /// A remark for the user to check.
  func remark(on form: RecordField.Form) -> String? {
    let others = nodes.count { !Self.isAmount($0.value) }
    switch form {
    case .number where others > 0, .money where others > 0:
      let word = nodes.lazy.filter { !Self.isAmount($0.value) }.compactMap(\.value.text).first ?? ""
      return "\(others) of \(nodes.count) are no amount: \"\(CleanText.line(String(word.prefix(40))))\""
    case .money(_, _, true): return "whole cents, by the name"
    case .money where nodes.allSatisfy({ ($0.value.int ?? 0) >= 100 }):
      return "add \"minor: true\" where these are cents"
    default: return nil
    }
  }

  /// The paths of an image's size, if it is not next to its address.
  private var pictureParts: RecordField.Picture {
    var parts = RecordField.Picture()
    func has(_ node: JSONNode, _ names: [String]) -> String? { names.first { node.child($0)?.value.int != nil } }
    let (across, down) = (["width", "w"], ["height", "h"])
    guard !nodes.contains(where: { has($0, across) != nil && has($0, down) != nil }) else { return parts }
    for node in nodes.prefix(20) {
      for member in node.members.prefix(20) {
        guard let key = member.key, let width = has(member, across), let height = has(member, down) else { continue }
        func path(_ name: String) -> JSONQuery? {
          try? JSONQuery("@" + JSONQuery.text(of: [key, name]).dropFirst())
        }
        (parts.width, parts.height) = (path(width), path(height))
        return parts
      }
    }
    return parts
  }

  /// Nil if the value is not worth a field.
  func form(among currency: JSONQuery?) -> RecordField.Form? {
    if isPicture { return .picture(pictureParts) }
    if all({ $0.object != nil }) { return group }
    if isAddress { return .link(words: nil, literal: nil) }
    if all({ if case .bool = $0.content { true } else { false } }) { return .flag }
    if isDate { return .date(nil) }
    if isNumeric, key != "currency" {
      if let currency, saysMoney || isMinor { return .money(.path(currency), decimals: nil, isMinor: isMinor) }
      if ["duration", "runtime"].contains(where: key.contains) { return .duration(.seconds) }
      return .number(.init())
    }
    guard all({ $0.text != nil }), !["currency", "currency_code", "currencycode", "id"].contains(key) else {
      return nil
    }
    let words = Set(texts)
    if !isList, words.count <= 8, texts.count >= 3 * words.count,
      words.allSatisfy({ $0.count <= 24 && $0.utf8.count <= 200 })
    {
      return .choice(words.sorted().map { .init(value: $0, name: $0, label: Self.label($0)) })
    }
    return .text
  }

  /// A list of objects has the fields of its objects.
  private var group: RecordField.Form? {
    var inner: [RecordProposal.FieldCandidate] = []
    RecordProposal.collect(nodes, at: ["", ""], into: &inner)
    var names: Set<String> = []
    let fields = inner.prefix(8).compactMap { found -> RecordField? in
      guard let key = found.names.last, let form = found.form(among: nil), !found.isList else { return nil }
      if case .group = form { return nil }
      let text = "@" + JSONQuery.text(of: [key]).dropFirst()
      guard let path = try? JSONQuery(text) else { return nil }
      let name = RecordProposal.fieldName([key], besides: &names)
      var field = RecordField(name: name, path: path, form: form)
      field.isOptional = found.entryCount < nodes.count
      return field
    }
    return fields.isEmpty ? nil : .group(fields)
  }

  /// `in_stock`: "In stock"
  private static func label(_ value: String) -> String {
    let scalars = value.unicodeScalars.map { $0 == "_" || $0 == "-" ? " " : $0 }
    let words = String(String.UnicodeScalarView(scalars))
    return (words.first?.uppercased() ?? "") + words.dropFirst()
  }
}
