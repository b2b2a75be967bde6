import Basics
import DataFormats

/// Images, videos, polls and cards of version 1.1 and of archives.
extension XPageReader {
  /// `entities` has only the first of several media, and calls all of them photos.
  static func media(of node: JSONNode) -> [JSONNode] {
    let extended = node.object("extended_entities")?.list("media") ?? []
    return extended.isEmpty ? node.object("entities")?.list("media") ?? [] : extended
  }

  /// - Parameter id: The post's id, which prefixes media file names in an archive.
  mutating func attachment(_ node: JSONNode, of id: String?) -> Attachment {
    let alt = node.text("ext_alt_text", "alt_text").map { DecodedText.decode($0) }
    let original = node.object("original_info")
    var photo = Photo(
      sources: [], width: original?.pixels("width"), height: original?.pixels("height"), description: alt)
    if let url = node.text("media_url_https", "media_url", "url") {
      let large = node.object("sizes")?.object("large") ?? node.object("sizes")?.object("medium")
      let (width, height) = (large?.pixels("w"), large?.pixels("h"))
      photo.sources = [url, archived(url, of: id)].compactMap { $0 }.map {
        .init(url: $0, width: width, height: height)
      }
    } else {
      reading.report(.photoWithoutSizes(.x), at: node)
    }
    guard let type = node.text("type"), type != "photo" else { return .photo(photo) }
    let info = node.object("video_info")
    let variant = Self.best(info?.list("variants") ?? [])
    let page = node.address("expanded_url")
    var item = AttachmentItem(
      type: type == "animated_gif" ? "animation" : type, content: .unknown,
      url: variant.flatMap { WebAddress(written: $0.url) } ?? page, preview: photo)
    item.content = Self.content(type, milliseconds: info?.int("duration_millis"))
    item.file = variant.map {
      .init(url: archived($0.url, of: id) ?? $0.url, width: $0.width, height: $0.height, description: alt)
    }
    return .item(item)
  }

  static func content(_ type: String, milliseconds: Int?) -> AttachmentItem.Content {
    let duration = milliseconds.flatMap { 1...1_000_000_000_000 ~= $0 ? ($0 - 1) / 1000 + 1 : nil }
    switch type {
    case "video": return .video(duration: duration, isLive: false)
    case "animated_gif": return .animation(duration: duration)
    default: return .unknown
    }
  }

  /// The best file in a widely supported format; its size is part of its address (`/vid/720x1280/`).
  static func best(_ variants: [JSONNode]) -> (url: String, width: Int?, height: Int?)? {
    let files = variants.filter { $0.text("content_type") == "video/mp4" && $0.text("url") != nil }
    let best = files.max { ($0.int("bitrate", "bit_rate") ?? 0) < ($1.int("bitrate", "bit_rate") ?? 0) }
    guard let url = best?.text("url") else { return nil }
    for part in url.split(separator: "/") {
      let numbers = part.split(separator: "x").map { Int($0) }
      if numbers.count == 2, let width = numbers[0], let height = numbers[1], 1...100_000 ~= width,
        1...100_000 ~= height
      {
        return (url, width, height)
      }
    }
    return (url, nil, nil)
  }

  /// The file next to the archive's scripts: `tweets_media/1234-FFOm.jpg`.
  private func archived(_ url: String, of id: String?) -> String? {
    guard let mediaFolder, let id, let name = url.prefix(while: { $0 != "?" }).split(separator: "/").last else {
      return nil
    }
    return "\(mediaFolder)/\(id)-\(name)"
  }

  // MARK: Polls and cards

  /// Reads `entities.polls`, which has no vote counts, or the card that X's own clients draw.
  static func poll(_ node: JSONNode) -> AttachmentItem? {
    if let poll = node.object("entities")?.list("polls").first {
      let answers = poll.list("options").map {
        AttachmentItem.Poll.Answer(text: DecodedText.line($0.text("text") ?? ""))
      }
      return AttachmentItem(type: "poll", content: .poll(.init(answers: answers)))
    }
    guard let card = node.object("card"), card.text("name")?.hasPrefix("poll") == true,
      let values = card.object("binding_values")
    else { return nil }
    func value(_ key: String) -> JSONNode? { values.object(key) }
    var answers: [AttachmentItem.Poll.Answer] = []
    for number in 1...4 {
      guard let label = value("choice\(number)_label")?.text("string_value") else { break }
      let votes = value("choice\(number)_count")?.count("string_value")
      answers.append(.init(text: DecodedText.line(label), votes: votes))
    }
    guard !answers.isEmpty else { return nil }
    let isFinal = value("counts_are_final")?.isTrue("boolean_value") ?? false
    return poll(answers, isClosed: isFinal)
  }

  /// X counts votes by answer only.
  static func poll(
    _ answers: [AttachmentItem.Poll.Answer], isClosed: Bool, closesAt: Int? = nil
  ) -> AttachmentItem {
    var votes: Int? = 0
    for answer in answers {
      let sum = votes.flatMap { sum in answer.votes.map { sum.addingReportingOverflow($0) } }
      votes = sum.flatMap { $0.overflow ? nil : $0.partialValue }
    }
    var answers = answers
    if let votes, votes > 0 {
      for index in answers.indices {
        answers[index].rate = answers[index].votes.map { Double($0) / Double(votes) * 100 }
      }
    }
    return AttachmentItem(
      type: "poll", content: .poll(.init(answers: answers, votes: votes, isClosed: isClosed, closesAt: closesAt)))
  }

  static func card(_ node: JSONNode) -> AttachmentItem? {
    guard let card = node.object("card"), let values = card.object("binding_values"),
      let title = values.object("title")?.text("string_value")
    else { return nil }
    let short = values.object("card_url")?.text("string_value") ?? card.text("url")
    let link = node.object("entities")?.list("urls").first { $0.text("url") == short }
    guard let url = (link?.text("expanded_url") ?? short).flatMap(WebAddress.init(written:)) else { return nil }
    let picture = ["thumbnail_image_large", "summary_photo_image_large", "thumbnail_image"].lazy
      .compactMap { values.object($0)?.object("image_value") }.first
    let preview = picture?.text("url").map {
      Photo(sources: [.init(url: $0, width: picture?.pixels("width"), height: picture?.pixels("height"))])
    }
    return AttachmentItem(
      type: "link", content: .link(url: url), title: DecodedText.line(title),
      caption: values.object("description")?.text("string_value").map(DecodedText.line), url: url, preview: preview)
  }
}
