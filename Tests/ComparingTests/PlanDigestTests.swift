import Testing

@testable import Comparing

@Suite("What the shards of one comparison have in common")
struct PlanDigestTests {
  private func plan(_ change: (inout PlanDigest) -> Void = { _ in }) -> String {
    let environment = CompareReport.Environment(name: "e", fonts: ["font"], libraries: ["library": "1"])
    var digest = PlanDigest(environment: BaselineEnvironment(environment), options: CompareRun.Options())
    change(&digest)
    return digest.hex
  }

  @Test("shards of different builds of the tool are not of one run")
  func builds() {
    #expect(plan { $0.add(build: "1") } == plan { $0.add(build: "1") })
    #expect(plan { $0.add(build: "1") } != plan { $0.add(build: "2") })
  }
}
