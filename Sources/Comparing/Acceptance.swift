import Diagnostics

/// Which cases are accepted with what was named: a case of two causes is accepted when both are, or by its own name.
struct Acceptance {
  private let report: StoredReport
  private var causes: Set<String> = []
  private(set) var cases: Set<String> = []

  init(in report: StoredReport) {
    self.report = report
  }

  mutating func accept(cause id: String) { causes.insert(id) }
  mutating func accept(case id: String) { cases.insert(id) }

  func accepts(cause id: String) -> Bool { causes.contains(id) }

  /// Cases of an accepted cause that have another one as well, which is not.
  var waiting: [StoredReport.Head] {
    report.cases.filter { entry in
      let clusters = entry.allClusters
      return !cases.contains(entry.id) && clusters.contains(where: causes.contains)
        && !clusters.allSatisfy(causes.contains)
    }
  }

  /// Ids of the cases of accepted causes, those that are named left out.
  var ofCauses: [String] {
    guard !causes.isEmpty else { return [] }
    return report.cases.filter { entry in
      let clusters = entry.allClusters
      return !clusters.isEmpty && clusters.allSatisfy(causes.contains)
    }.map(\.id)
  }

  /// What the waiting cases wait for.
  var openCauses: [String] { waiting.flatMap(\.allClusters).uniqued().filter { !causes.contains($0) } }
}
