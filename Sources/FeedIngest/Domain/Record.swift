import Names

/// What an entry has that is a project's own: values by name, as its `types.yml` takes them out of the data. No language
/// has touched them yet.
package struct Record: Hashable, Sendable {
  /// What its template's `card:` says.
  package let type: String
  /// The file that draws it, in the folder of templates.
  package let template: String
  /// What it is called; nil where nothing says it.
  package let title: String?
  /// When it was, where no more than the day is known: nobody said at what time.
  package let day: EventDates.Moment?
  /// In the order of the file; absent ones are there, too.
  package let fields: [Field]

  package struct Field: Hashable, Sendable {
    package let name: String
    /// Nil where the entry has none and nothing stands in.
    package let value: RecordValue?

    package init(_ name: String, _ value: RecordValue?) { (self.name, self.value) = (name, value) }
  }

  package init(
    type: String, template: String, title: String? = nil, day: EventDates.Moment? = nil, fields: [Field]
  ) {
    (self.type, self.template, self.title, self.day, self.fields) = (type, template, title, day, fields)
  }
}

package indirect enum RecordValue: Hashable, Sendable {
  case text(String)
  case number(DecimalNumber, RecordField.NumberStyle)
  /// 0 to 1
  case share(Double)
  /// - Parameter currency: By its code (ISO 4217).
  case money(DecimalNumber, currency: String, decimals: Int?)
  case date(RecordMoment, RecordField.DateStyle?)
  /// Seconds
  case duration(Int)
  case picture(Photo)
  case link(WebAddress, words: String?)
  case choice(RecordField.Choice)
  case flag(Bool)
  case list([RecordValue])
  case group([Record.Field])
}

/// A moment as data writes it.
package enum RecordMoment: Hashable, Sendable {
  /// By a calendar and a clock of its own place, which no zone changes.
  case local(EventDates.Moment)
  /// Seconds since 1970.
  case instant(Int)

  /// Since 1970; of a clock of its own place as if it stood in UTC.
  var seconds: Int? {
    switch self {
    case .local(let moment): moment.seconds
    case .instant(let seconds): seconds
    }
  }

  /// Nil where a time of the day is known, too.
  var day: EventDates.Moment? {
    if case .local(let moment) = self, moment.time == nil { moment } else { nil }
  }
}
