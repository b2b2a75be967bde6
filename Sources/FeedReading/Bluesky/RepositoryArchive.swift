/// The records of a repository of the AT protocol, from the file that Bluesky exports: a CAR archive
/// (https://ipld.io/specs/transport/car/carv1/) of DAG-CBOR blocks, whose search tree
/// (https://atproto.com/specs/repository) names the records.
struct RepositoryArchive {
  /// Why bytes are not such a file.
  enum Fault: Error, Hashable, Sendable {
    case notAnArchive
    /// The number of bytes before the block that ends too early.
    case truncated(at: Int)
    case block(at: Int, CBORValue.Fault)
    /// The file lacks its first block.
    case withoutCommit
  }

  struct Record {
    /// `app.bsky.feed.post`
    let collection: String
    let key: String
    let value: CBORValue
    let address: [UInt8]
  }

  /// The owner's identifier.
  let owner: String
  /// In the order of their keys, which is the order of time.
  private(set) var records: [Record] = []
  /// The number of records that the tree names but the file lacks.
  private(set) var missing = 0

  /// Whether a file begins like a CAR archive of version 1: a length, and a map with `roots` and `version`.
  static func isArchive(_ bytes: [UInt8]) -> Bool {
    guard let (length, start) = number(in: bytes, at: 0), 1..<4096 ~= length, start + length <= bytes.count,
      let header = try? CBORValue(bytes[start..<start + length])
    else { return false }
    return header["roots"]?.array != nil && header["version"] == .integer(1)
  }

  init(_ bytes: [UInt8]) throws(Fault) {
    guard let (length, start) = Self.number(in: bytes, at: 0), length <= bytes.count - start,
      let header = try? CBORValue(bytes[start..<start + length]), let root = header["roots"]?.array?.first?.link
    else { throw .notAnArchive }
    let blocks = try Self.blocks(of: bytes, from: start + length)
    func value(_ address: [UInt8]) throws(Fault) -> CBORValue? {
      guard let range = blocks[address] else { return nil }
      do throws(CBORValue.Fault) {
        return try CBORValue(bytes[range])
      } catch {
        throw .block(at: range.lowerBound, error)
      }
    }
    guard let commit = try value(root), let owner = commit["did"]?.text, let tree = commit["data"]?.link else {
      throw .withoutCommit
    }
    self.owner = owner
    // A node's entries alternate with subtrees; keys share their beginning with the one before. Iterative and with each
    // node once, because the file decides about the shape.
    var waiting: [Step] = [.node(tree)]
    var passed: Set<[UInt8]> = []
    while let step = waiting.popLast() {
      switch step {
      case .record(let path, let address):
        let parts = path.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { continue }
        guard let record = try value(address) else {
          missing += 1
          continue
        }
        records.append(
          Record(collection: String(parts[0]), key: String(parts[1]), value: record, address: address))
      case .node(let address):
        guard passed.insert(address).inserted else { continue }
        guard let node = try value(address) else {
          missing += 1
          continue
        }
        waiting += Self.steps(of: node).reversed()
      }
    }
  }

  private enum Step {
    case node([UInt8])
    case record(path: String, [UInt8])
  }

  /// The subtrees and records of a node, in order: `{"l": subtree, "e": [{"p": shared, "k": rest, "v": record, "t":
  /// subtree}]}`.
  private static func steps(of node: CBORValue) -> [Step] {
    var steps: [Step] = []
    if let left = node["l"]?.link { steps.append(.node(left)) }
    var last: [UInt8] = []
    for entry in node["e"]?.array ?? [] {
      guard case .integer(let shared)? = entry["p"], case .bytes(let rest)? = entry["k"], 0...last.count ~= shared
      else {
        continue
      }
      last = last.prefix(shared) + rest
      if let record = entry["v"]?.link, let path = String(validating: last, as: UTF8.self) {
        steps.append(.record(path: path, record))
      }
      if let right = entry["t"]?.link { steps.append(.node(right)) }
    }
    return steps
  }

  /// The range of each block's content, by its address.
  private static func blocks(of bytes: [UInt8], from start: Int) throws(Fault) -> [[UInt8]: Range<Int>] {
    var blocks: [[UInt8]: Range<Int>] = [:]
    var position = start
    while position < bytes.count {
      guard let (length, content) = number(in: bytes, at: position), length <= bytes.count - content,
        let address = addressLength(in: bytes[content..<content + length])
      else { throw .truncated(at: position) }
      let end = content + length
      blocks[Array(bytes[content..<content + address])] = content + address..<end
      position = end
    }
    return blocks
  }

  /// The number of bytes of an address of version 1: version, content type, kind and length of its digest, the digest.
  private static func addressLength(in bytes: ArraySlice<UInt8>) -> Int? {
    var position = bytes.startIndex
    for field in 0..<4 {
      guard let (value, next) = number(in: bytes, at: position) else { return nil }
      if field == 0, value != 1 { return nil }
      position = next
      if field == 3 {
        guard value <= bytes.endIndex - position else { return nil }
        return position + value - bytes.startIndex
      }
    }
    return nil
  }

  /// An unsigned number in groups of seven bits, the lowest first (LEB128), and the position after it; nil if the bytes
  /// end too early, and beyond 49 bits.
  private static func number<Bytes: RandomAccessCollection>(in bytes: Bytes, at start: Int) -> (value: Int, next: Int)?
  where Bytes.Element == UInt8, Bytes.Index == Int {
    var (value, position) = (0, start)
    for shift in stride(from: 0, to: 49, by: 7) {
      guard position < bytes.endIndex else { return nil }
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return (value, position) }
    }
    return nil
  }
}

extension RepositoryArchive {
  /// The posts of a repository, by its beginning or its name; nil for any other file.
  @Sendable static func conversion(of bytes: [UInt8], name: String) -> FeedFormat.Conversion? {
    guard isArchive(bytes) || name.lowercased().hasSuffix(".car") else { return nil }
    do throws(Fault) {
      return .json(try RepositoryArchive(bytes).json)
    } catch {
      return .damaged(
        error.inWords,
        hint: "export it again, or save the response of com.atproto.repo.listRecords for app.bsky.feed.post as JSON")
    }
  }

  /// The kinds of records that are posts.
  private static let posts: Set = ["app.bsky.feed.post", "app.bsky.feed.repost"]

  /// The repository as an answer of the API (`com.atproto.repo.listRecords`), newest first, with its owner's profile at
  /// each record and the number of other records by their kind.
  var json: [UInt8] {
    let profile = records.first { $0.collection == "app.bsky.actor.profile" && $0.key == "self" }?.value
    var author: [(key: String, value: CBORValue)] = [("did", .text(owner))]
    if let name = profile?["displayName"] { author.append(("displayName", name)) }
    if case .map(let members)? = profile?["avatar"], let picture = members.first(where: { $0.key == "ref" })?.value.link
    {
      let address = BaseEncoding.address(picture)
      author.append(("avatar", .text("https://cdn.bsky.app/img/avatar/plain/\(owner)/\(address)@jpeg")))
    }
    var (items, others) = ([CBORValue](), [String: Int]())
    // Keys are times, whatever the kind of record.
    for record in records.sorted(by: { $0.key > $1.key }) {
      guard Self.posts.contains(record.collection) else {
        others[record.collection, default: 0] += 1
        continue
      }
      items.append(
        .map([
          ("uri", .text("at://\(owner)/\(record.collection)/\(record.key)")), ("cid", .link(record.address)),
          ("author", .map(author)), ("value", record.value),
        ]))
    }
    let counted = others.sorted { $0.key < $1.key }.map { (key: $0.key, value: CBORValue.integer($0.value)) }
    let document = CBORValue.map([
      ("repository", .map([("missing", .integer(missing)), ("others", .map(counted))])), ("records", .array(items)),
    ])
    return Array(document.json.utf8)
  }
}

extension RepositoryArchive.Fault {
  /// Wording for use after a colon.
  var inWords: String {
    switch self {
    case .notAnArchive: "it has no header of a CAR file"
    case .truncated(let position): "the block after byte \(position) ends too early"
    case .block(let position, .truncated): "the block at byte \(position) ends in the middle of a value"
    case .block(let position, .tooDeep): "the block at byte \(position) nests too deep"
    case .block(let position, .notAllowed): "the block at byte \(position) holds something that DAG-CBOR forbids"
    case .block(let position, .trailingBytes): "the block at byte \(position) goes on after its value"
    case .withoutCommit: "its first block, which names the records, is missing or damaged"
    }
  }
}
