import Basics
import DataFormats

/// Reads a document of events, Feedproof's own format: `{"name": …, "events": [{"title": …, "dates": …, …}]}`.
struct EventsPageReader {
  private var reading: PageReaderContext
  /// The organizer of events that don't name one.
  private let publisher: String

  /// Whether the document has this format: a list named "events" of objects with titles, or a single event.
  static func recognises(_ root: JSONNode) -> Bool {
    guard let events = root.value["events"]?.array else { return isEvent(root) }
    return events.isEmpty || events.prefix(4).contains { $0["title"] != nil }
  }

  /// Whether the node has a title and dates, and none of the lists that other formats have next to a title.
  private static func isEvent(_ root: JSONNode) -> Bool {
    let lists = ["items", "posts", "messages", "orderedItems", "feed", "statuses"]
    return root.text("title") != nil && root.child("dates") != nil && !lists.contains { root.child($0) != nil }
  }

  static func page(from root: JSONNode, file: String) -> FeedPage {
    let isList = root.value["events"]?.array != nil
    var reader = EventsPageReader(
      reading: PageReaderContext(.events, file: file),
      publisher: isList ? root.text("name").map(DecodedText.line) ?? "" : "")
    guard isList else {
      reader.addEntry(root)
      return reader.reading.page()
    }
    // `elements` would mistake a leading number for a count.
    for event in root.child("events")?.listed() ?? [] { reader.addEntry(event) }
    return reader.reading.page(startFrom: root.text("startFrom"), nextFrom: root.text("nextFrom"))
  }

  private mutating func addEntry(_ node: JSONNode) {
    guard reading.isObject(node) else { return }
    guard let title = node.text("title") else { return reading.report(.event(.withoutTitle), at: node) }
    let event = Event(
      title: DecodedText.line(title), dates: dates(node), cover: cover(node),
      isRecommended: node.isTrue("recommended"), hasGiftCertificate: node.isTrue("giftCertificate"))
    let name = node.text("organizer").map(DecodedText.line) ?? publisher
    let description = FacetedText(scanning: node.text("description").map(DecodedText.decode) ?? "")
    let post = Post(
      id: "", kind: .event(event), author: Author(id: "events", name: name, handle: "events"),
      date: event.dates?.start.seconds, text: description.string, facets: description.facets,
      permalink: node.address("url"))
    reading.add(post, ownID: node.text("id"), at: node)
  }

  // MARK: Dates

  /// `"2018-11-24"`, or `{"start": …, "end": …}`; an unreadable value is reported and ignored.
  private mutating func dates(_ node: JSONNode) -> EventDates? {
    guard let dates = node.child("dates") else { return nil }
    guard dates.value.object != nil else { return moment(dates).map { EventDates(start: $0) } }
    guard let startNode = dates.child("start") else {
      reading.report(.event(.withoutStart), at: dates)
      return nil
    }
    guard let start = moment(startNode) else { return nil }
    guard let endNode = dates.child("end"), let end = moment(endNode) else { return EventDates(start: start) }
    // A day without a time ends at the end of the day.
    let lastDay = EventDates.Moment(year: end.year, month: end.month, day: end.day)
    let firstDay = EventDates.Moment(year: start.year, month: start.month, day: start.day)
    let isOrdered =
      start.time == nil || end.time == nil ? firstDay.seconds <= lastDay.seconds : start.seconds <= end.seconds
    guard isOrdered else {
      reading.report(.event(.endsBeforeStart), at: endNode)
      return EventDates(start: start)
    }
    return EventDates(start: start, end: end)
  }

  private mutating func moment(_ node: JSONNode) -> EventDates.Moment? {
    if case .string(let text) = node.value.content, let moment = EventMoment.parse(text) { return moment }
    reading.report(
      .event(.badMoment(node.value.text.map { String($0.prefix(40)) } ?? node.value.kindInWords)), at: node)
    return nil
  }

  // MARK: Cover

  /// An address, `{"url", "width", "height", "description"}`, or a list of such sizes.
  private mutating func cover(_ node: JSONNode) -> Photo? {
    guard let cover = node.child("cover") else { return nil }
    let sizes = cover.value.array == nil ? [cover] : cover.elements
    let sources = sizes.compactMap { size -> Photo.Source? in
      guard let url = (size.value.object == nil ? size.value.text : size.text("url"))?.trimmed, !url.isEmpty else {
        return nil
      }
      return Photo.Source(url: url, width: size.pixels("width"), height: size.pixels("height"))
    }
    if sources.isEmpty { reading.report(.photoWithoutSizes(.events), at: cover) }
    let description = sizes.lazy.compactMap { $0.text("description") }.first
    return Photo(sources: sources, description: description.map(DecodedText.line))
  }
}

/// `2018-11-24` or `2018-11-24T19:00`, in ISO 8601.
///
/// Seconds and a zone may follow the time and are ignored: an event is shown in its own local time.
enum EventMoment {
  static func parse(_ text: String) -> EventDates.Moment? {
    guard let moment = ISO8601Moment(text.trimmed), moment.date.year >= 1 else { return nil }
    return EventDates.Moment(
      year: moment.date.year, month: moment.date.month, day: moment.date.day,
      time: moment.time.map { EventDates.Time(hour: $0.hour, minute: $0.minute) })
  }
}

extension FeedFormat {
  static let events = FeedFormat(
    service: .events, idPrefix: "event", recognises: { root, _ in EventsPageReader.recognises(root) },
    isItem: { $0.value.object != nil }, showsEachIDOnce: true,
    read: { EventsPageReader.page(from: $0.root, file: $0.file) })
}

extension Service {
  package static let events = Service("events", name: "a list of events")
}
