import Foundation
import Support
import Testing
import Yams

/// Runs the files in `deploy` like a cluster would; a script replaces the cluster.
@Suite("Deploying")
struct DeployTests {
  private static let feed = """
    {"items": [\((1...7).map { #"{"post_id": \#($0), "source_id": 1, "date": 5, "text": "post \#($0)"}"# }.joined(separator: ","))],
     "profiles": [{"id": 1, "first_name": "A", "last_name": "B"}]}
    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.feed, to: "feed/page.json")
    try folder.write("widths: 320\nscales: 1\nthemes: [light]\nlocale: en\n", to: "feed/feedproof.yml")
    let whole = try Tool.run(["export", "feed", "--quiet", "--output", "whole"], in: folder.url)
    #expect(whole.status == 0, "\(whole.error)")
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  /// Returns the files of an output, except for its state folder.
  private func contents(_ output: String) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path(output))
      .filter { $0.contains(".") && !$0.hasPrefix(".feedproof") }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: path("\(output)/\($0)")))) })
  }

  private func shell(
    _ command: [String], _ variables: [String: String] = [:]
  ) throws -> (status: Int32, text: String) {
    let tools = [
      "FEEDPROOF": Tool.executable.path,
      "PATH": path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
    ]
    let outcome = try Tool.run(
      command: command,
      environment: ["FEEDPROOF_HOME": Checkout.folder.path].merging(tools) { $1 }.merging(variables) { $1 },
      in: folder.url)
    return (outcome.status, outcome.output + outcome.error)
  }

  private func install(_ script: String, as name: String) throws {
    try folder.write(script, to: "bin/\(name)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("bin/\(name)"))
  }

  // MARK: Slurm

  /// Runs the tasks of an array one after the other, and dependent jobs when they are submitted.
  private static let sbatch = """
    #!/usr/bin/env bash
    set -euo pipefail
    array= dependency=
    while [[ $1 == --* ]]; do
      case $1 in
        --array=*) array=${1#*=} ;;
        --dependency=*) dependency=${1#*=} ;;
        --parsable | --kill-on-invalid-dep=yes) ;;
        *) echo "sbatch: unknown option $1" >&2; exit 1 ;;
      esac
      shift
    done
    echo "array=$array dependency=$dependency" >>jobs
    if [[ -n $array ]]; then
      export SLURM_ARRAY_TASK_MIN=${array%-*} SLURM_ARRAY_TASK_MAX=${array#*-} SLURM_ARRAY_TASK_STEP=1
      export SLURM_ARRAY_TASK_COUNT=$((SLURM_ARRAY_TASK_MAX - SLURM_ARRAY_TASK_MIN + 1)) SLURM_CPUS_PER_TASK=2
      for ((task = SLURM_ARRAY_TASK_MIN; task <= SLURM_ARRAY_TASK_MAX; task++)); do
        SLURM_ARRAY_TASK_ID=$task bash "$@" >&2
      done
      echo "41;here"
    else
      bash "$@" >&2
      echo "42;here"
    fi
    """

  @Test("on Slurm, an array draws the parts and a job that waits for it joins them", arguments: [1, 3])
  func slurm(shards: Int) throws {
    try install(Self.sbatch, as: "sbatch")
    let submit = Checkout.url("deploy/slurm/submit").path
    let outcome = try shell(["bash", submit, "feed", "output", "--shards", "\(shards)", "--quiet"])
    #expect(outcome.status == 0, "\(outcome.text)")
    let jobs = try String(contentsOfFile: path("jobs"), encoding: .utf8)
    #expect(jobs == "array=1-\(shards) dependency=\narray= dependency=afterok:41\n")
    #expect(try contents("output") == contents("whole"))
  }

  @Test("without a feed and an output, submitting says what it needs")
  func slurmUsage() throws {
    let outcome = try shell(["bash", Checkout.url("deploy/slurm/submit").path, "feed"])
    #expect(outcome.status == 2 && outcome.text.contains("FEED OUTPUT"))
  }

  // MARK: Kubernetes

  /// The fields of a manifest that tests check.
  private struct Job: Decodable {
    struct Spec: Decodable {
      struct Template: Decodable {
        struct PodSpec: Decodable {
          struct Container: Decodable {
            struct Variable: Decodable {
              var name: String
              var value: String
            }
            var command: [String]
            var args: [String]
            var env: [Variable]
          }
          var restartPolicy: String
          var containers: [Container]
        }
        var spec: PodSpec
      }
      var completionMode: String?
      var completions: Int?
      var template: Template
    }
    var apiVersion: String
    var kind: String
    var spec: Spec
  }

  private func job(_ name: String) throws -> Job {
    let text = try String(contentsOf: Checkout.url("deploy/kubernetes/\(name).yaml"), encoding: .utf8)
    return try YAMLDecoder().decode(Job.self, from: text)
  }

  /// Runs the container's command with its variables in this folder.
  private func run(_ job: Job, index: Int? = nil) throws -> (status: Int32, text: String) {
    let container = try #require(job.spec.template.spec.containers.first)
    var variables = Dictionary(uniqueKeysWithValues: container.env.map { ($0.name, $0.value) })
    variables["OUTPUT"] = path("output")
    if variables["FEED"] != nil { variables["FEED"] = path("feed") }
    if let index { variables["JOB_COMPLETION_INDEX"] = "\(index)" }
    return try shell(container.command + container.args, variables)
  }

  @Test("on Kubernetes, an indexed job draws the parts and a job joins them")
  func kubernetes() throws {
    try FileManager.default.createDirectory(atPath: path("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path("bin/feedproof"), withDestinationPath: Tool.executable.path)
    let (export, merge) = (try job("export"), try job("merge"))
    #expect(export.kind == "Job" && export.apiVersion == "batch/v1" && export.spec.completionMode == "Indexed")
    for index in 0..<(export.spec.completions ?? 0) {
      let outcome = try run(export, index: index)
      #expect(outcome.status == 0, "\(outcome.text)")
    }
    let outcome = try run(merge)
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(try contents("output") == contents("whole"))
  }

  @Test("the manifests agree on the number of parts")
  func numbers() throws {
    let (export, merge) = (try job("export"), try job("merge"))
    for job in [export, merge] {
      let count = job.spec.template.spec.containers[0].env.first { $0.name == "FEEDPROOF_SHARD_COUNT" }?.value
      #expect(count == export.spec.completions.map(String.init))
      #expect(job.spec.template.spec.restartPolicy == "Never")
    }
  }

  @Test("the image holds what the tool loads and what the launcher asks for")
  func image() throws {
    let text = try String(contentsOf: Checkout.url("deploy/Dockerfile"), encoding: .utf8)
    let setup = try String(contentsOf: Checkout.url("scripts/setup"), encoding: .utf8)
    let rows: [[String]] = setup.components(separatedBy: "\n").map { $0.components(separatedBy: "|") }
    let needed = rows.filter { row in
      guard row.count > 3, row[0] == "run" else { return false }
      return row[1].hasPrefix("module ") || row[1].hasPrefix("font ")
    }
    #expect(!needed.isEmpty)
    for row in needed { #expect(text.contains(row[2]), "\(row[2])") }
    for folder in ["Templates", "Mockups"] { #expect(text.contains(folder)) }
  }
}
