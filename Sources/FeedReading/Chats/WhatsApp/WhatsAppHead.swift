/// The date and time at the beginning of an entry: `[2020-01-01, 12:00:01] ` (iOS), `1/31/20, 4:05 PM - ` (Android),
/// `2016-06-27, 8:04:08 AM: ` (old iPhones), in the digits and with the marks of any language.
struct WhatsAppHead {
  /// The shape that the heads of one export share.
  struct Shape: Hashable {
    enum Ending: Hashable {
      case bracket, dash, colon
    }

    var ending: Ending
    var isTimeFirst: Bool
  }

  /// The three numbers in their written order.
  let date: [HeadReader.Number]
  let writtenDate: String
  /// The characters between the numbers of the date, without blanks, and a full stop after the last number: `//`, `...`.
  let separators: String
  let shape: Shape
  /// Seconds since midnight.
  let seconds: Int
  let halfDay: HeadReader.HalfDay?
  /// What follows the head: the author and the text, or the text of an event.
  let rest: Substring

  var isBracketed: Bool { shape.ending == .bracket }
  var hasYearFirst: Bool { date[0].digits > 2 }

  /// U+200E marks texts written by the app.
  static let mark: Character = "\u{200E}"

  init?(_ line: Substring) {
    // Most lines of long messages are no heads.
    guard let first = line.unicodeScalars.first(where: { !HeadReader.isBlank($0) }),
      first == "[" || first == "［" || HeadReader.isDigit(first)
    else { return nil }
    var reader = HeadReader(line)
    reader.skipBlanks()
    let isBracketed = reader.take { $0 == "[" || $0 == "［" }
    reader.skipBlanks()
    guard reader.digit != nil else { return nil }
    let start = reader
    guard let (moment, isTimeFirst) = Self.moment(&reader, isBracketed: isBracketed) else { return nil }
    reader.skipBlanks()
    let ending: Shape.Ending
    if isBracketed {
      guard reader.take({ $0 == "]" || $0 == "］" }) else { return nil }
      ending = .bracket
    } else if reader.take({ Self.dashes.contains($0) }) {
      guard reader.scalar.map(HeadReader.isBlank) ?? true else { return nil }
      ending = .dash
    } else {
      guard reader.take({ $0 == ":" }), reader.scalar.map(HeadReader.isBlank) ?? false else { return nil }
      ending = .colon
    }
    if reader.scalar == " " { reader.advance() }
    (date, separators) = (moment.date.numbers, moment.date.separators)
    writtenDate = start.text(of: moment.date.range)
    (seconds, halfDay) = (moment.clock.seconds, moment.clock.halfDay)
    shape = Shape(ending: ending, isTimeFirst: isTimeFirst)
    rest = reader.rest
  }

  private static let dashes: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "–", "—", "\u{2212}"]

  private typealias Moment = (date: HeadReader.Day, clock: HeadReader.Clock)

  private static func moment(_ reader: inout HeadReader, isBracketed: Bool) -> (Moment, isTimeFirst: Bool)? {
    let start = reader
    if let day = reader.day() {
      let position = reader.position
      reader.skipLink(takesAnyWord: isBracketed)
      if reader.position > position, let clock = reader.clock(isLast: true) { return ((day, clock), false) }
    }
    reader = start
    guard let clock = reader.clock(isLast: false) else { return nil }
    let position = reader.position
    reader.skipLink(takesAnyWord: isBracketed)
    guard reader.position > position, let day = reader.day() else { return nil }
    return ((day, clock), true)
  }
}
