import DataFormats

/// A value in a script file: JSON that is also JavaScript, and that stays data wherever the script is embedded.
package indirect enum ScriptValue: Sendable {
  case null
  case number(Double)
  case text(String)
  case list([ScriptValue])
  /// Members in the given order.
  case record([(String, ScriptValue)])
  /// A value that is already serialized.
  case written(String)

  package static func count(_ value: Int) -> ScriptValue { .written(String(value)) }
  package static func counts(_ values: some Sequence<Int>) -> ScriptValue { .list(values.map(ScriptValue.count)) }
  package static func texts(_ values: some Sequence<String>) -> ScriptValue { .list(values.map(ScriptValue.text)) }

  package static func optional(_ value: ScriptValue?) -> ScriptValue { value ?? .null }

  /// Returns a text that several values of a file share: `SharedTextTable` replaces it with a number. Only then is it valid
  /// script.
  package static func shared(_ text: String) -> ScriptValue {
    .written("\"\(SharedTextTable.mark)" + String(ScriptValue.text(text).script.unicodeScalars.dropFirst()))
  }

  /// Returns a data file: a call that passes a chunk of the data.
  static func chunk(_ kind: String, _ key: String, _ items: [ScriptValue]) -> String {
    "feedproof.chunk(\(ScriptValue.text(kind).script),\(ScriptValue.text(key).script),\(ScriptValue.list(items).script));\n"
  }

  /// The compact form: no spaces, no line breaks.
  package var script: String {
    var output = ""
    write(to: &output)
    return output
  }

  private func write(to output: inout String) {
    switch self {
    case .null: output += "null"
    case .number(let number): output += Self.short(number)
    case .text(let text): StringLiteral.appendScript(text, to: &output)
    case .list(let items):
      output += "["
      for (index, item) in items.enumerated() {
        if index > 0 { output += "," }
        item.write(to: &output)
      }
      output += "]"
    case .record(let fields):
      output += "{"
      for (index, field) in fields.enumerated() {
        if index > 0 { output += "," }
        StringLiteral.appendScript(field.0, to: &output)
        output += ":"
        field.1.write(to: &output)
      }
      output += "}"
    case .written(let text): output += text
    }
  }

  /// Formats hundredths of a point, finer than any screen. NaN becomes 0.
  private static func short(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    guard rounded.isFinite, abs(rounded) < 1e12 else { return "0" }
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}

extension ScriptValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
  package init(arrayLiteral items: ScriptValue...) { self = .list(items) }
}
