/// The words for the halves of a day, of every language that has one, without full stops and quotation marks.
///
/// The source is CLDR's day periods: `am`, `pm` and, in Chinese and Malay, parts of the day.
enum HalfDays {
  private static let mornings: Set = [
    "am", "a", "上午", "午前", "오전", "凌晨", "清晨", "早上", "早晨", "ص", "صباحا", "صباحًا", "ق", "قظ", "قبلازظهر", "قد", "صبح",
    "לפנהצ", "בבוקר", "πμ", "öö", "sa", "de", "dop", "dopoldne", "fm", "ap", "vm", "v", "pg", "pagi", "дп", "прдп",
    "проб", "претпл", "преподне", "ก่อนเที่ยง", "पूर्वाह्न", "मपू", "পূর্বাহ্ণ", "முற்பகல்", "ಪೂರ್ವಾಹ್ನ", "ਪੂਦੁ", "pd",
    "paradite", "eparadites", "rn", "to", "prp", "priešpiet", "priekšp", "priekšpusdiena", "priekšpusdienā", "ek",
    "prijepodne", "ጥዋት", "asubuhi", "ព្រឹក",
  ]
  private static let afternoons: Set = [
    "pm", "p", "下午", "午後", "오후", "中午", "晚上", "م", "مساء", "مساءً", "ب", "بظ", "بعدازظهر", "بد", "عصر", "אחהצ", "בערב",
    "μμ", "ös", "ch", "du", "odp", "pop", "popoldne", "em", "ip", "nm", "n", "ptg", "petang", "malam", "пп", "слоб",
    "попл", "поподне", "หลังเที่ยง", "अपराह्न", "मउ", "অপরাহ্ণ", "பிற்பகல்", "ಅಪರಾಹ್ನ", "ਬਾਦੁ", "md", "pasdite", "epasdites",
    "in", "tk", "popiet", "pēcp", "pēcpusd", "pēcpusdiena", "pēcpusdienā", "pk", "poslijepodne", "ከሰዓት", "jioni",
    "ល្ងាច",
  ]

  /// - Parameter word: In lowercase.
  /// - Returns: Nil for any other word.
  static func isAfternoon(_ word: String) -> Bool? {
    mornings.contains(word) ? false : afternoons.contains(word) ? true : nil
  }

  /// Returns the hour from 0 to 23 of a clock of 12 hours.
  ///
  /// "Noon" also names the hour before 12, and "night" the one after midnight.
  static func hour(_ hour: Int, _ half: HeadReader.HalfDay) -> Int {
    switch half.word {
    case "中午": 10...12 ~= hour ? hour : hour + 12
    case "晚上", "malam": hour == 12 ? 0 : hour < 12 ? hour + 12 : hour
    default: half.isAfternoon ? (hour < 12 ? hour + 12 : hour) : hour == 12 ? 0 : hour
    }
  }

  /// Whether the word is written in a language whose dates begin with the year.
  static func isEastAsian(_ word: String) -> Bool {
    word.unicodeScalars.contains { 0x4E00...0x9FFF ~= $0.value || 0xAC00...0xD7A3 ~= $0.value }
  }
}
