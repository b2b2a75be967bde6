/// The review of a comparison: what all its pages have in common. Strings are plain text.
package struct ReviewSite: Sendable {
  /// Cases with one and the same cause.
  package struct Cluster: Sendable {
    package var id: String
    package var title: String
    /// Indexes into the review's cases.
    package var cases: [Int]
    /// The command that accepts all of them; nil where none can be accepted.
    package var accept: String?

    package init(id: String, title: String, cases: [Int], accept: String?) {
      self.id = id
      self.title = title
      self.cases = cases
      self.accept = accept
    }
  }

  /// What the page calls the project.
  package var project: String
  /// The tool's version.
  package var tool: String
  /// What tells this comparison's decisions from another one's: the same for the same report.
  package var key: String
  /// What the cards were drawn with.
  package var environment: String
  /// What approving keeps: `full` or `digest`.
  package var keeping: String
  /// The command that approves, without ids: `feedproof approve --project holiday`.
  package var approve: String
  /// Every verdict with its number of cases, those that need somebody first.
  package var verdicts: [(name: String, count: Int)]
  /// The largest first.
  package var clusters: [Cluster]

  package init(
    project: String, tool: String, key: String, environment: String, keeping: String, approve: String,
    verdicts: [(name: String, count: Int)], clusters: [Cluster]
  ) {
    self.project = project
    self.tool = tool
    self.key = key
    self.environment = environment
    self.keeping = keeping
    self.approve = approve
    self.verdicts = verdicts
    self.clusters = clusters
  }
}
