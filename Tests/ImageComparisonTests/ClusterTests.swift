import Drawing
import Testing

@testable import ImageComparison

@Suite("Clusters")
struct ClusterTests {
  private static func clusters(of cases: [(id: String, judgement: Judgement)]) -> [Cluster] {
    var clustering = Clustering()
    for (id, judgement) in cases { clustering.add(id, causes: judgement.causes, verdict: judgement.verdict) }
    return clustering.clusters
  }

  private func judgement(_ reference: CardLayout, _ actual: CardLayout) -> Judgement {
    let structure = StructureComparison().compare(reference: reference.record, actual: actual.record)
    return Judgement(verdict: .different, reasons: structure.reasons, structure: structure)
  }

  @Test("another line height is one cluster, however many lines and whatever boxes a post has")
  func lineHeight() {
    let posts = [(1, 100.0), (3, nil), (6, 239), (14, nil)] as [(Int, Double?)]
    let cases = posts.enumerated().map { index, post in
      let before = CardLayout(textLines: post.0, photoHeight: post.1)
      let after = CardLayout(textLines: post.0, lineHeight: 23, photoHeight: post.1)
      return (id: "post-\(index)", judgement: judgement(before, after))
    }
    let clusters = Self.clusters(of: cases)
    #expect(clusters.map(\.cause.title) == ["line height 22 → 23"])
    #expect(clusters.first?.cases == ["post-0", "post-1", "post-2", "post-3"])
  }

  @Test("a post with a second fault is in a cluster of its own")
  func secondFault() {
    let plain = judgement(CardLayout(), CardLayout(lineHeight: 23))
    let more = judgement(CardLayout(), CardLayout(lineHeight: 23, labelShift: 2))
    let clusters = Self.clusters(of: [("a", plain), ("b", more), ("c", plain)])
    #expect(clusters.map(\.cases) == [["a", "c"], ["b"]])
  }

  @Test("different deltas of the same box are different clusters")
  func deltas() {
    let cases = [0.5, 0.5, 1].enumerated().map { index, shift in
      (id: "\(index)", judgement: judgement(CardLayout(), CardLayout(labelShift: shift)))
    }
    #expect(Self.clusters(of: cases).map(\.cases) == [["0", "1"], ["2"]])
  }

  @Test("one difference comes before everything that a drift explains")
  func differenceFirst() {
    let drift = Cause(.libraries, title: "cairo 1 → 2", identity: "")
    var clustering = Clustering()
    for number in 0..<2000 { clustering.add("\(number)", causes: [drift], verdict: .environment) }
    clustering.add("text", causes: [Cause(.text, title: "text", identity: ""), drift], verdict: .different)
    #expect(clustering.clusters.map(\.cause.title) == ["text", "cairo 1 → 2"])
  }

  @Test("anything that is good is in no cluster, and a cluster is called the same in every run")
  func names() {
    let cases = [
      (id: "a", judgement: Judgement(verdict: .identical)), (id: "b", judgement: Judgement(verdict: .new)),
    ]
    let clusters = Self.clusters(of: cases)
    #expect(clusters.map(\.cases) == [["b"]])
    #expect(clusters.first?.cause.id == Self.clusters(of: cases).first?.cause.id)
  }
}
