extension Transfers {
  /// A request, and what comes of it.
  package struct Flow {
    /// What is loaded, by the caller's number.
    let key: Int
    package let isUrgent: Bool
    /// Bits.
    var remaining: Double
    var received = 0.0
    /// When its first byte comes.
    let beginsAt: Double
    /// Bits that may be on their way at once; of its own connection.
    var window: Double
    var growsAt: Double
    /// Bits a second, until the next event.
    var rate = 0.0
    /// Of what was given up: until when it still comes.
    var endsAt = Double.infinity

    var isGivenUp: Bool { endsAt < .infinity }
  }

  package struct Arrival {
    package let key: Int
    /// When its first byte came.
    let began: Double
  }
}
