/// The version of Feedproof, for `--version` and manifests.
package enum FeedproofVersion {
  package static let current = "0.2.0"
}
