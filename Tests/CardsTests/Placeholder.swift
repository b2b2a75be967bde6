import Testing

@testable import Cards
