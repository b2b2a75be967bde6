import Testing

@testable import CardTemplates
