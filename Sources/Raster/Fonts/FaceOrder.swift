import Drawing

/// In which order the lock's faces are tried for a character. The first that has the character draws it.
///
/// A pure function of the lock, the style, and the characters of the text itself: that is what makes a shaped text
/// independent of the machine, of other texts and of threads. The lock need not say what a face covers (and so can't say
/// it wrong): a face's own character map decides, and faces behind the one that has the character are never opened. What
/// the lock may say is that a face is for one script: texts without it pass the face over.
struct FaceOrder: Hashable {
  /// How Han characters are written, which Unicode doesn't tell apart.
  enum Han: String, Hashable {
    case chinese = "zh"
    case japanese = "ja"
    case korean = "ko"

    /// Kana make a text Japanese, hangul makes it Korean; Han alone is taken for Chinese.
    init(of text: some Sequence<Unicode.Scalar>) {
      var hasHangul = false
      for scalar in text where scalar.value >= 0x1100 {
        switch scalar.value {
        case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D:
          self = .japanese
          return
        case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: hasHangul = true
        default: break
        }
      }
      self = hasHangul ? .korean : .chinese
    }
  }

  var family: String
  /// CSS weight.
  var weight: Int
  var han: Han
  /// Those of the lock's scripts that the text is written in: faces for others are not asked at all.
  var scripts: Set<Script> = []

  /// The first of `text(in:)`.
  func first(in lock: FontLock) -> FontFaceID? {
    let own = lock.faces.indices.filter { lock.faces[$0].family == family && lock.faces[$0].style == "normal" }
    if own.isEmpty { return text(in: lock).first }
    return nearest(among: own.map { (FontFaceID(index: $0), lock.faces[$0]) })
  }

  /// For text: the style's family, then the others as the lock lists them, each with the face nearest in weight; Han
  /// faces of other languages last.
  func text(in lock: FontLock) -> [FontFaceID] {
    let ranked = families(of: lock).map { name, faces in
      (name == family ? 0 : isForeign(faces[0].face) ? 2 : 1, nearest(among: faces))
    }
    return (0...2).flatMap { rank in ranked.filter { $0.0 == rank }.map(\.1) }
  }

  /// For characters with emoji presentation: the emoji families before all others.
  func emoji(in lock: FontLock) -> [FontFaceID] {
    let order = text(in: lock)
    let isEmoji = { (id: FontFaceID) in lock.faces[id.index].emoji == true }
    return order.filter(isEmoji) + order.filter { !isEmoji($0) }
  }

  private typealias Candidate = (id: FontFaceID, face: FontLock.Face)

  /// Upright faces by family, in the lock's order.
  private func families(of lock: FontLock) -> [(name: String, faces: [Candidate])] {
    var families: [(name: String, faces: [Candidate])] = []
    for (index, face) in lock.faces.enumerated() where face.style == "normal" && isAsked(face) {
      let candidate = (FontFaceID(index: index), face)
      if let known = families.firstIndex(where: { $0.name == face.family }) {
        families[known].faces.append(candidate)
      } else {
        families.append((face.family, [candidate]))
      }
    }
    return families
  }

  private func isAsked(_ face: FontLock.Face) -> Bool {
    guard let script = face.script, face.family != family else { return true }
    return scripts.contains(Script(script))
  }

  private func isForeign(_ face: FontLock.Face) -> Bool { face.language.map { $0 != han.rawValue } ?? false }

  /// CSS font matching: from 400 and 500 first towards each other, then lighter, then bolder; lighter weights look
  /// further down first, bolder ones further up.
  private func nearest(among faces: [Candidate]) -> FontFaceID {
    func cost(_ candidate: Int) -> Int {
      if candidate == weight { return 0 }
      let distance = abs(candidate - weight)
      let preferred =
        switch weight {
        case ..<400: candidate < weight
        case 400...500: candidate > weight && candidate <= 500
        default: candidate > weight
        }
      if preferred { return distance }
      let second = (400...500).contains(weight) && candidate < weight
      return distance + (second ? 1_000 : 2_000)
    }
    return faces.min { cost($0.face.weight) < cost($1.face.weight) }?.id ?? faces[0].id
  }
}
