extension Judgement {
  /// Puts the causes before what they did, in words; those that the reasons tell by themselves are left out.
  package mutating func tell(_ causes: [Cause]) {
    let titles = causes.filter { cause in
      switch cause.kind {
      case .token, .template, .icon, .option, .photo, .content: true
      case .text: !structure.boxes.contains { $0.changes.contains { if case .text = $0 { true } else { false } } }
      case .font, .libraries, .new, .error, .unknown, .motion: false
      }
    }.map(\.title)
    reasons = titles + reasons.filter { !titles.contains($0) }
  }
}
