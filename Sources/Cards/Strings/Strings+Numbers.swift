extension Strings {
  /// All digits in groups of three: "12 345".
  package func grouped(_ count: Int) -> String {
    let digits = Array(String(count.magnitude))
    var result = count < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += numbers.groupSeparator }
      result.append(digit)
    }
    return result
  }

  /// A counter under a card, cut and never rounded, so that it never promises more than there is.
  ///
  /// Below 1 000 as it is, below 10 of a unit with one decimal ("1.2K"), from there whole ("12K"); K, M, B, T in every
  /// language, the decimal separator the language's own ("1,2K"), as everywhere else on a card. A count below 0 is shown
  /// as 0: nothing can be liked less than not at all.
  package func counter(_ count: Int) -> String {
    guard count >= 1000 else { return String(max(0, count)) }
    let units = ["K", "M", "B", "T"]
    var size = 1000
    var unit = 0
    while unit + 1 < units.count, count / size >= 1000 {
      size *= 1000
      unit += 1
    }
    let whole = count / size
    let tenth = count % size / (size / 10)
    return whole < 10 && tenth > 0
      ? "\(whole)\(numbers.decimalSeparator)\(tenth)\(units[unit])" : "\(whole)\(units[unit])"
  }

  /// "1,9 МБ": at most one decimal, from kilobytes up; nil for a negative size, which says nothing.
  package func fileSize(_ bytes: Int) -> String? {
    guard bytes >= 0, let smallest = numbers.byteUnits.first else { return nil }
    guard bytes >= 1024 else { return "\(bytes) \(smallest)" }
    var value = Double(bytes) / 1024
    var unit = 1
    // Compared after rounding, so that 1 023.96 KB is 1 MB and not 1024 KB.
    while (value * 10).rounded() >= 10240, unit + 1 < numbers.byteUnits.count {
      value /= 1024
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    let fraction = tenths % 10 == 0 ? "" : "\(numbers.decimalSeparator)\(tenths % 10)"
    return "\(grouped(tenths / 10))\(fraction) \(numbers.byteUnits[unit])"
  }
}

/// "3:05", "1:02:03"; nil for a negative duration, which says nothing. `seconds` are whole.
package func durationText(seconds: Int) -> String? {
  guard seconds >= 0 else { return nil }
  let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
  guard minutes >= 60 else { return "\(minutes):\(twoDigits(rest))" }
  return "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(rest))"
}

func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
