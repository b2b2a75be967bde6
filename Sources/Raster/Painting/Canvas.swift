enum Canvas { static let longestSide = 32_767 }
