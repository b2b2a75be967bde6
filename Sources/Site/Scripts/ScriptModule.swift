import Diagnostics

/// A script with its imports and exports.
package struct ScriptModule: Sendable {
  package struct Name: Hashable, Sendable {
    package let text: String
    /// The offset in the script's UTF-8.
    let offset: Int
  }

  struct Import: Sendable {
    /// The specifier as written: `./cards.js`.
    let specifier: Name
    let names: [Name]
  }

  let source: ScriptSource
  private(set) var imports: [Import] = []
  package private(set) var exports: Set<String> = []
  /// All top-level declarations in order.
  package private(set) var names: [Name] = []
  /// Import statements, and the keyword `export`.
  private var dropped: [Range<Int>] = []

  /// - Throws: `Diagnostic` for an unreadable script, or for an import or export that can't be bundled.
  package init(path: String, text: String) throws(Diagnostic) {
    source = try ScriptSource(path: path, text: text)
    var parser = ModuleParser(source)
    try parser.parse()
    imports = parser.imports
    exports = parser.exports
    names = parser.names
    dropped = parser.dropped
  }

  /// The code without import statements, `export`, comments and indentation.
  package var body: String { source.shipped(without: dropped) }
}

/// Finds imports, exports and declarations among a script's tokens. It only reads the top level, since nested
/// declarations are invisible to other modules.
private struct ModuleParser {
  private let source: ScriptSource
  private let tokens: [ScriptToken]
  private var index = 0
  private var depth = 0
  /// Whether it is in a `const`, `let` or `var` list, in which another name follows a comma.
  private var isDeclaring = false
  private var isExporting = false
  private(set) var imports: [ScriptModule.Import] = []
  private(set) var exports: Set<String> = []
  private(set) var names: [ScriptModule.Name] = []
  private(set) var dropped: [Range<Int>] = []

  init(_ source: ScriptSource) {
    self.source = source
    tokens = source.tokens
  }

  private func text(_ index: Int) -> String { tokens.indices.contains(index) ? source.text(tokens[index]) : "" }
  private func kind(_ index: Int) -> ScriptToken.Kind? { tokens.indices.contains(index) ? tokens[index].kind : nil }

  mutating func parse() throws(Diagnostic) {
    while index < tokens.count {
      switch tokens[index].kind {
      case .word: try word()
      case .punctuator: punctuator()
      case .template:
        if text(index).hasPrefix("}") { depth -= 1 }
        if text(index).hasSuffix("${") { depth += 1 }
        index += 1
      default: index += 1
      }
    }
  }

  private mutating func punctuator() {
    let text = text(index)
    index += 1
    switch text {
    case "(", "[", "{": depth += 1
    case ")", "]", "}": depth -= 1
    case "," where depth == 0 && isDeclaring: binding()
    case ";" where depth == 0: isDeclaring = false
    default: break
    }
  }

  private mutating func word() throws(Diagnostic) {
    let isProperty = [".", "?."].contains(text(index - 1)) || (text(index + 1) == ":" && depth > 0)
    let word = isProperty ? "" : text(index)
    if word == "import", depth > 0 || ["(", "."].contains(text(index + 1)) {
      throw Diagnostic(ScriptIssue.importForm, at: source.place(of: tokens[index].bytes.lowerBound))
    }
    guard depth == 0, startsStatement(word) else { return index += 1 }
    isDeclaring = false
    isExporting = false
    switch word {
    case "import": try importStatement()
    case "export": try exportStatement()
    default: declaration()
    }
  }

  private func startsStatement(_ word: String) -> Bool {
    switch word {
    case "import", "export", "const", "let", "var": return true
    case "function", "class", "async":
      guard word != "async" || text(index + 1) == "function" else { return false }
      // After an operator it is a value, otherwise a statement of its own.
      guard index > 0, tokens[index - 1].kind == .punctuator else {
        return kind(index - 1) != .word || isAfterStatement
      }
      return [";", "}", ")", "]"].contains(text(index - 1))
    default: return false
    }
  }

  /// Whether a word that isn't an operator precedes: then the previous statement ended without a semicolon.
  private var isAfterStatement: Bool {
    !["return", "typeof", "new", "void", "await", "delete", "in", "of", "instanceof", "yield", "default", "extends"]
      .contains(text(index - 1))
  }

  // MARK: Declarations

  /// Parses `const a = 1, b = 2`, `function a() …`, `async function* a() …`, `class A …`.
  private mutating func declaration() {
    if text(index) == "async" { index += 1 }
    let isVariable = ["const", "let", "var"].contains(text(index))
    index += 1
    if text(index) == "*" { index += 1 }
    isDeclaring = isVariable
    binding()
  }

  /// Parses a name or a pattern.
  private mutating func binding() {
    if kind(index) == .word {
      declare(index)
      index += 1
    } else if ["{", "["].contains(text(index)) {
      pattern()
    }
  }

  private mutating func declare(_ index: Int) {
    names.append(ScriptModule.Name(text: text(index), offset: tokens[index].bytes.lowerBound))
    if isExporting { exports.insert(text(index)) }
  }

  /// Parses `{ a, b: c, d = 1, ...e }`: names are alone or after a colon; `=` precedes a value.
  private mutating func pattern() {
    var isValue: [Bool] = []
    repeat {
      switch text(index) {
      case "{", "[", "(": isValue.append(isValue.last ?? false)
      case "}", "]", ")": isValue.removeLast()
      case "=": isValue[isValue.count - 1] = true
      case ",": isValue[isValue.count - 1] = isValue.dropLast().last ?? false
      default:
        if kind(index) == .word, isValue.last == false, text(index + 1) != ":" { declare(index) }
      }
      index += 1
    } while !isValue.isEmpty && index < tokens.count
  }

  // MARK: Imports and exports

  private mutating func exportStatement() throws(Diagnostic) {
    let export = tokens[index]
    index += 1
    guard startsStatement(text(index)) || ["function", "class"].contains(text(index)), text(index) != "import",
      text(index) != "export"
    else { throw Diagnostic(ScriptIssue.exportForm, at: source.place(of: export.bytes.lowerBound)) }
    dropped.append(export.bytes)
    isExporting = true
    declaration()
  }

  /// Parses `import './a.js';` or `import { a, b } from './a.js';`.
  private mutating func importStatement() throws(Diagnostic) {
    let start = tokens[index].bytes.lowerBound
    var names: [ScriptModule.Name] = []
    index += 1
    if text(index) == "{" {
      index += 1
      while kind(index) == .word {
        names.append(ScriptModule.Name(text: text(index), offset: tokens[index].bytes.lowerBound))
        index += 1
        guard text(index) == "," else { break }
        index += 1
      }
      guard text(index) == "}", text(index + 1) == "from" else {
        throw Diagnostic(ScriptIssue.importForm, at: source.place(of: start))
      }
      index += 2
    }
    guard kind(index) == .string else { throw Diagnostic(ScriptIssue.importForm, at: source.place(of: start)) }
    let specifier = ScriptModule.Name(
      text: String(text(index).dropFirst().dropLast()), offset: tokens[index].bytes.lowerBound)
    imports.append(ScriptModule.Import(specifier: specifier, names: names))
    index += 1
    if text(index) == ";" { index += 1 }
    dropped.append(start..<tokens[index - 1].bytes.upperBound)
  }
}
