import DataFormats

/// A project's description of its custom data (`types.yml`): the entries in a document, and the card for each.
package struct RecordTypes: Hashable, Sendable {
  /// The feed's title.
  package var title: String?
  /// An entry's type is the first whose conditions it meets.
  package var types: [RecordType]

  /// Names reserved for templates of the tool's own entries and chrome, and names that mean "no type": a type can't use
  /// them. A test compares this with Templates/Cards.
  package static let takenNames: Set<String> = [
    "post", "system", "event", "message", "notice", "service", "unread", "date-header", "pinned-day", "screen-header",
    "feed-footer", "composer", "none",
  ]

  package init(title: String? = nil, types: [RecordType] = []) { (self.title, self.types) = (title, types) }

  /// All icons that choices name, by type.
  package var icons: [(type: String, icon: String)] {
    func names(_ fields: [RecordField]) -> [String] {
      fields.flatMap { field -> [String] in
        switch field.form {
        case .choice(let choices): choices.compactMap(\.icon)
        case .group(let own): names(own)
        default: []
        }
      }
    }
    return types.flatMap { type in Set(names(type.fields)).sorted().map { (type.name, $0) } }
  }

  /// The maximum number of types in a file, of fields in a type or group, and of nested groups.
  package static let (typeLimit, fieldLimit, depthLimit) = (100, 200, 8)
}

/// A type of entry.
package struct RecordType: Hashable, Sendable {
  /// The name in a template's `card:`. Lowercase letters, digits and hyphens.
  package var name: String
  /// The file in the templates folder.
  package var template: String
  /// The path from the document to its entries; nil takes a list's elements, or else the document.
  package var entries: JSONQuery?
  /// All must be met; without conditions, any entry matches.
  package var conditions: [Condition] = []
  package var id: JSONQuery?
  package var title: JSONQuery?
  package var time: JSONQuery?
  package var link: JSONQuery?
  package var fields: [RecordField] = []

  package init(name: String, template: String) { (self.name, self.template) = (name, template) }

  package struct Condition: Hashable, Sendable {
    package var path: JSONQuery
    /// The values as written; if empty, the condition only checks for presence.
    package var values: [String]

    package init(path: JSONQuery, values: [String]) { (self.path, self.values) = (path, values) }
  }
}

/// A value that a type's cards can show.
package struct RecordField: Hashable, Sendable {
  package var name: String
  /// The path from the entry; `@` is the enclosing value.
  package var path: JSONQuery
  package var form: Form
  /// The words shown if an entry has no value of the right kind.
  package var fallback: String?
  /// Whether no diagnostic is needed if no entry has the field.
  package var isOptional = false

  package init(name: String, path: JSONQuery, form: Form) { (self.name, self.path, self.form) = (name, path, form) }

  /// Whether the field contains all values at its path.
  package var isList: Bool { !path.isSingular }

  package indirect enum Form: Hashable, Sendable {
    case text
    case number(NumberStyle)
    /// A number's relative position between two values, for lengths: 0 to 1. For `money`, nil `decimals` uses the
    /// currency's, and `isMinor` means that the amount is in the currency's smallest unit (cents).
    case share(from: Double, to: Double)
    case money(Currency, decimals: Int?, isMinor: Bool)
    case date(DateStyle?)
    case duration(DurationUnit)
    case picture(Picture)
    /// - Parameter words: The link text; nil shows the host.
    case link(words: JSONQuery?, literal: String?)
    case choice([Choice])
    case flag
    case group([RecordField])
  }

  package struct NumberStyle: Hashable, Sendable {
    /// The number of decimals; nil shows up to three, as needed.
    package var decimals: Int?
    package var isPercent = false
    /// Whether positive numbers get a `+`.
    package var saysSign = false
    /// Truncated like counters: "1.2K"
    package var isCompact = false
    /// Appended to the number without a space.
    package var unit = ""
    /// The unit by plural category (CLDR's names); empty if one form serves all numbers.
    package var countedUnits: [String: String] = [:]

    package init() {}
  }

  package enum Currency: Hashable, Sendable {
    case code(String)
    case path(JSONQuery)
  }

  package enum DateStyle: String, CaseIterable, Sendable {
    /// Like a post's date, relative to now.
    case relative
    /// "24 Nov", with the year unless it is the current one.
    case day
    case time
    /// With all parts known.
    case full
  }

  package enum DurationUnit: String, CaseIterable, Sendable {
    case milliseconds, seconds, minutes, hours
  }

  /// The paths of an image's properties, from the image's own value; nil tries the usual names.
  package struct Picture: Hashable, Sendable {
    package var address: JSONQuery?
    package var width: JSONQuery?
    package var height: JSONQuery?
    package var description: JSONQuery?

    package init() {}
  }

  /// One of several known values.
  package struct Choice: Hashable, Sendable {
    /// The value in the data.
    package var value: String
    /// The name for `if` in templates.
    package var name: String
    /// The text shown.
    package var label: String
    /// The icon's name in the icon set.
    package var icon: String?

    package init(value: String, name: String, label: String, icon: String? = nil) {
      (self.value, self.name, self.label, self.icon) = (value, name, label, icon)
    }
  }

  /// A description of the kind for messages.
  package var expected: String {
    switch form {
    case .text: "a text"
    case .number, .share: "a number"
    case .money: "an amount of money"
    case .date: "a date"
    case .duration: "a duration"
    case .picture: "a picture's address"
    case .link: "an address"
    case .choice(let choices): "one of \(choices.prefix(10).map(\.value).joined(separator: ", "))"
    case .flag: "true or false"
    case .group: "an object"
    }
  }
}
