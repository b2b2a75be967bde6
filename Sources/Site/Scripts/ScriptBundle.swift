import Diagnostics

/// A page's script: a module and all its imports bundled in one file and scope. A page opened as a file can't load
/// modules (their origin is null), so a classic script is shipped.
package struct ScriptBundle: Sendable {
  /// The modules in execution order: imports precede importers.
  let modules: [ScriptModule]

  /// - Parameters:
  ///   - entry: The path of the page's own module.
  ///   - scripts: Texts by path in the folder of page templates.
  /// - Throws: `Diagnostic` for a missing or unreadable script, a name that isn't exported or is declared twice, and
  ///   for circular imports.
  package init(_ entry: String, in scripts: [String: String]) throws(Diagnostic) {
    var order = ModuleOrder(scripts)
    try order.add(entry, askedFrom: nil)
    modules = order.modules
    try checkNames()
  }

  package var text: String {
    "'use strict';\n(() => {\n" + modules.map(\.body).joined() + "})();\n"
  }

  private func checkNames() throws(Diagnostic) {
    var known: [String: Place] = [:]
    for module in modules {
      for name in module.names {
        let place = module.source.place(of: name.offset)
        if let other = known.updateValue(place, forKey: name.text) {
          throw Diagnostic(ScriptIssue.doubledName(name.text, other: other.description), at: place)
        }
      }
    }
  }
}

/// Sorts modules after their imports.
private struct ModuleOrder {
  private let scripts: [String: String]
  private(set) var modules: [ScriptModule] = []
  private var done: [String: Set<String>] = [:]
  /// The path from the entry to the current module.
  private var path: [String] = []

  init(_ scripts: [String: String]) {
    self.scripts = scripts
  }

  @discardableResult
  mutating func add(_ name: String, askedFrom place: Place?) throws(Diagnostic) -> Set<String> {
    if let exports = done[name] { return exports }
    if let start = path.firstIndex(of: name) {
      throw Diagnostic(ScriptIssue.importCircle(Array(path[start...]) + [name]), at: place)
    }
    guard let text = scripts[name] else {
      throw Diagnostic(ScriptIssue.missing(name, known: scripts.keys.sorted()), at: place)
    }
    let module = try ScriptModule(path: name, text: text)
    path.append(name)
    for each in module.imports { try follow(each, in: module) }
    path.removeLast()
    modules.append(module)
    done[name] = module.exports
    return module.exports
  }

  private mutating func follow(_ wanted: ScriptModule.Import, in module: ScriptModule) throws(Diagnostic) {
    let place = module.source.place(of: wanted.specifier.offset)
    guard let path = Self.resolve(wanted.specifier.text, from: module.source.path) else {
      throw Diagnostic(ScriptIssue.importAddress(wanted.specifier.text), at: place)
    }
    let exports = try add(path, askedFrom: place)
    for name in wanted.names where !exports.contains(name.text) {
      throw Diagnostic(
        ScriptIssue.missingExport(name.text, from: path, known: exports.sorted()),
        at: module.source.place(of: name.offset))
    }
  }

  /// Resolves `./b.js` from `feed/a.js` to `feed/b.js`; nil if it doesn't begin with `./` or `../`, or leads out of the
  /// folder.
  static func resolve(_ specifier: String, from path: String) -> String? {
    guard specifier.hasPrefix("./") || specifier.hasPrefix("../") else { return nil }
    var parts = path.split(separator: "/").dropLast()
    for part in specifier.split(separator: "/", omittingEmptySubsequences: false) where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      guard parts.popLast() != nil else { return nil }
    }
    return parts.joined(separator: "/")
  }
}
