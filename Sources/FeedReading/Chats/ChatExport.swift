import DataFormats
import Diagnostics

/// One file of an export.
package struct ChatDocument: Sendable {
  /// Its path in the export, with slashes; also its name in diagnostics.
  package let name: String
  /// Nil for a feed's posts, which are read elsewhere.
  package fileprivate(set) var content: UnrecognizedDocument?
  /// The caller's number for the document, or else its index in the export.
  package fileprivate(set) var number: Int?
  /// The chat's name derived from the location: the file, archive or folder; nil if these give no name.
  package let title: String?
  /// The export's owner, if accompanying documents name one.
  package var owner: ChatEntry.Author?
  /// Whether the same folder contains a file with the name.
  package var hasFile: @Sendable (_ name: String) -> Bool = { _ in false }
  /// The day on which the file was last written, in days since 1970; nil if unknown.
  package var lastDay: Int?

  package init(name: String, content: UnrecognizedDocument?, number: Int? = nil, title: String? = nil) {
    (self.name, self.content, self.number, self.title) = (name, content, number, title)
  }

  package init(name: String, bytes: [UInt8], number: Int? = nil, title: String? = nil) {
    (self.name, self.number, self.title) = (name, number, title)
    do throws(JSONFault) {
      content = .json(try FeedDocument(name: name, bytes: bytes).parsed())
    } catch {
      content = .text(bytes, error)
    }
  }

  var root: JSONNode? { if case .json(let document) = content { document.root } else { nil } }

  /// The HTML, if the document is a web page.
  var page: String? {
    guard case .text(let bytes, _) = content,
      let first = bytes.first(where: { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }),
      first == UInt8(ascii: "<")
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Its name without the folders.
  var ownName: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// The name of a document in the same folder.
  func beside(_ other: String) -> String { name.lastIndex(of: "/").map { name[...$0] + other } ?? other }
}

extension ChatDocument {
  /// Why the document is not read, if it is the export of a known program, or a text that was taken for a chat; nil for
  /// any other document.
  ///
  /// - Parameter isMeant: Whether the user named the document.
  package func unread(isMeant: Bool) -> Diagnostic? {
    switch content {
    case .json(let parsed):
      return UnreadExport.of(parsed.root).map {
        Diagnostic(ChatIssue.unreadExport($0, isMeant: isMeant), at: Place(file: name))
      }
    case .text(let bytes, _):
      if let export = UnreadExport.of(path: name, opening: Array(bytes.prefix(UnreadExport.openingSize))) {
        return Diagnostic(ChatIssue.unreadExport(export, isMeant: isMeant), at: Place(file: name))
      }
      guard name.lowercased().hasSuffix(".txt"),
        let line = ChatLines(DocumentText(bytes).string, most: 1).lines.first(where: { !$0.text.isEmpty })
      else { return nil }
      return Diagnostic(
        ChatIssue.unreadText(String(line.text.prefix(80)), isMeant: isMeant), at: .line(line.number, in: name))
    case nil: return nil
    }
  }
}

/// The chats read from the files of an export.
package struct ChatExport: Sendable {
  package private(set) var chats: [Chat] = []
  /// Whether the export covers a whole account or workspace, however many chats it has.
  package var holdsSeveral = false
  package private(set) var diagnostics = DiagnosticTally()
  /// The order of day and month that the user chose for texts that leave it open.
  let dateOrder: ChatDateOrder?
  /// The parts of messages that are not drawn.
  package private(set) var notShown: [ChatService: NotShownContent] = [:]
  /// The names of people, by the ids that the documents use.
  let people: [String: String]
  /// The service whose documents are being read.
  private var readService: ChatService?
  /// The documents that no service has claimed yet.
  package private(set) var documents: [ChatDocument]

  /// - Parameters:
  ///   - documents: Sorted by name in natural order.
  ///   - people: The names of people, by the ids that the documents use.
  ///   - dateOrder: The order of day and month in texts that leave it open; nil if the evidence decides.
  ///   - leavesUnread: Whether documents that are not chats stay in `documents` without a diagnostic.
  package init(
    _ documents: [ChatDocument], people: [String: String] = [:], dateOrder: ChatDateOrder? = nil,
    leavesUnread: Bool = false
  ) {
    (self.people, self.dateOrder) = (people, dateOrder)
    var documents = documents
    for index in documents.indices where documents[index].number == nil { documents[index].number = index }
    for index in documents.indices {
      guard case .text(let bytes, let fault) = documents[index].content, let bounded = BoundedTexts(bytes) else {
        continue
      }
      documents[index].content = .text(bounded.bytes, fault)
      diagnostics.add(ChatIssue.longText(bounded.cutTexts), at: .line(bounded.firstLine, in: documents[index].name))
    }
    // What precedes the break of a truncated export may be read.
    var broken: [Int: UnrecognizedDocument] = [:]
    for index in documents.indices {
      guard case .text(let bytes, let fault) = documents[index].content, case .truncated = fault.kind,
        let whole = TruncatedExport(bytes), let document = try? JSONDocument.parse(whole.json, cutsStrings: true)
      else { continue }
      broken[documents[index].number ?? index] = documents[index].content
      documents[index].content = .json(ParsedDocument(document, cut: fault))
    }
    self.documents = documents.filter { $0.content != nil }
    for document in documents {
      guard case .json(let parsed) = document.content, let (count, hint) = parsed.repairs else { continue }
      report(.repaired(count, hint: hint), in: document.name)
    }
    for format in ChatFormat.all {
      readService = format.service
      format.read(&self)
    }
    for index in self.documents.indices {
      guard let content = self.documents[index].number.flatMap({ broken[$0] }) else { continue }
      self.documents[index].content = content
    }
    let left = Set(self.documents.compactMap(\.number))
    for document in documents where document.number.map({ left.contains($0) }) == false {
      guard case .json(let parsed) = document.content else { continue }
      if let cut = parsed.cut { report(.unparsable(cut.kind.message), at: cut.position, in: document) }
      if let position = parsed.firstCutString {
        report(.longText(parsed.cutStrings), at: position, in: document)
      }
      if let position = parsed.firstBadString {
        report(.badText(parsed.badStrings, of: "string"), at: position, in: document)
      }
    }
    for index in chats.indices {
      for entry in chats[index].entries.indices {
        let excess = chats[index].entries[entry].bound()
        let id = chats[index].entries[entry].id
        if excess > 0 { diagnostics.add(ChatIssue.rowsLeftOut(excess, id: id), at: nil) }
      }
      noteDuplicates(chats[index])
    }
    let joined = ChatJoin.joined(chats)
    chats = joined.chats
    diagnostics.add(joined.diagnostics)
    reportOmissions()
    if !leavesUnread { reportUnread() }
  }

  /// Reports the documents that are not chats of any service.
  package mutating func reportUnread() {
    for document in take(where: { _ in true }) {
      if let refusal = document.unread(isMeant: true) {
        diagnostics.add(refusal)
        continue
      }
      switch document.content {
      case .json, nil:
        report(.unknownFormat, in: document.name)
      case .text(_, let fault):
        report(.unparsable(fault.kind.message), at: fault.position, in: document)
      }
    }
  }

  private mutating func report(_ issue: ChatIssue, at position: TextPosition, in document: ChatDocument) {
    diagnostics.add(issue, at: .line(position.line, column: position.column, in: document.name))
  }

  /// Reports everything that is recognized but not drawn in one line.
  private mutating func reportOmissions() {
    let parts = ChatFormat.all.map(\.service).uniqued().flatMap { service in
      (notShown[service]?.counts ?? [:]).sorted { ($1.value, $0.key.singular) < ($0.value, $1.key.singular) }
        .map { $0.key.counted($0.value) }
    }
    guard !parts.isEmpty else { return }
    diagnostics.add(ChatIssue.notShown(messages: chats.reduce(0) { $0 + $1.entries.count }, parts), at: nil)
  }

  private mutating func noteDuplicates(_ chat: Chat) {
    var seen: Set<String> = []
    for entry in chat.entries where !seen.insert(entry.id).inserted {
      diagnostics.add(ChatIssue.duplicate(id: entry.id), at: nil)
    }
  }

  // MARK: For the services

  /// Claims documents for a service, so that no other service reads them.
  mutating func take(where isOwn: (ChatDocument) -> Bool) -> [ChatDocument] {
    let taken = documents.filter(isOwn)
    documents.removeAll(where: isOwn)
    return taken
  }

  mutating func add(_ chat: Chat, _ reading: ChatReaderContext? = nil, from documents: [ChatDocument]) {
    var chat = chat
    chat.documents.formUnion(documents.compactMap(\.number))
    chat.title = chat.title ?? documents.lazy.compactMap(\.title).first
    chats.append(chat)
    if let reading { add(reading) }
  }

  mutating func add(_ reading: ChatReaderContext) {
    diagnostics.add(reading.diagnostics)
    guard let readService else { return }
    for (name, count) in reading.omissions.counts {
      notShown[readService, default: NotShownContent()].add(
        ContentName(name.singular, name.plural, of: readService.name), count)
    }
  }

  mutating func report(_ issue: ChatIssue, in file: String) { diagnostics.add(issue, at: Place(file: file)) }

  /// The number of bytes by which a text is recognized.
  static let openingSize = 1 << 16

  /// Reads plain texts that are each a chat. Their beginnings decide whether they are read.
  mutating func readTexts(
    _ recognises: (String) -> Bool,
    read: (_ text: String, _ document: ChatDocument) -> (chat: Chat, reading: ChatReaderContext)
  ) {
    let texts = take { document in
      guard case .text(let bytes, _) = document.content else { return false }
      return recognises(DocumentText(Array(bytes.prefix(Self.openingSize))).string)
    }
    for document in texts {
      guard case .text(let bytes, _) = document.content else { continue }
      let text = DocumentText(bytes)
      let (chat, own) = read(text.string, document)
      var reading = own
      if let line = text.firstBadLine { reading.report(.badText(text.badLines, of: "line"), atLine: line) }
      add(chat, reading, from: [document])
    }
  }

  /// Reads documents that are each a chat, or a part of one.
  ///
  /// - Parameters:
  ///   - key: Identifies a chat within an export; documents without a key are separate chats. Nil if no chat has parts.
  ///   - joined: Joins the parts of a chat, given in the documents' order.
  mutating func readChats(
    _ recognises: (JSONNode) -> Bool, key: ((JSONNode, ChatDocument) -> String?)? = nil,
    read: (JSONNode, _ document: ChatDocument) -> (chat: Chat, reading: ChatReaderContext),
    joined: ([Chat]) -> Chat? = { $0.first }
  ) {
    var parts: [(chats: [Chat], documents: [ChatDocument])] = []
    var known: [String: Int] = [:]
    for document in take(where: { $0.root.map(recognises) ?? false }) {
      guard let root = document.root else { continue }
      let (chat, reading) = read(root, document)
      add(reading)
      let name = key.map { $0(root, document) ?? document.name }
      let place = name.flatMap { known[$0] } ?? parts.count
      if let name { known[name] = place }
      if place == parts.count { parts.append(([], [])) }
      parts[place].chats.append(chat)
      parts[place].documents.append(document)
    }
    for part in parts {
      if let chat = joined(part.chats) { add(chat, from: part.documents) }
    }
  }
}
