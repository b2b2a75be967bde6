/// A layer of a design file, as Figma's REST API tells it (`GET /v1/files/:key` and `/nodes`); what a comparison needs.
struct FigmaNode: Decodable {
  struct Box: Decodable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  struct Fill: Decodable {
    struct Color: Decodable {
      var r: Double
      var g: Double
      var b: Double
      var a: Double?
    }
    var type: String
    var visible: Bool?
    var opacity: Double?
    var color: Color?
  }

  struct Style: Decodable {
    var fontFamily: String?
    var fontWeight: Double?
    var fontSize: Double?
    var lineHeightPx: Double?
    var letterSpacing: Double?
    var textTruncation: String?
  }

  /// What a mockup's maker adds in Figma's own place for such things: lines and baselines, which Figma does not tell.
  struct Shared: Decodable {
    struct Facts: Decodable {
      /// What the lines say, joined by newlines.
      var lines: String?
      /// The first baseline's y from the frame's top, a number in text.
      var baseline: String?
    }
    var feedproof: Facts?
  }

  var id: String
  var name: String
  var type: String
  var visible: Bool?
  var opacity: Double?
  /// Nil for layers without a place (and for everything that is hidden).
  var absoluteBoundingBox: Box?
  var fills: [Fill]?
  var characters: String?
  var style: Style?
  var sharedPluginData: Shared?
  var children: [FigmaNode]?
}

/// The answer's envelope: a whole file, or the nodes that were asked for.
struct FigmaFile: Decodable {
  struct Document: Decodable {
    var document: FigmaNode
  }

  var roots: [FigmaNode]

  private enum Key: CodingKey { case document, nodes }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let nodes = try container.decodeIfPresent([String: Document?].self, forKey: .nodes) {
      roots = nodes.sorted { $0.key < $1.key }.compactMap { $0.value?.document }
    } else {
      roots = [try container.decode(FigmaNode.self, forKey: .document)]
    }
  }
}
