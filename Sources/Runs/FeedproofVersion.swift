/// The tool's own version, for `--version` and manifests.
package enum FeedproofVersion {
  package static let current = "0.1.0"
}
