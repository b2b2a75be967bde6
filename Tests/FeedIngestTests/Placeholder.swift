import Testing

@testable import FeedIngest
