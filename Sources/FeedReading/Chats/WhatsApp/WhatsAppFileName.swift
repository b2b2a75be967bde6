/// The name that WhatsApp gives to the file, archive or folder of a chat's export.
struct WhatsAppFileName {
  /// The chat's name.
  let title: String
  /// Whether the name is in a language other than English; nil for names that several languages have.
  let isForeign: Bool?

  /// - Parameter name: Without the extension.
  init?(_ name: String) {
    let plain = name.filter { !$0.unicodeScalars.allSatisfy(HeadReader.isMark) }
    let lower = plain.lowercased()
    for (prefix, suffix) in Self.patterns where lower.hasPrefix(prefix) && lower.hasSuffix(suffix) {
      let title = plain.dropFirst(prefix.count).dropLast(suffix.count)
      guard prefix.count + suffix.count < plain.count, title.contains(where: { !$0.isWhitespace }) else { continue }
      self.title = String(title)
      isForeign = prefix == "whatsapp chat with " ? false : Self.common.contains(prefix) ? nil : true
      return
    }
    return nil
  }

  /// Whether a file's name contains the app's, in lowercase.
  static func isOfChat(_ name: String) -> Bool {
    ["whatsapp", "واتساب", "واتس اب", "واتساپ"].contains(where: name.contains)
  }

  /// The texts before and after the chat's name; longer ones first.
  private static let patterns: [(prefix: String, suffix: String)] =
    names.map { name in
      let parts = name.split(separator: "%s", omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
    .sorted { $0.prefix.count + $0.suffix.count > $1.prefix.count + $1.suffix.count }

  /// Prefixes of several languages.
  private static let common: Set = ["whatsapp chat - ", "whatsapp chat – ", "whatsapp chat "]

  /// The names in the app's languages, in lowercase.
  private static let names = [
    "whatsapp gesprek met %s", "دردشة واتساب مع %s", "%s ilə whatsapp söhbəti", "whatsapp чат с %s",
    "%s এর সাথে whatsapp চ্যাট", "xat de whatsapp amb %s", "chat whatsapp s uživatelem %s",
    "whatsapp chat med %s", "whatsapp chat mit %s", "συνομιλία whatsapp με %s", "whatsapp chat with %s",
    "chat de whatsapp con %s", "whatsapp'i vestlus kontaktiga %s", "گفتگوی whatsapp با %s",
    "whatsapp-keskustelu henkilön %s kanssa", "discussion whatsapp avec %s", "%s સાથેની whatsapp વાત",
    "צ'אט whatsapp עם %s", "%s के साथ whatsapp चैट", "whatsapp razgovor s %s", "whatsapp csevegés vele: %s",
    "chat whatsapp dengan %s", "chat whatsapp con %s", "%sとのwhatsappチャット", "whatsapp чат: %s",
    "%s ಜೊತೆ whatsapp ಸಂಭಾಷಣೆ", "%s님과의 whatsapp 대화", "whatsapp pokalbis su %s", "whatsapp sarakste ar %s",
    "whatsapp разговор со %s", "%s മായുള്ള whatsapp ചാറ്റുകൾ", "%s सोबतच्या whatsapp गप्पा",
    "sembang whatsapp dengan %s", "whatsapp-samtale med %s", "whatsapp-chat met %s", "%s ਨਾਲ whatsapp ਗੱਲਬਾਤ",
    "czat whatsapp z %s", "conversa no whatsapp com %s", "conversa do whatsapp com %s",
    "conversație whatsapp cu %s", "чат whatsapp с %s", "whatsapp chat s používateľom %s", "whatsapp klepet z %s",
    "biseda me %s në whatsapp", "whatsapp ћаскање са %s", "whatsapp-chatt med %s", "soga za whatsapp na %s",
    "%s உடன் whatsapp உரையாடல்", "%s తో whatsapp సంభాషణ", "แชท whatsapp กับ %s", "whatsapp chat kay %s",
    "%s ile whatsapp sohbeti", "бесіда whatsapp з %s", "%s کے ساتھ whatsapp بات چیت", "%s bilan whatsapp chati",
    "trò chuyện whatsapp với %s", "whatsapp 与 %s 的对话", "whatsapp 與 %s 的對話", "whatsapp chat - %s",
    "whatsapp-chat mit %s", "whatsapp-chat - %s", "chat di whatsapp con %s", "conversa do whatsapp - %s",
    "чат whatsapp с контактом %s", "whatsapp чат - %s", "whatsapp 聊天 - %s", "与%s的 whatsapp 聊天",
    "與%s的 whatsapp 聊天", "與 %s 的 whatsapp 對話", "whatsapp chat – %s", "czat whatsapp z użytkownikiem %s",
    "czat z %s na whatsappie", "محادثة واتساب مع %s", "whatsapp chat s %s", "whatsapp-chat med %s",
    "συνομιλία whatsapp με τον χρήστη %s", "whatsapp conversatie met %s", "whatsapp sohbeti - %s",
    "чат whatsapp із %s", "obrolan whatsapp dengan %s", "whatsapp chat %s",
  ]
}
