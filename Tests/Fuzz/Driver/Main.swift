// The entry points that libFuzzer, which has its own `main`, calls. FEEDPROOF_FUZZ_TARGET names the target.
import Foundation
import FuzzTargets
import Support

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FEEDPROOF_FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    FileHandle.standardError.write(Data("FEEDPROOF_FUZZ_TARGET is none of the targets: \(name)\n".utf8))
    exit(2)
  }
  return target
}()

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maxSize: Int) -> Int

/// Writes the target's own seeds into the folder FEEDPROOF_FUZZ_SEEDS, if it is set, and exits.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>?
) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["FEEDPROOF_FUZZ_SEEDS"] else { return 0 }
  do {
    for (name, bytes) in target.seeds {
      try Data(bytes).write(to: URL(fileURLWithPath: folder).appendingPathComponent("seed-\(name)"))
    }
  } catch {
    FileHandle.standardError.write(Data("the seeds can't be written: \(error)\n".utf8))
    exit(2)
  }
  exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  do {
    try target.run(Array(UnsafeBufferPointer(start: data, count: size)))
  } catch {
    FileHandle.standardError.write(Data("violation: \(error)\n".utf8))
    abort()
  }
  return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maxSize: Int, _ seed: UInt32) -> Int {
  var random = SplitMix64(seed: UInt64(seed))
  // Some inputs should fail in the parser.
  if Int.random(in: 0..<5, using: &random) == 0 { return mutateBytes(data, size, maxSize) }
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let mutated = target.mutate(input, limit: maxSize, using: &random), mutated != input else {
    return mutateBytes(data, size, maxSize)
  }
  for (index, byte) in mutated.enumerated() { data[index] = byte }
  return mutated.count
}
