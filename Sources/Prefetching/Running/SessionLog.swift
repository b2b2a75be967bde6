/// One session, load by load: what a picture of it is drawn from. Seconds from its beginning.
package struct SessionLog: Sendable {
  package struct Visit: Hashable, Sendable {
    package let item: Int
    package let began: Double
    /// Nil where it was left before.
    package let shown: Double?
    package let ended: Double
  }

  package struct Load: Hashable, Sendable {
    package enum End: String, Sendable { case loaded, cancelled, unfinished }

    package let item: Int
    package let part: Int
    package let asked: Double
    /// When its first byte came.
    package let began: Double
    package let ended: Double
    package let end: End
  }

  package var visits: [Visit] = []
  /// In the order in which they ended.
  package var loads: [Load] = []
  /// When what is under way was asked for, by the run's number of the part.
  var asked: [Int: Double] = [:]

  package init() {}
}
