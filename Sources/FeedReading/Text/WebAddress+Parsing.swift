import Basics
import DataFormats

/// Addresses as people and services write them.
extension WebAddress {
  /// Parses an absolute address; returns nil if it is invalid or has another scheme.
  package init?(written: String) {
    let bytes = written.utf8.filter { $0 > 0x20 && $0 != 0x7F }
    let text: String
    if let scheme = Self.schemes.first(where: { Self.hasPrefix($0, in: bytes) }) {
      guard let first = bytes.dropFirst(scheme.utf8.count).first, !"/?#:".utf8.contains(first) else { return nil }
      text = scheme + String(decoding: bytes[scheme.utf8.count...], as: UTF8.self)
    } else if bytes.starts(with: "//".utf8) {
      self.init(written: "https:" + String(decoding: bytes, as: UTF8.self))
      return
    } else {
      let end = bytes.firstIndex { "/?#:".utf8.contains($0) } ?? bytes.count
      guard HostName(bare: 0..<end, in: bytes)?.range == 0..<end else { return nil }
      text = "https://" + String(decoding: bytes, as: UTF8.self)
    }
    self.init(text)
  }

  /// The host without `www.`; nil if there is none.
  package var host: String? {
    guard let slashes = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let rest = text[slashes...].dropFirst(2)
    let authority = rest.prefix { !"/?#".contains($0) }
    // The part before an @ is a name and password, and a way to fake a host.
    let host = authority.split(separator: "@").last?.prefix { $0 != ":" } ?? ""
    let name = host.lowercased().hasPrefix("www.") ? host.dropFirst(4) : host
    return name.isEmpty ? nil : CleanText.line(String(name))
  }

  /// Escapes everything but letters, digits and `-._~`, as `%41`.
  static func percentEncoded(_ bytes: some Sequence<UInt8>) -> String {
    var result = ""
    for byte in bytes {
      if Unicode.Scalar.isASCIIWordPart(byte) || "-.~".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        result += byte < 0x10 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return result
  }

  private static func hasPrefix(_ prefix: String, in bytes: [UInt8]) -> Bool {
    bytes.count >= prefix.utf8.count && zip(bytes, prefix.utf8).allSatisfy { asciiLowercase($0) == $1 }
  }

  package static func asciiLowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension JSONNode {
  /// The address in the first non-empty member; nil if it is not an address.
  func address(_ keys: String...) -> WebAddress? {
    keys.lazy.compactMap { text($0) }.first.flatMap(WebAddress.init(written:))
  }
}

/// A host name in a text, as far as it can be recognized without a name server.
struct HostName {
  /// UTF-8 offsets; narrower than the scanned range if the name begins inside a word ("сайтvk.com").
  let range: Range<Int>

  /// A host name in a text without a scheme: it must end with a known top-level domain (or begin with `www.`), and must
  /// not be a new sentence after a missing space ("end.So").
  init?(bare scanned: Range<Int>, in bytes: [UInt8]) {
    let start = Self.latinStart(of: scanned, in: bytes)
    guard let labels = Self.labels(of: start..<scanned.upperBound, in: bytes), labels.count > 1,
      let last = labels.last
    else { return nil }
    let name = String(decoding: bytes[last], as: UTF8.self)
    let lowercase = name.lowercased()
    guard name == lowercase || Self.isUppercase(start..<last.upperBound, in: bytes) else { return nil }
    let isWWW = labels.count > 2 && String(decoding: bytes[labels[0]], as: UTF8.self).lowercased() == "www"
    guard isWWW ? Self.canEndName(bytes[last]) : topLevelDomains.contains(lowercase) else { return nil }
    range = start..<scanned.upperBound
  }

  /// A mail server: any name with a dot whose last label has no digits.
  init?(mail scanned: Range<Int>, in bytes: [UInt8]) {
    guard let labels = Self.labels(of: scanned, in: bytes), labels.count > 1, let last = labels.last,
      Self.canEndName(bytes[last])
    else { return nil }
    range = scanned
  }

  /// After a scheme, any well-formed name is accepted: `localhost`, `10.0.0.1`.
  init?(afterScheme scanned: Range<Int>, in bytes: [UInt8]) {
    guard Self.labels(of: scanned, in: bytes) != nil else { return nil }
    range = scanned
  }

  /// Labels of 1 to 63 bytes, 253 in total, without a hyphen at either end or a leading mark; nil if it is not a host
  /// name.
  private static func labels(of range: Range<Int>, in bytes: [UInt8]) -> [Range<Int>]? {
    guard !range.isEmpty, range.count <= 253 else { return nil }
    var labels: [Range<Int>] = []
    for label in bytes[range].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard (1...63).contains(label.count), label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-"),
        !bytes.scalar(at: label.startIndex).scalar.isMark,
        label.allSatisfy({ $0 >= 0x80 || Unicode.Scalar.isASCIIWordPart($0) || $0 == UInt8(ascii: "-") })
      else { return nil }
      labels.append(label.startIndex..<label.endIndex)
    }
    return labels
  }

  private static func canEndName(_ label: ArraySlice<UInt8>) -> Bool {
    let isPunycode = label.starts(with: "xn--".utf8)
    return label.count >= 2
      && (isPunycode || label.allSatisfy { $0 >= 0x80 || Unicode.Scalar.isASCIILetter($0) })
  }

  private static func isUppercase(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    let name = String(decoding: bytes[range], as: UTF8.self)
    return name == name.uppercased()
  }

  /// The start of a Latin name that directly follows letters of another script.
  private static func latinStart(of range: Range<Int>, in bytes: [UInt8]) -> Int {
    var start = range.lowerBound
    var index = range.lowerBound
    var wasOtherScript = false
    while index < range.upperBound {
      let (scalar, length) = bytes.scalar(at: index)
      if wasOtherScript, scalar.isASCII, scalar.isLetter { start = index }
      wasOtherScript = scalar.value >= 0x370
      index += length
    }
    return start
  }
}

/// Top-level domains that distinguish a host name without a scheme from two words around a full stop: country codes,
/// the old generic domains, and the newer ones that posts really use. Names under any other domain need a scheme or
/// `www.`.
let topLevelDomains: Set<String> = Set(
  [countryCodes, genericDomains, internationalDomains].flatMap { $0.split(separator: " ").map(String.init) })

private let countryCodes = """
  ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf \
  cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg \
  gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn \
  kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na \
  nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh \
  si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve \
  vg vi vn vu wf ws ye yt za zm zw
  """

private let genericDomains = """
  com org net edu gov mil int info biz name pro aero coop museum jobs mobi travel tel asia cat post xxx app art audio \
  auto bar bet bike bio blog boutique build business buzz cafe camera camp capital cards care careers cash center chat \
  church city cloud club codes coffee community company computer cool dance dating day deals design dev digital direct \
  dog earth education email energy events expert express family fan farm fashion film finance fit foundation fun fund \
  fyi gallery game games garden gift global gold group guide guru health help host hosting house icu immo ink \
  institute international jewelry kim land legal life link live loan lol love ltd market marketing media moda moe \
  money moscow movie network news ninja one online page party photo photography photos pics pictures pizza plus press \
  productions pub quest radio realty red rent repair report rest restaurant review rip rocks run sale school science \
  services shoes shop show site social software solutions space sport store renderer style support surf systems tatar \
  team tech technology theater tips today tools top tours town trade training university vip watch web website wiki \
  win wine work works world wtf xyz yoga zone
  """

private let internationalDomains = "рф рус москва дети онлайн сайт орг ком бел укр срб мкд мон қаз бг ею"
