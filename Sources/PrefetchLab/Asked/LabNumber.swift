import Foundation

/// Formats the laboratory's numbers: without a locale, and with significant digits only.
enum LabNumber {
  /// Formats three digits: `0`, `0.04`, `1.3`, `12.5`, `433`.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let size = abs(value)
    let digits = size == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 ? 2 : 3
    return rounded(value, digits)
  }

  /// Formats a table cell: up to four digits, larger numbers as `12k`.
  static func short(_ value: Double) -> String {
    abs(value) >= 9999.5 ? "\(text((value / 1000).rounded()))k" : text(abs(value) >= 10 ? value.rounded() : value)
  }

  /// Formats a duration: `8 s`, `3 min`, `4 h`.
  static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<1: "a second"
    case ..<100: "\(Int(seconds.rounded(.up))) s"
    case ..<6000: "\(Int((seconds / 60).rounded(.up))) min"
    case ..<360_000: "\(Int((seconds / 3600).rounded(.up))) h"
    default: seconds.isFinite ? "\(Int(min(1e12, seconds / 86_400).rounded(.up))) days" : "for ever"
    }
  }

  /// Formats a whole number that may exceed any integer type.
  static func large(_ count: Double) -> String {
    count < 1e15 ? String(Int(count)) : String(format: "%.0e", count)
  }

  /// Formats for files: up to six decimals.
  static func exact(_ value: Double) -> String { rounded(value, 6) }

  /// Rounds and removes trailing zeros.
  private static func rounded(_ value: Double, _ digits: Int) -> String {
    var text = String(format: "%.\(digits)f", value)
    if text.contains(".") {
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
    }
    return text == "-0" ? "0" : text
  }
}
