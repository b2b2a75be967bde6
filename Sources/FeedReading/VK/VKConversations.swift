import DataFormats
import Diagnostics

/// The private messages and comments in one of VK's answers, of any method and version.
package struct VKConversations {
  package let messages: [JSONNode]
  package let comments: [JSONNode]
  /// Unreadable elements among them.
  package let strays: [JSONNode]
  /// Descriptions of conversations, which name group chats.
  package let conversations: [JSONNode]
  private let directory: VKDirectory

  /// Returns nil for a document without messages and comments.
  package init?(_ root: JSONNode) {
    guard VKResponse.isVK(root) else { return nil }
    let answer = VKResponse(root)
    (messages, comments) = (answer.refused[.messages] ?? [], answer.refused[.comments] ?? [])
    strays = answer.strays
    guard !messages.isEmpty || !comments.isEmpty else { return nil }
    // getConversations and getDialogs describe each conversation next to its last message.
    conversations = answer.conversations + messages.compactMap { $0.object("conversation") }
    directory = VKDirectory(profiles: answer.profiles, groups: answer.groups)
  }

  /// The name of a person or community; for one without a description, its short address.
  package func name(of id: Int) -> String { directory[id]?.shownName ?? VKAddress.name(ofAuthor: id) }

  /// The message inside an item that describes its conversation, or the item itself.
  package static func message(in item: JSONNode) -> JSONNode {
    item.object("last_message") ?? item.object("message") ?? item
  }

  /// VK's text without its markup, with its links.
  package static func text(_ text: String) -> FacetedText { FacetedText(ofVK: text) }

  /// The attachments of a message or comment.
  ///
  /// - Parameter file: The prefix of JSON paths in diagnostics.
  /// - Returns: The attachments, and the diagnostics about unreadable ones.
  package func attachments(of node: JSONNode, file: String) -> (list: [Attachment], diagnostics: DiagnosticTally) {
    var reader = VKPageReader(directory: directory, file: file)
    let list = reader.attachments(of: node)
    return (list, reader.reading.diagnostics)
  }
}
