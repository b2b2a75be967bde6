/// Takes a file of the site: its path in the output folder, and its text.
package typealias SiteWriting = (_ path: String, _ text: String) throws -> Void
