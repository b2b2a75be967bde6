extension Color {
  /// `#RRGGBB`, with two more digits where something shows through.
  package var hex: String {
    func byte(_ component: Double) -> String {
      let value = Int((min(1, max(0, component)) * 255).rounded())
      let digits = String(value, radix: 16, uppercase: true)
      return digits.count < 2 ? "0\(digits)" : digits
    }
    let opaque = "#\(byte(red))\(byte(green))\(byte(blue))"
    return byte(alpha) == "FF" ? opaque : opaque + byte(alpha)
  }
}
