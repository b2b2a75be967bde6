import Basics
import Cards
import DataFormats
import Diagnostics
import Foundation

/// Reads, validates, records and restores a setting, bound to the project's property with its value.
package struct SettingBinding: Sendable {
  let key: String
  /// The key in the project file, if it was renamed.
  private(set) var name: String
  let form: Setting.Option.Form
  /// Whether the setting has several values.
  let isList: Bool
  /// The words that an option accepts, if there are few.
  let choices: [String]
  /// The value for digests and records; nil for the default.
  private(set) var value: @Sendable (Project) -> SettingValue?
  let isSame: @Sendable (Project, Project) -> Bool
  /// Sets a recorded value; nil sets the default.
  let restore: @Sendable (SettingValue?, inout Project) -> Void
  /// Returns a recorded value for display, or the default for nil; nil if there is nothing to display.
  let shown: @Sendable (SettingValue?) -> String?
  /// Returns a project's value as YAML, if that differs from the displayed value; nil if the setting has no value.
  private(set) var written: (@Sendable (Project) -> String?)?
  let read: FileReading
  let take: OptionReading

  package typealias Path<Value> = WritableKeyPath<Project, Value> & Sendable
  package typealias FileReading = @Sendable (SourceNode, inout ProjectReader) -> Void
  /// - Parameters: The words, the name of the option for messages, the base of paths, and the project to modify.
  typealias OptionReading =
    @Sendable ([String], String, @escaping (String) -> URL, inout Project) throws(Diagnostic) -> Void

  /// A project with default values.
  private static let blank = Project(folder: URL(fileURLWithPath: "/"), feeds: [], output: URL(fileURLWithPath: "/"))

  /// Binds a single value.
  ///
  /// - Parameter read: Reads another form in the project file.
  static func one<Value>(
    _ key: String, _ path: Path<Value>, _ form: SettingSyntax<Value>, read: FileReading? = nil
  ) -> SettingBinding {
    SettingBinding(key, path, form, isList: false, read: read, make: { $0[$0.count - 1] }, record: { form.record($0) })
  }

  /// Binds an optional value.
  package static func maybe<Value>(
    _ key: String, _ path: Path<Value?>, _ form: SettingSyntax<Value>, read: FileReading? = nil
  ) -> SettingBinding {
    SettingBinding(key, path, form, isList: false, read: read, make: \.last, record: { $0.map(form.record) })
  }

  /// Binds a nonempty list.
  static func list<Value>(
    _ key: String, _ path: Path<[Value]>, _ form: SettingSyntax<Value>, read: FileReading? = nil
  ) -> SettingBinding {
    SettingBinding(key, path, form, isList: true, read: read, make: { $0 }) { values in
      .text(values.map { form.record($0).description }.joined(separator: ","))
    }
  }

  /// Binds a value with a syntax of its own.
  static func other<Value: Equatable & Sendable>(
    _ key: String, _ path: Path<Value>, read: @escaping FileReading, take: OptionReading? = nil
  ) -> SettingBinding {
    SettingBinding(
      key, path, SettingSyntax.text, isList: true, read: read, take: take,
      make: { _ in blank[keyPath: path] }, record: { .text("\($0)") })
  }

  /// - Parameter make: Creates the value from at least one element.
  private init<Value: Equatable & Sendable, Element>(
    _ key: String, _ path: Path<Value>, _ form: SettingSyntax<Element>, isList: Bool, read: FileReading?,
    take: OptionReading? = nil, make: @escaping @Sendable ([Element]) -> Value,
    record: @escaping @Sendable (Value) -> SettingValue?
  ) {
    let usual = Self.blank[keyPath: path]
    (self.key, name, choices) = (key, key, form.choices)
    self.isList = isList
    self.form = form.isFlag ? .flag : isList ? .list : .word
    value = { project in
      guard project[keyPath: path] != usual, let value = record(project[keyPath: path]) else { return nil }
      return Element.self == URL.self ? value.fromFolder(of: project) : value
    }
    isSame = { $0[keyPath: path] == $1[keyPath: path] }
    restore = { value, project in
      let text = value?.description ?? ""
      let words = value == nil ? [] : isList ? text.split(separator: ",").map(String.init) : [text]
      let url = project.url
      let elements = words.compactMap { form.read(ScalarValue(word: $0, url: url)) }
      project[keyPath: path] = elements.isEmpty ? usual : make(elements)
    }
    shown = { value in
      guard let text = (value ?? record(usual))?.description else { return nil }
      return form.read(ScalarValue(word: text) { URL(fileURLWithPath: $0) }).flatMap(form.shown) ?? text
    }
    self.read =
      read ?? { node, reader in
        guard isList || reader.isSingle(key, node), let elements = reader.values(key, node, form) else { return }
        reader.project[keyPath: path] = make(elements)
      }
    if let take {
      self.take = take
    } else {
      self.take = { (words, option, url, project) throws(Diagnostic) in
        let elements = try form.elements(of: words, option, url)
        if !elements.isEmpty { project[keyPath: path] = make(elements) }
      }
    }
  }

  /// Returns a binding with another key in the project file.
  func named(_ name: String) -> SettingBinding {
    var binding = self
    binding.name = name
    return binding
  }

  /// Returns a binding that writes its value as YAML with a function.
  func written(_ text: @escaping @Sendable (Project) -> String?) -> SettingBinding {
    var binding = self
    binding.written = text
    return binding
  }

  /// Returns a binding that records the default too, as the first version did.
  func alwaysRecorded<Value: Equatable & Sendable>(
    _ path: Path<Value>, _ form: SettingSyntax<Value>
  ) -> SettingBinding {
    var binding = self
    binding.value = { form.record($0[keyPath: path]) }
    return binding
  }
}

/// A scalar as written in the project file or on the command line.
struct ScalarValue {
  var text: String?
  var number: Double?
  var flag: Bool?
  /// Resolves a path relative to the project file or, on the command line, the working directory.
  var url: (String) -> URL

  init(_ node: SourceNode, url: @escaping (String) -> URL) {
    text = node.text.flatMap { $0.isEmpty ? nil : $0 }
    (number, flag, self.url) = (node.number, node.flag, url)
  }

  init(word: String, url: @escaping (String) -> URL) {
    (text, number, flag, self.url) = (word, Double(word), Bool(word), url)
  }
}

/// The syntax and validation of one kind of value, wherever it is used.
package struct SettingSyntax<Value: Equatable & Sendable>: Sendable {
  /// The description of a valid value: `"locale" must be one of ru, en`.
  let expected: String
  let read: @Sendable (ScalarValue) -> Value?
  let record: @Sendable (Value) -> SettingValue
  /// Returns the display form, if it differs from the recorded one.
  var shown: @Sendable (Value) -> String? = { _ in nil }
  var choices: [String] = []
  /// Whether the option alone sets it.
  var isFlag = false
}

extension SettingSyntax {
  /// Parses the words of an option.
  fileprivate func elements(
    of words: [String], _ option: String, _ url: @escaping (String) -> URL
  ) throws(Diagnostic) -> [Value] {
    var elements: [Value] = []
    for word in words {
      guard let element = read(ScalarValue(word: word, url: url)) else {
        throw Diagnostic(
          ProjectIssue.optionValue(option: option, value: word, expected: expected, known: choices))
      }
      elements.append(element)
    }
    return elements
  }
}

extension SettingSyntax where Value == String {
  package static let text = checked("a text") { _ in true }

  static func checked(_ expected: String, where isSound: @escaping @Sendable (String) -> Bool) -> SettingSyntax {
    SettingSyntax(
      expected: expected, read: { $0.text.flatMap { isSound($0) ? $0 : nil } }, record: { .text($0) })
  }

  /// One of several words that are only known at run time.
  static func word(of words: [String]) -> SettingSyntax {
    SettingSyntax(
      expected: "one of \(words.joined(separator: ", "))", read: { $0.text.flatMap { words.contains($0) ? $0 : nil } },
      record: { .text($0) }, choices: words)
  }
}

extension SettingSyntax where Value == Language {
  static let language = SettingSyntax(
    expected: "one of \(Language.all.map(\.code).joined(separator: ", "))",
    read: { $0.text.flatMap(Language.init(code:)) }, record: { .text($0.code) })
}

extension SettingSyntax where Value == URL {
  static let path = SettingSyntax(
    expected: "a text", read: { value in value.text.map(value.url) }, record: { .text($0.path) })
}

extension SettingSyntax where Value == Bool {
  static let flag = SettingSyntax(
    expected: "true or false", read: \.flag, record: { .text("\($0)") }, isFlag: true)
}

extension SettingSyntax where Value == Int {
  static func whole(_ range: ClosedRange<Int>) -> SettingSyntax {
    SettingSyntax(
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      read: { $0.number.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil } },
      record: { .number($0) })
  }

  /// A time in seconds since 1970.
  static let moment = SettingSyntax(
    expected: Timestamp.expected, read: { $0.text.flatMap(Timestamp.seconds) }, record: { .number($0) },
    shown: { ISO8601Moment.utc($0) })

  /// An amount of memory in bytes.
  static let memory = SettingSyntax(
    expected: ByteCount.expected, read: { $0.text.flatMap(ByteCount.bytes) }, record: { .number($0) })
}

extension SettingSyntax where Value == Double {
  static func number(_ range: ClosedRange<Double>) -> SettingSyntax {
    SettingSyntax(
      expected: "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))",
      read: { $0.number.flatMap { range.contains($0) ? $0 : nil } }, record: { .text("\($0)") })
  }
}

extension SettingSyntax where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  static var choice: SettingSyntax {
    let words = Value.allCases.map(\.rawValue)
    return SettingSyntax(
      expected: "one of \(words.joined(separator: ", "))", read: { $0.text.flatMap(Value.init) },
      record: { .text($0.rawValue) }, choices: words)
  }
}
