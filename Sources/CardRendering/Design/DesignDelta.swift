import CardTemplates
import DataFormats
import DesignTokens
import ImageComparison
import Projects

/// The changes between two versions of a design, and the designs in between.
package struct DesignDelta: Sendable {
  private let old: DesignRecord
  private let new: DesignRecord
  /// The changes in the order of the report: tokens, templates, icons, options.
  package private(set) var changes: [DesignChange] = []
  private var files: [String: SourceDifference] = [:]
  /// The current tokens by theme, and the removed definitions, which reverted templates may need.
  private var documents: [String: TokenDocument] = [:]
  private var lost: [String: [String: SourceNode]] = [:]

  /// The largest number of changes. Further ones are combined into one, because each costs a layout of every differing
  /// card.
  private static let limit = 48

  package init(from old: DesignRecord, to new: DesignRecord) {
    (self.old, self.new) = (old, new)
    compareTokens()
    for (file, text) in new.templates.sorted(by: { $0.key < $1.key }) {
      if let before = old.templates[file] { compare(before, text, file: file) }
    }
    compare(old.icons, new.icons, file: DesignChange.icons)
    compareOptions()
    guard changes.count > Self.limit else { return }
    let rest = changes.dropFirst(Self.limit - 1)
    let cause = Cause(
      .template, title: "\(rest.count) more design changes",
      identity: rest.map(\.cause.id).joined(separator: "\n"))
    changes = changes.prefix(Self.limit - 1) + [DesignChange(cause: cause, parts: rest.flatMap(\.parts))]
  }

  // MARK: Finding

  private mutating func compareTokens() {
    var known: [String: Int] = [:]
    for theme in new.themes.keys.sorted() where old.themes[theme] != nil {
      guard let before = TokenDocument(files: old.tokenFiles(of: theme)),
        let after = TokenDocument(files: new.tokenFiles(of: theme)), let oldSet = before.resolved(),
        let newSet = after.resolved()
      else { continue }
      documents[theme] = after
      let (was, now) = (before.definitions, after.definitions)
      let spare = Set(FeedMetrics.OptionalToken.allCases.map(\.rawValue))
      lost[theme] = was.filter { now[$0.key] == nil && !spare.contains($0.key) }
      for path in spare.union(was.keys).sorted() {
        // A token that only refers to a changed one is not a cause.
        guard was[path]?.definition != now[path]?.definition, now[path] != nil || spare.contains(path) else { continue }
        let (value, newValue) = (oldSet.tokens[path]?.value, newSet.tokens[path]?.value)
        let title: String
        switch (value, newValue) {
        case (let value?, let newValue?) where value != newValue:
          title = "{\(path)} \(TokenValue.change(from: value, to: newValue))"
        case (let value?, nil): title = "{\(path)} was removed (\(value.text))"
        case (nil, let newValue?): title = "{\(path)} was added: \(newValue.text)"
        default: continue
        }
        let part = DesignChange.Part.token(theme: theme, path: path, was: was[path])
        let identity = [path, value.map { "\($0)" } ?? "", newValue.map { "\($0)" } ?? ""].joined(separator: "\n")
        if let place = known[identity] {
          changes[place].parts.append(part)
        } else {
          known[identity] = changes.count
          let purpose = newSet.tokens[path]?.description ?? oldSet.tokens[path]?.description
          let fact = CauseFact.token(path, purpose: purpose, from: value, to: newValue)
          changes.append(
            DesignChange(cause: Cause(.token, title: title, identity: identity, fact: fact), parts: [part]))
        }
      }
    }
  }

  private mutating func compare(_ before: String, _ after: String, file: String) {
    guard before != after, let old = try? YAMLSource.read(before, file: file),
      let new = try? YAMLSource.read(after, file: file)
    else { return }
    let difference = SourceDifference(from: old, to: new)
    files[file] = difference
    changes += difference.edits.enumerated().map { DesignChange($1, index: $0, of: file) }
  }

  private mutating func compareOptions() {
    for setting in Setting.all {
      let (before, after) = (old.options[setting.key], new.options[setting.key])
      guard before != after else { continue }
      let (old, new) = (setting.inWords(before), setting.inWords(after))
      let title = "\(setting.key) \(old) → \(new)"
      let fact = CauseFact.option(key: setting.key, old: old, new: new)
      changes.append(
        DesignChange(cause: Cause(.option, title: title, identity: title, fact: fact), parts: [.option(setting.key)]))
    }
  }

  // MARK: Reverting

  package var isEmpty: Bool { changes.isEmpty }

  /// Returns the new design without some of its changes.
  ///
  /// - Parameter reverted: Indexes of the changes to revert.
  package func record(reverting reverted: Set<Int>) -> DesignRecord {
    var record = new
    var edits: [String: Set<Int>] = [:]
    var tokens: [String: [String: SourceNode?]] = lost
    for part in reverted.flatMap({ changes[$0].parts }) {
      switch part {
      case .token(let theme, let path, let was): tokens[theme, default: [:]].updateValue(was, forKey: path)
      case .edit(let file, let index): edits[file, default: []].insert(index)
      case .option(let key): record.options[key] = old.options[key]
      }
    }
    for (file, own) in edits {
      guard let text = files[file]?.reverting(own).json else { continue }
      if file == DesignChange.icons { record.icons = text } else { record.templates[file] = text }
    }
    // Reverted templates may include files that the new design no longer has.
    record.templates.merge(old.templates) { now, _ in now }
    (record.tokens, record.themes) = ([], [:])
    for theme in new.themes.keys.sorted() {
      if let document = documents[theme] {
        record.add(text(document.replacing(tokens[theme] ?? [:]).file), toTokensOf: theme)
      } else {
        for file in new.tokenFiles(of: theme) { record.add(text(file), toTokensOf: theme) }
      }
    }
    return record
  }

  private func text(_ file: TokenFile) -> DesignRecord.Text { DesignRecord.Text(name: file.name, text: file.contents) }
}

extension CauseFact {
  /// - Parameter purpose: The description of the token in its file.
  package static func token(
    _ path: String, purpose: String?, from old: TokenValue?, to new: TokenValue?
  ) -> CauseFact {
    let values = TokenValue.changes(from: old, to: new).map { change in
      Value(
        property: change.property.isEmpty ? nil : change.property, old: change.old, new: change.new, unit: change.unit)
    }
    return .token(path: path, purpose: purpose.flatMap { $0.isEmpty ? nil : $0 }, values: values)
  }
}
