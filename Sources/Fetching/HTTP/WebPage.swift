import FeedReading

/// The title of a web page, and its alternates (`<link rel="alternate" type="…" href="…">`).
final class WebPage: MarkupSink {
  private var links: [(type: String, target: String)] = []
  private var titleBytes: [UInt8]?
  private var isInTitle = false

  init(_ body: [UInt8]) {
    _ = MarkupReader.read(String(decoding: body, as: UTF8.self), into: self)
  }

  /// Nil if there is none.
  var title: String? { titleBytes.map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the first link of the first type that has any.
  ///
  /// - Parameter address: The address of the page.
  func target(types: [String], from address: HTTPAddress) -> HTTPAddress? {
    types.lazy.flatMap { type in self.links.filter { $0.type == type } }
      .compactMap { address.resolving($0.target) }.first
  }

  func open(_ name: String, _ attributes: [String: String]) {
    isInTitle = name == "title" && titleBytes == nil
    guard name == "link", attributes["rel"]?.lowercased().split(separator: " ").contains("alternate") == true,
      let type = attributes["type"]?.lowercased(), let target = attributes["href"]
    else { return }
    links.append((type, target))
  }

  func close(_ name: String) { isInTitle = false }

  func add(_ text: UnsafeBufferPointer<UInt8>) {
    if isInTitle { titleBytes = (titleBytes ?? []) + text }
  }
}
