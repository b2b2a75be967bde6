import ArgumentParser

/// The location of a service's token. The token itself is never an option: other users of the machine can read command
/// lines.
struct TokenArguments: ParsableArguments {
  @Option(help: .of("file", "File with the token or app password"))
  var tokenFile: String?

  @Option(help: .of("name", "Environment variable with the token or app password; default: ~/.netrc"))
  var tokenEnv: String?

  func validate() throws {
    if tokenFile != nil && tokenEnv != nil {
      throw ValidationError("--token-file and --token-env exclude each other")
    }
  }
}

/// Options for connections to a service.
struct ConnectionArguments: ParsableArguments {
  @Option(help: .of("seconds", "Maximum wait for a rate limit; default: 900"))
  var maxWait: Double?

  @Option(help: .of("url", "Proxy, http://host:port or socks5h://host:port; default: http_proxy and https_proxy"))
  var proxy: String?

  @Option(help: .of("file", "Certificates to trust, in PEM"))
  var caFile: String?

  @Option(help: .of("url", "URL to use instead of the service's own host"))
  var baseURL: String?

  func validate() throws {
    if let proxy, !proxy.isEmpty, !Self.isProxy(proxy) {
      throw ValidationError("--proxy must be a URL like http://host:port or socks5h://host:port")
    }
    if let maxWait, !(0...86_400).contains(maxWait) {
      throw ValidationError("--max-wait must be from 0 to 86400 seconds")
    }
  }

  /// Accepts the proxy schemes of libcurl (CURLOPT_PROXY(3)), and addresses without a scheme, which are HTTP proxies.
  private static func isProxy(_ text: String) -> Bool {
    let parts = text.components(separatedBy: "://")
    let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
    let isKnown = parts.count == 1 || parts.count == 2 && schemes.contains(parts[0].lowercased())
    return isKnown && parts.last?.isEmpty == false && !text.contains { $0.isWhitespace }
  }
}
