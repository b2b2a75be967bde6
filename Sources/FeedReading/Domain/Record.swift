import Basics

/// An entry of custom data: values by name, extracted according to `types.yml`. They are not localized yet.
package struct Record: Hashable, Sendable {
  /// The name in its template's `card:`.
  package let type: String
  /// The file in the templates folder that draws it.
  package let template: String
  /// The title; nil if there is none.
  package let title: String?
  /// The date, if only the day is known.
  package let day: EventDates.Moment?
  /// In the order of the file, including absent ones.
  package let fields: [Field]

  package struct Field: Hashable, Sendable {
    package let name: String
    /// Nil if the entry has no value and there is no fallback.
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
  /// - Parameter currency: The currency's code (ISO 4217).
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

/// A moment as written in the data.
package enum RecordMoment: Hashable, Sendable {
  /// A local date and time of its own place, which is never converted.
  case local(EventDates.Moment)
  /// Seconds since 1970.
  case instant(Int)

  /// Seconds since 1970; a local time counts as if it were UTC.
  var seconds: Int? {
    switch self {
    case .local(let moment): moment.seconds
    case .instant(let seconds): seconds
    }
  }

  /// Nil if the time of day is known, too.
  var day: EventDates.Moment? {
    if case .local(let moment) = self, moment.time == nil { moment } else { nil }
  }
}
