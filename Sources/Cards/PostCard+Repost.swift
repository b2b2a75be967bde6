extension PostCard {
  /// A post inside another one, which reposts it.
  @dynamicMemberLookup
  package struct Repost: Hashable, Codable, Sendable {
    package var header: Header
    /// How many steps it stands in from the first one, which it is a repost of.
    package var steps: Int
    package var content: Content

    package init(header: Header, steps: Int = 0, content: Content = Content()) {
      self.header = header
      self.steps = steps
      self.content = content
    }

    /// `repost.body` is `repost.content.body`.
    package subscript<Value>(dynamicMember path: WritableKeyPath<Content, Value>) -> Value {
      get { content[keyPath: path] }
      set { content[keyPath: path] = newValue }
    }
  }
}
