import Diagnostics
import FeedReading
import Files
import Foundation

/// A file of a feed, as it was when the feed was first read.
package struct FeedFile: Hashable, Sendable {
  package let url: URL
  /// The name in diagnostics.
  package let name: String
  /// Facts about its authors from accompanying documents.
  package internal(set) var context = FeedContext()
  /// Whether the user named the file; otherwise it was found in a folder or an archive, and may not be a feed.
  let isGiven: Bool
  /// The archive that contains the document, and its path there: the URL is then only a name.
  let packed: ArchiveMember?
  package var archive: FeedArchive? { packed?.archive }
  /// The feed to read from a file with several; nil for all.
  var part: String?
  /// The folder that a run fetched it into, with page names in the feed's order; nil for files from the user.
  package let fetchedFolder: URL?

  struct ArchiveMember: Hashable {
    let archive: FeedArchive
    let path: RelativePath
  }

  init(_ url: URL, name: String, isGiven: Bool) {
    (self.url, self.name, self.isGiven, packed) = (url, name, isGiven, nil)
    fetchedFolder = FetchedFolder.holding(page: url)
  }

  /// A document of an archive.
  init(_ path: RelativePath, of archive: FeedArchive) {
    (url, name) = (archive.folder.appendingPathComponent(path.text), "\(archive.name)/\(path.text)")
    (packed, isGiven, fetchedFolder) = (ArchiveMember(archive: archive, path: path), false, nil)
  }

  /// The stamp that detects changes; nil if the file doesn't exist.
  var stamp: FileStamp? {
    guard let packed else { return FileStamp(url.path, following: true) }
    return packed.archive.survey.documents[packed.path]?.stamp
  }

  func open() throws(FileError) -> RegularFile {
    guard let packed else { return try RegularFile(url) }
    return try packed.archive.document(packed.path)
  }

  /// Opens a file in the same folder.
  func open(besideIt name: String) throws(FileError) -> RegularFile {
    guard let packed else { return try RegularFile(url.deletingLastPathComponent().appendingPathComponent(name)) }
    return try packed.archive.document(packed.path.sibling(name.utf8))
  }

  /// Whether the same folder contains a file with the name.
  ///
  /// - Parameter name: Without slashes.
  func isBeside(_ name: String) -> Bool {
    guard let packed else { return FileSystem.exists(url.deletingLastPathComponent().appendingPathComponent(name)) }
    guard let path = packed.path.sibling(name.utf8) else { return false }
    let survey = packed.archive.survey
    return survey.pictures[path.text] != nil || survey.others.contains(path.text) || survey.documents[path] != nil
  }

  /// The chat's name derived from the location: the name of the file, the archive or the folder; nil if every export
  /// has these names.
  var title: String? {
    let names = url.path.split(separator: "/")
    var own = [url.deletingPathExtension().lastPathComponent]
    if let packed {
      let inner = packed.path.text.split(separator: "/").dropLast().reversed().map(String.init)
      own += inner + [URL(fileURLWithPath: packed.archive.name).deletingPathExtension().lastPathComponent]
    } else {
      own += names.dropLast().suffix(1).map(String.init)
    }
    return own.lazy.compactMap(ChatService.title(ofFile:)).first
  }

  /// Its name without the part number: `data/tweets.js` for `data/tweets-part1.js`.
  var wholeName: String { name.hasSuffix(".js") ? DocumentName.withoutPart(name.dropLast(3)) + ".js" : name }

  var isNamedForLines: Bool { DocumentName.isOfLines(url.lastPathComponent.lowercased()) }
}

/// Reads the pages of a file, one at a time: a JSON document is one page, or several if it is long; in newline-delimited
/// JSON, each line is a page, whether it is an answer of an API or a single post.
final class FeedFileReader {
  private enum Form {
    case unknown, lines, finished
  }

  /// The maximum length of a line, in bytes.
  private static let lineLimit = 64 << 20

  private let file: FeedFile
  private let chats: FeedReader.Conversations
  private let content: RegularFile
  /// Nil if the file is one document.
  private var lines: FileLines?
  private var form = Form.unknown
  /// A page with unread sections.
  private var unfinished: FeedPage?
  /// Documents read to recognize the format that still have to be returned.
  private var pending: [FeedDocument] = []
  /// The service of the lines, from the first one that identifies it.
  private var service: Service?

  /// - Parameter chats: How conversations in a document are treated.
  /// - Throws: `Diagnostic` if the file can't be opened.
  init(_ file: FeedFile, chats: FeedReader.Conversations = .asPosts) throws(Diagnostic) {
    (self.file, self.chats) = (file, chats)
    do throws(FileError) {
      content = try file.open()
      lines = FileLines(content, limit: Self.lineLimit, takesRest: true)
    } catch {
      // A dangling link does exist.
      let isGone = error.isMissing && FileStamp(file.url.path, following: false) == nil
      throw isGone ? Diagnostic(SourceIssue.noSuchFile, at: Place(file: file.name)) : error.unreadable(as: file.name)
    }
  }

  /// Whether it is one document; known once the first page has been read.
  var isDocument: Bool { form == .finished && lines == nil }

  /// - Returns: Nil at the end.
  /// - Throws: `Diagnostic` if the rest of the file can't be read.
  func next() throws(Diagnostic) -> FeedPage? {
    if let page = unfinished?.nextSection() {
      unfinished = page.rest == nil ? nil : page
      return page
    }
    unfinished = nil
    do throws(FileError) {
      if form == .unknown { try recognise() }
      if !pending.isEmpty { return page(from: pending.removeFirst()) }
      while form == .lines, let line = try nextLine() {
        if !line.isBlank { return page(from: document(line)) }
      }
      form = .finished
      return nil
    } catch {
      throw error.unreadable(as: file.name)
    }
  }

  private func page(from document: FeedDocument) -> FeedPage {
    WorkTally.note(.parsedPage)
    var page = FeedReader.firstSection(of: document, after: service, in: file.context, chats: chats, part: file.part)
    page.mark.isFetched = file.fetchedFolder != nil
    service = service ?? page.service
    if page.rest != nil { unfinished = page }
    return page
  }

  /// Chooses lines if the first one is complete JSON and more follows.
  private func recognise() throws(FileError) {
    if !file.isNamedForLines {
      // A page, or a plain text, is read at once; its lines may have any length.
      let head = try content.bytes(first: 4096)
      let opening = head.first { !Self.blanks.contains($0) }
      guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[") else { return try finish() }
      if try content.isOneLine() { return try finish() }
    }
    while let line = try nextLine() {
      guard !line.isBlank else { continue }
      let first = document(line)
      if !file.isNamedForLines, !first.isWholeJSON { return try finish() }
      pending = [first]
      form = .lines
      return
    }
    try finish()
  }

  /// White space, and the bytes of a byte order mark.
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

  private func nextLine() throws(FileError) -> [UInt8]? { try lines?.next().map { Array($0) } }

  /// Reads the whole file as one document, with a single copy of it in memory.
  private func finish() throws(FileError) {
    lines = nil
    pending = [FeedDocument(name: file.name, bytes: try content.bytes(limit: .max))]
    form = .finished
  }

  private func document(_ line: [UInt8]) -> FeedDocument {
    FeedDocument(name: file.name, line: lines?.number, bytes: line)
  }
}

extension RegularFile {
  /// Whether nothing but white space follows the first line that has something else. It keeps nothing in memory.
  fileprivate func isOneLine() throws(FileError) -> Bool {
    var (position, isInLine, hasEnded) = (0, false, false)
    while true {
      let piece = try read(at: position, upTo: RegularFile.pieceSize)
      if piece.isEmpty { return true }
      position += piece.count
      for byte in piece {
        switch byte {
        case UInt8(ascii: "\n"): hasEnded = isInLine
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
        case _ where hasEnded: return false
        default: isInLine = true
        }
      }
    }
  }
}

extension [UInt8] {
  /// Whether it consists of white space.
  fileprivate var isBlank: Bool {
    allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
  }
}
