import Cards
import DataFormats
import DesignTokens
import Diagnostics
import Drawing
import Layout

/// Single values: tokens, lengths, paths, keywords.
extension TemplateCompiler {
  mutating func reportValue(_ node: SourceNode, expected: String) {
    if let name = isUnquotedToken(node) {
      report(TemplateIssue.unquotedToken(name), at: node.place)
    } else if let comment = node.comment {
      report(TemplateIssue.commentedOut(expected: expected, comment: comment), at: node.place)
    } else {
      report(TemplateIssue.value(expected: expected, found: node.inWords), at: node.place)
    }
  }

  mutating func reportType(_ node: SourceNode, _ schema: CardSchema, expected: String) {
    let path = node.string ?? ""
    report(
      TemplateIssue.pathType(path, expected: expected, found: schema.inWords, fields: schema.fieldNames),
      at: node.place)
  }

  /// The name in `{a.b}` written without quotes, which YAML reads as a mapping of `a.b` to null.
  func isUnquotedToken(_ node: SourceNode) -> String? {
    guard let members = node.members, members.count == 1, let value = members.first?.value, value.content == .null,
      value.comment == nil
    else { return nil }
    return members[0].key
  }

  /// Returns false if the node is not a mapping, or if an unknown or missing key was reported.
  mutating func checkMembers(
    _ node: SourceNode, known: [String], required: [String] = [], expected: String
  ) -> Bool {
    guard let members = node.members, isUnquotedToken(node) == nil else {
      reportValue(node, expected: expected)
      return false
    }
    var isSound = true
    for member in members where !known.contains(member.key) {
      let near = nearest(to: member.key, among: known)
      report(TemplateIssue.unknownKey(member.key, suggestion: near, known: known), at: member.keyPlace)
      isSound = false
    }
    for key in required where node[key] == nil {
      report(TemplateIssue.missingKey(key, of: "this"), at: node.place)
      isSound = false
    }
    return isSound
  }

  mutating func required(_ key: String, of thing: String, _ node: SourceNode) -> SourceNode? {
    if let value = node[key] { return value }
    report(TemplateIssue.missingKey(key, of: thing), at: node.place)
    return nil
  }

  mutating func text(_ node: SourceNode, expected: String) -> String? {
    if let text = node.string { return text }
    reportValue(node, expected: expected)
    return nil
  }

  mutating func flag(_ node: SourceNode) -> Bool? {
    if case .flag(let flag) = node.content { return flag }
    reportValue(node, expected: "true or false")
    return nil
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: SourceNode, _ type: Choice.Type, orNothing: Choice? = nil
  ) -> Choice? where Choice.RawValue == String {
    if let orNothing, node.content == .null { return orNothing }
    if let choice = node.string.flatMap(Choice.init(rawValue:)) { return choice }
    reportValue(node, expected: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    return nil
  }

  // MARK: Tokens

  func tokenName(_ node: SourceNode) -> String? {
    guard let text = node.string, text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  mutating func token<Value>(
    _ node: SourceNode, expected: String,
    get: (TokenSet) -> (String) throws(TokenLookupIssue) -> Value
  ) -> Value? {
    guard let name = tokenName(node) else {
      reportValue(node, expected: expected)
      return nil
    }
    if let reason = context.tokens.tokens[name]?.deprecation {
      report(TemplateIssue.deprecatedToken(name, reason: reason), at: node.place)
    }
    do {
      return try get(context.tokens)(name)
    } catch {
      report(error, at: error.isAboutToken ? context.tokens.tokens[name]?.place ?? node.place : node.place)
      return nil
    }
  }

  mutating func color(_ node: SourceNode) -> Color? {
    token(node, expected: "a color token", get: TokenSet.color)
  }

  // MARK: Numbers

  /// Points: a number, or a dimension token.
  mutating func length(_ node: SourceNode, allowsNegative: Bool = false) -> Double? {
    let points: Double?
    if let number = node.number {
      points = number
    } else {
      points = token(node, expected: "a number of points or a dimension token", get: TokenSet.length)
    }
    guard let points else { return nil }
    guard allowsNegative || points >= 0 else {
      report(TemplateIssue.outOfRange(node.inWords, range: "0…"), at: node.place)
      return nil
    }
    return points
  }

  /// A length, a share such as `"50%"`, or `auto`.
  mutating func dimension(_ node: SourceNode) -> Dimension? {
    guard let text = node.string, tokenName(node) == nil else { return length(node).map { .points($0) } }
    if text == "auto" { return .auto }
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), percent.isFinite, percent >= 0 else {
      reportValue(
        node, expected: "a number of points, a dimension token, a percentage like \"50%\", the path of a number or auto"
      )
      return nil
    }
    return .fraction(percent / 100)
  }

  /// A number, or a number token.
  mutating func number(_ node: SourceNode, atLeast minimum: Double, atMost maximum: Double = .infinity) -> Double? {
    let number: Double?
    if let constant = node.number {
      number = constant
    } else {
      number = token(node, expected: "a number or a number token", get: TokenSet.number)
    }
    guard let number else { return nil }
    guard number >= minimum, number <= maximum else {
      let end = maximum.isFinite ? "\(Int(maximum))" : ""
      report(TemplateIssue.outOfRange(node.inWords, range: "\(Int(minimum))…\(end)"), at: node.place)
      return nil
    }
    return number
  }

  /// 1, 2, 3, …
  mutating func wholeNumber(_ node: SourceNode) -> Int? {
    guard let number = number(node, atLeast: 0), isWhole(number, node) else { return nil }
    return Int(exactly: number)
  }

  /// Reports an error if the number is not a positive whole number.
  mutating func isWhole(_ number: Double, _ node: SourceNode) -> Bool {
    if number >= 1, number == number.rounded() { return true }
    report(TemplateIssue.outOfRange(node.inWords, range: "1, 2, 3, …"), at: node.place)
    return false
  }

  /// A number, a number token, or a path to a number.
  mutating func number(_ node: SourceNode, orPathIn scope: TemplateScope) -> NumberTemplate? {
    if node.string != nil, tokenName(node) == nil {
      return path(node, in: scope, expected: .number).map { .path($0) }
    }
    return number(node, atLeast: 0).map { .constant($0) }
  }

  // MARK: Paths

  mutating func path(_ node: SourceNode, in scope: TemplateScope) -> (path: ValuePath, schema: CardSchema?)? {
    guard let text = node.string, tokenName(node) == nil else {
      reportValue(node, expected: "a path in the view model")
      return nil
    }
    do {
      return try scope.resolve(text)
    } catch {
      report(error, at: node.place)
      return nil
    }
  }

  mutating func path(_ node: SourceNode, in scope: TemplateScope, expected: CardSchema.Form) -> ValuePath? {
    guard let (path, schema) = path(node, in: scope) else { return nil }
    guard let schema, schema.form != expected else { return path }
    reportType(node, schema, expected: expected.inWords)
    return nil
  }
}
