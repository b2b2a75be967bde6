import Diagnostics
import Foundation
import JSONTree

/// Reads strict JSON (RFC 8259) into a tree that knows lines and columns; columns count Unicode scalars from 1.
///
/// Stricter than what feeds are read with, for people write these files: a key stands once, and nothing is repaired.
package struct JSONSource {
  /// Deeper documents are refused, so that no file can exhaust the stack.
  static let depthLimit = 256

  private let file: String
  private var positions = PositionFinder()

  /// - Parameter file: How diagnostics call it.
  package static func read(_ text: String, file: String) throws(SourceFault) -> SourceNode {
    let document: JSONDocument
    do {
      document = try JSONDocument.parse(Array(text.utf8), depthLimit: depthLimit)
    } catch {
      throw SourceFault(.json(error.kind), at: place(error.position, in: file))
    }
    if let position = document.firstRepair { throw SourceFault(.badText, at: place(position, in: file)) }
    var source = JSONSource(file: file)
    return try source.node(document.root.value)
  }

  private init(file: String) {
    self.file = file
  }

  private static func place(_ position: TextPosition, in file: String) -> Place {
    .line(position.line, column: position.column, in: file)
  }

  private mutating func node(_ value: JSONValue) throws(SourceFault) -> SourceNode {
    let place = Self.place(positions.position(of: value), in: file)
    switch value.content {
    case .null: return SourceNode(.null, at: place)
    case .bool(let flag): return SourceNode(.flag(flag), at: place)
    case .integer(let number): return SourceNode(.number(Double(number)), at: place)
    case .real(let number):
      guard number.isFinite else { throw SourceFault(.hugeNumber, at: place) }
      return SourceNode(.number(number), at: place)
    case .string(let text): return SourceNode(.string(text), at: place)
    case .array(let elements):
      var nodes: [SourceNode] = []
      for element in elements { nodes.append(try node(element)) }
      return SourceNode(.array(nodes), at: place)
    case .object(let object):
      var (members, keys): ([SourceNode.Member], Set<String>) = ([], [])
      for member in object.members {
        let (key, keyPlace) = (member.key, Self.place(positions.position(ofKey: member), in: file))
        guard keys.insert(key).inserted else { throw SourceFault(.duplicateKey(key), at: keyPlace) }
        members.append(.init(key: key, keyPlace: keyPlace, value: try node(member.value)))
      }
      return SourceNode(.object(members), at: place)
    }
  }

  /// Decodes a file that a program has written, and says in words what it lacks.
  ///
  /// - Parameters:
  ///   - data: JSON as `JSONDecoder` takes it.
  ///   - file: How diagnostics call it; nil where whoever catches the fault knows.
  ///   - element: Where `data` stand in a larger document, e.g. `cases[3]`; empty for a whole file.
  /// - Throws: `SourceFault` with the line and column where the JSON ends to be some, else with the path of the value
  ///   that is missing or of another kind.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from data: Data, file: String? = nil, element: String = ""
  ) throws(SourceFault) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw fault(error, in: data, file: file, element: element)
    }
  }

  private static func fault(_ error: any Error, in data: Data, file: String?, element: String) -> SourceFault {
    let document: JSONDocument
    do {
      document = try JSONDocument.parse([UInt8](data))
    } catch {
      let place = Place.line(error.position.line, column: error.position.column, in: file)
      return SourceFault(.json(error.kind), at: element.isEmpty ? place : .json(element, in: file))
    }
    // What is thrown is a `DecodingError`, but for what a type's own decoding might think of.
    let (fact, path) = (error as? DecodingError)?.words(in: document.root.value) ?? (.unsuitable(found: "it"), [])
    let keys = path.reduce(element) { $1.appended(to: $0) }
    return SourceFault(fact, at: keys.isEmpty ? Place(file: file) : .json(keys, in: file))
  }
}

extension DecodingError {
  fileprivate func words(in root: JSONValue) -> (fact: SourceFault.Fact, path: [any CodingKey]) {
    switch self {
    case .keyNotFound(let key, let context): return (.missingKey(key.stringValue), context.codingPath)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let found = root.value(at: context.codingPath)?.inWords ?? "nothing"
      return (.otherKind(expected: Self.inWords(type), found: found), context.codingPath)
    case .dataCorrupted(let context):
      // Types of our own say what they expect, in small letters; the library's sentences tell of Swift's types.
      if let first = context.debugDescription.first, first.isLowercase {
        return (.refused(context.debugDescription), context.codingPath)
      }
      // The decoder does not say where a number is that its type can't hold.
      if context.codingPath.isEmpty { return (.refused(Self.unfitNumber), []) }
      return (.unsuitable(found: root.value(at: context.codingPath)?.inWords ?? "it"), context.codingPath)
    @unknown default: return (.unsuitable(found: "it"), [])
    }
  }

  private static let unfitNumber = "a number is too large, or has decimals where a whole one belongs"

  private static func inWords(_ type: any Any.Type) -> String {
    switch type {
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is Bool.Type: "true or false"
    case is any StringProtocol.Type: "a text"
    case is [Any].Type: "a list"
    default: "a mapping"
    }
  }
}

extension JSONValue {
  /// What a decoder's path leads to; nil where there is nothing.
  fileprivate func value(at path: [any CodingKey]) -> JSONValue? {
    path.reduce(self as JSONValue?) { value, key in
      switch value?.content {
      case .object(let object): object.members.first { $0.key == key.stringValue }?.value
      case .array(let array): key.intValue.flatMap { array.dropFirst($0).first }
      default: nil
      }
    }
  }

  /// In the words of `SourceNode.inWords`.
  fileprivate var inWords: String {
    switch content {
    case .object: "a mapping"
    case .array: "a list"
    case .string(let text): text.count <= 40 ? "\"\(text)\"" : "\"\(text.prefix(40))…\""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .null: "nothing"
    }
  }
}

extension CodingKey {
  /// `document.children[0].name`
  fileprivate func appended(to path: String) -> String {
    if let intValue { return "\(path)[\(intValue)]" }
    return path.isEmpty ? stringValue : "\(path).\(stringValue)"
  }
}
