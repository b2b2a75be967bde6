/// The libcurl of this machine, which is opened when it is first needed.
package enum Libcurl {
  /// The version, for example `libcurl/7.88.1 OpenSSL/3.0.9`; nil if no usable libcurl is installed.
  package static var version: String? { CurlTransport.version }
}
