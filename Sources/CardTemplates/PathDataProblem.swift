/// What is wrong with SVG path data, and at which character (from 1).
package struct PathDataProblem: Error, Hashable, Sendable {
  package var message: String
  package var character: Int
}
