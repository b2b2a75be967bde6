import JSONTree

/// What a project says of its own data (`types.yml`): which entries a document has, and what each is as a card.
package struct RecordTypes: Hashable, Sendable {
  /// What the feed is called.
  package var title: String?
  /// The first whose condition an entry fulfils is its type.
  package var types: [RecordType]

  /// What templates are for that draw the tool's own entries and what stands around them, and what means no type: a type can't
  /// be called so. A test holds it against Templates/Cards.
  package static let takenNames: Set<String> = [
    "post", "system", "event", "message", "notice", "service", "unread", "date-header", "pinned-day", "screen-header",
    "feed-footer", "composer", "none",
  ]

  package init(title: String? = nil, types: [RecordType] = []) { (self.title, self.types) = (title, types) }

  /// All that choices name, by type.
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

  /// Types of a file, fields of a type or group, and groups in groups.
  package static let (typeLimit, fieldLimit, depthLimit) = (100, 200, 8)
}

/// A kind of entry.
package struct RecordType: Hashable, Sendable {
  /// What a template's `card:` says. Small letters, digits and hyphens.
  package var name: String
  /// In the folder of templates.
  package var template: String
  /// From the document to its entries; nil takes a list's elements, else the document.
  package var entries: JSONQuery?
  /// All of them hold; none takes any entry.
  package var conditions: [Condition] = []
  package var id: JSONQuery?
  package var title: JSONQuery?
  package var time: JSONQuery?
  package var link: JSONQuery?
  package var fields: [RecordField] = []

  package init(name: String, template: String) { (self.name, self.template) = (name, template) }

  package struct Condition: Hashable, Sendable {
    package var path: JSONQuery
    /// As they are written; none asks only whether something is there.
    package var values: [String]

    package init(path: JSONQuery, values: [String]) { (self.path, self.values) = (path, values) }
  }
}

/// A value that a type's cards can show.
package struct RecordField: Hashable, Sendable {
  package var name: String
  /// From the entry; `@` is the value around.
  package var path: JSONQuery
  package var form: Form
  /// Words that stand in where an entry has no value, or none of the kind.
  package var fallback: String?
  /// That no entry has it is nothing to tell of.
  package var isOptional = false

  package init(name: String, path: JSONQuery, form: Form) { (self.name, self.path, self.form) = (name, path, form) }

  /// It holds all that the path leads to.
  package var isList: Bool { !path.isSingular }

  package indirect enum Form: Hashable, Sendable {
    case text
    case number(NumberStyle)
    /// - Parameter decimals: Digits behind the point; nil takes the currency's.
    /// - Parameter isMinor: The amount is in the currency's smallest unit (cents).
    /// How far a number is from one value to another, for lengths: 0 to 1.
    case share(from: Double, to: Double)
    case money(Currency, decimals: Int?, isMinor: Bool)
    case date(DateStyle?)
    case duration(DurationUnit)
    case picture(Picture)
    /// - Parameter words: What is shown of it; nil shows the host.
    case link(words: JSONQuery?, literal: String?)
    case choice([Choice])
    case flag
    case group([RecordField])
  }

  package struct NumberStyle: Hashable, Sendable {
    /// Digits behind the point; nil takes up to three, as many as there are.
    package var decimals: Int?
    package var isPercent = false
    /// `+` before what is above 0.
    package var saysSign = false
    /// Cut as counters are: "1.2K"
    package var isCompact = false
    /// Set right behind it.
    package var unit = ""
    /// The same by how a language counts, by CLDR's names of the categories; empty where one serves all numbers.
    package var countedUnits: [String: String] = [:]

    package init() {}
  }

  package enum Currency: Hashable, Sendable {
    case code(String)
    case path(JSONQuery)
  }

  package enum DateStyle: String, CaseIterable, Sendable {
    /// As a post's date, seen from now.
    case relative
    /// "24 Nov", with its year where that is another one.
    case day
    case time
    /// With all that is known.
    case full
  }

  package enum DurationUnit: String, CaseIterable, Sendable {
    case milliseconds, seconds, minutes, hours
  }

  /// Where a picture's parts are, from the picture's own value; nil takes the names that are usual.
  package struct Picture: Hashable, Sendable {
    package var address: JSONQuery?
    package var width: JSONQuery?
    package var height: JSONQuery?
    package var description: JSONQuery?

    package init() {}
  }

  /// A value of several that are known.
  package struct Choice: Hashable, Sendable {
    /// As data writes it.
    package var value: String
    /// What templates call it, for `if`.
    package var name: String
    /// What is shown of it.
    package var label: String
    /// In the icon set.
    package var icon: String?

    package init(value: String, name: String, label: String, icon: String? = nil) {
      (self.value, self.name, self.label, self.icon) = (value, name, label, icon)
    }
  }

  /// The kind in words, for messages.
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
