/// A small feed as a service writes it, for tests that need any feed.
package enum WrittenFeed {
  /// Returns posts with the given texts, which are JSON string contents. Their ids are `wall1_1`, `wall1_2` …
  package static func posts(_ texts: [String]) -> String {
    document(
      texts.enumerated().map { index, text in
        #"{"type":"post","source_id":1,"post_id":\#(index + 1),"date":1542566400,"text":"\#(text)"}"#
      })
  }

  /// Returns a document with the given items of author 1.
  package static func document(_ items: [String]) -> String {
    #"{"items":[\#(items.joined(separator: ","))],"profiles":[{"id":1,"first_name":"A","last_name":"B"}],"groups":[]}"#
  }
}
