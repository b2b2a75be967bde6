import Basics
import DataFormats

/// The facts about an event in a Telegram chat: a new name, the invited people, the length of a call.
package enum TelegramDetail {
  /// The facts on one line, in the order of the export; nil if there are none.
  ///
  /// - Parameter isKnown: Whether the card has its own words for the event; otherwise its name comes first.
  package static func of(_ node: JSONNode, action: String, isKnown: Bool) -> String? {
    var facts = node.members.compactMap { member in
      member.key.flatMap { skipped.contains($0) ? nil : fact(member, key: $0, action) }
    }
    if action == "send_payment" || action == "refunded_payment", let money = money(node) {
      facts.insert(money, at: 0)
    }
    if let price = tokens(node, "price_amount", unit: node.text("price_currency") ?? "") { facts.insert(price, at: 0) }
    if !isKnown { facts.insert(names[action] ?? plain(action), at: 0) }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }

  /// Minutes and seconds, with hours if needed: `1:05`.
  package static func clock(_ seconds: Int) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
  }

  /// An amount in minor units with its currency: `5.00 EUR`. Nil if either is missing.
  package static func money(_ node: JSONNode) -> String? {
    guard let currency = node.text("currency"), let amount = node.int("amount") else { return nil }
    let digits = currency == "XTR" ? 0 : CurrencyDigits.of(currency)
    guard digits > 0 else { return "\(amount) \(currency)" }
    let written = String(amount.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - written.count)) + written
    return "\(amount < 0 ? "-" : "")\(padded.dropLast(digits)).\(padded.suffix(digits)) \(currency)"
  }

  // MARK: Members

  /// Members that are read elsewhere, or that contain nothing for a reader.
  private static let skipped: Set = [
    "id", "type", "date", "date_unixtime", "edited", "edited_unixtime", "actor", "actor_id", "from", "from_id",
    "action", "text", "text_entities", "information_text", "message_id", "game_message_id", "invoice_message_id",
    "reply_to_message_id", "reply_to_peer_id", "reply_to_top_id", "photo", "photo_file_size", "width", "height",
    "media_spoiler", "reactions", "new_icon_emoji_id", "icon_emoji_id", "reason_app_id", "button_id", "peer_id",
    "boost_peer_id", "gift_id", "charge_id", "transaction_id", "giveaway_msg_id", "to_id", "user_initiated",
    "via_giveaway", "is_active", "is_limited", "is_anonymous", "is_unclaimed", "is_broadcast_messages_allowed",
    "recurring", "amount", "currency", "price_amount_whole", "price_amount_nano", "price_currency", "amount_nano",
    "saved_from", "forwarded_from", "forwarded_from_id", "via_bot", "inline_bot_buttons", "author", "file",
    "thumbnail", "thumbnail_file_size", "media_type", "mime_type", "file_name", "file_size", "call_id",
  ]

  /// Names of the events that cards have no words for.
  private static let names = [
    "paid_messages_price_change": "price of paid messages", "suggest_birthday": "birthday suggested",
    "process_suggested_post": "suggested post", "proximity_reached": "nearby", "new_creator_pending": "new owner",
    "custom_action": "", "no_forwards_toggle": "forwarding", "no_forwards_request": "forwarding requested",
  ]

  private static func fact(_ member: JSONNode, key: String, _ action: String) -> String? {
    let value = member.value
    switch key {
    case "title", "new_title": return value.text.map { "«\($0)»" }
    case "members", "peers", "values":
      let names = member.listed().map { $0.value.text.map(plainIfName) ?? "–" }
      return names.isEmpty ? nil : names.joined(separator: ", ")
    case "duration_seconds", "duration": return value.int.flatMap { $0 > 0 ? clock($0) : nil }
    case "discard_reason": return ["missed", "busy"].contains(value.text ?? "") ? value.text : nil
    case "is_missed": return value.isTrue ? "missed" : nil
    case "rejected": return value.isTrue ? "rejected" : nil
    case "period": return value.int.map(period)
    case "schedule_date", "scheduled_date": return value.int.map { ISO8601Moment.utc($0) }
    case "distance": return value.int.map { "\($0) m" }
    case "amount_whole": return amount(member, action)
    case "stars", "price_stars", "stars_count": return value.int.map { "\($0) ⭐" }
    case "months", "days", "boosts", "winners", "unclaimed", "messages_count":
      return value.int.map { "\($0) \(plain(key))" }
    case "items", "completed", "incompleted":
      let items = member.listed().compactMap { item in
        item.value.object == nil ? item.value.text : TelegramText(item.child("text")).string
      }
      return items.isEmpty ? nil : "\(key == "items" ? "" : plain(key) + " ")\(items.joined(separator: ", "))"
    case "gift_text", "comment": return TelegramText(member).string.nonEmpty
    case "birthday": return birthday(member)
    case "day", "month", "year":
      guard action == "suggest_birthday" else { return value.text }
      return value.text
    default: return other(member, key)
    }
  }

  /// A member that this version does not know: text and numbers with their name.
  private static func other(_ member: JSONNode, _ key: String) -> String? {
    switch member.value.content {
    case .string, .integer, .real:
      guard let text = member.value.text?.nonEmpty, !key.hasSuffix("_id") else { return nil }
      return bare.contains(key) ? text : "\(plain(key)) \(text)"
    case .array, .object:
      let text = TelegramText(member).string
      return text.nonEmpty.map { bare.contains(key) ? $0 : "\(plain(key)) \($0)" }
    case .null, .bool: return nil
    }
  }

  /// Members whose values need no name.
  private static let bare: Set = [
    "inviter", "new_creator", "to", "peer_name", "boost_peer_name", "cost", "emoticon", "reason_domain",
    "reason_app_name", "gift_code", "score",
  ]

  private static func amount(_ member: JSONNode, _ action: String) -> String? {
    guard let whole = member.value.int else { return nil }
    return action == "send_ton_gift" ? "\(whole) TON" : "\(whole) ⭐"
  }

  private static func tokens(_ node: JSONNode, _ key: String, unit: String) -> String? {
    guard let whole = node.int("\(key)_whole") else { return nil }
    let nano = String(max(0, node.int("\(key)_nano") ?? 0))
    let fraction = String((String(repeating: "0", count: max(0, 9 - nano.count)) + nano).reversed())
      .drop { $0 == "0" }.reversed()
    return "\(whole)\(fraction.isEmpty ? "" : ".\(String(fraction))") \(unit)".trimmed
  }

  private static func birthday(_ node: JSONNode) -> String? {
    guard let day = node.int("day"), let month = node.int("month") else { return nil }
    return [String(day), String(month), node.text("year")].compactMap { $0 }.joined(separator: ".")
  }

  private static func period(_ seconds: Int) -> String {
    switch seconds {
    case ...0: "0"
    case let seconds where seconds % 86_400 == 0: "\(seconds / 86_400) d"
    case let seconds where seconds % 3600 == 0: "\(seconds / 3600) h"
    case let seconds where seconds % 60 == 0: "\(seconds / 60) min"
    default: "\(seconds) s"
    }
  }

  /// `personal_details` as words; names of people stay unchanged.
  private static func plainIfName(_ name: String) -> String {
    name.contains(" ") || !name.contains("_") ? name : plain(name)
  }

  private static func plain(_ name: String) -> String {
    name.split { $0 == "_" || $0 == "-" }.joined(separator: " ")
  }
}

extension JSONValue {
  fileprivate var isTrue: Bool { content == .bool(true) }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
