import FeedReading

/// Custom data values, formatted for a language.
extension Strings {
  /// "1,234.5", "−3", "+12 %", "1.2K"
  package func number(_ number: DecimalNumber, _ style: RecordField.NumberStyle) -> String {
    var text: String
    if style.isCompact, !number.isNegative, let whole = Int(number.rounded(least: 0, most: 0).whole), whole >= 1000 {
      text = counter(whole)
    } else {
      let decimals = style.decimals.map { (least: $0, most: $0) } ?? (least: 0, most: 3)
      text = written(number.rounded(least: decimals.least, most: decimals.most))
    }
    if style.isPercent { text = numbers.percent.filled([.n: text]) }
    let isZero = !text.contains { ("1"..."9").contains($0) }
    let sign = isZero ? "" : number.isNegative ? minus : style.saysSign ? plus : ""
    return sign + text + unit(of: number, style)
  }

  /// A number with decimals uses the form for all other numbers.
  private func unit(of number: DecimalNumber, _ style: RecordField.NumberStyle) -> String {
    guard !style.countedUnits.isEmpty else { return style.unit }
    let decimals = style.decimals ?? 3
    let shown = number.rounded(least: style.decimals ?? 0, most: decimals)
    let whole = shown.fraction.isEmpty ? Int(shown.whole) : nil
    return whole.flatMap { style.countedUnits[pluralCategory(of: $0).rawValue] } ?? style.countedUnits["other"] ?? ""
  }

  /// "€12.50", "1 299,00 ₽", "−$5.00"
  ///
  /// - Parameter decimals: The number of decimals; nil uses the currency's.
  package func money(_ amount: DecimalNumber, currency: String, decimals: Int?) -> String {
    let places = decimals ?? CurrencyDigits.of(currency)
    let text = written(amount.rounded(least: places, most: places))
    let sign = amount.isNegative && text.contains { ("1"..."9").contains($0) } ? minus : ""
    let symbol = Self.symbols[currency] ?? currency
    let shown = numbers.money.filled([.n: text, .symbol: symbol])
    // Separate a letter code from the digits.
    return sign + (symbol == currency ? shown.replacing("\(symbol)\(text)", with: "\(symbol)\u{A0}\(text)") : shown)
  }

  private func written(_ number: (whole: String, fraction: String)) -> String {
    let result = groups(of: number.whole)
    return number.fraction.isEmpty ? result : result + numbers.decimalSeparator + number.fraction
  }

  /// Unambiguous currency signs (CLDR's narrow ones); other currencies show their code.
  private static let symbols = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "RUB": "₽", "UAH": "₴", "KZT": "₸", "TRY": "₺", "INR": "₹",
    "KRW": "₩", "ILS": "₪", "PLN": "zł", "CZK": "Kč", "VND": "₫", "GEL": "₾", "AMD": "֏", "AZN": "₼", "NGN": "₦",
    "PHP": "₱", "THB": "฿", "BRL": "R$",
  ]

  /// - Parameter style: Nil shows only the day if there is no time, and a post's date otherwise.
  package func date(_ moment: RecordMoment, _ style: RecordField.DateStyle?, by clock: CardClock) -> String {
    let local: EventDates.Moment
    switch moment {
    case .local(let moment): local = moment
    case .instant(let seconds):
      if style ?? .relative == .relative { return date(seconds, by: clock) }
      if style == .full { return fullDate(seconds, by: clock) }
      let here = clock.moment(at: seconds)
      local = .init(
        year: here.year, month: here.month, day: here.day, time: .init(hour: here.hour, minute: here.minute))
    }
    let day = days(of: EventDates(start: local), by: clock)
    let time = local.time.map { self.time(hour: $0.hour, minute: $0.minute) }
    switch style {
    case .day: return day
    case .time: return time ?? day
    case nil, .relative, .full:
      guard let time else { return day }
      return dates.full.filled([
        .day: String(local.day), .month: dates.months[local.month - 1], .year: String(local.year), .time: time,
      ])
    }
  }
}
