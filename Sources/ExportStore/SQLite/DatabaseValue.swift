import Foundation

/// A value of a column or of a statement's argument.
enum DatabaseValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

/// A Swift type that a column can hold.
protocol ColumnValue {
  var databaseValue: DatabaseValue { get }

  /// - Returns: Nil if the column has another type.
  init?(_ value: DatabaseValue)
}

extension Int64: ColumnValue {
  var databaseValue: DatabaseValue { .integer(self) }

  init?(_ value: DatabaseValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Int: ColumnValue {
  var databaseValue: DatabaseValue { .integer(Int64(self)) }

  init?(_ value: DatabaseValue) {
    guard case .integer(let number) = value else { return nil }
    self.init(exactly: number)
  }
}

extension Bool: ColumnValue {
  var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }

  init?(_ value: DatabaseValue) {
    guard case .integer(let number) = value else { return nil }
    self = number != 0
  }
}

extension String: ColumnValue {
  var databaseValue: DatabaseValue { .text(self) }

  init?(_ value: DatabaseValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Data: ColumnValue {
  var databaseValue: DatabaseValue { .blob(self) }

  init?(_ value: DatabaseValue) {
    guard case .blob(let bytes) = value else { return nil }
    self = bytes
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

  init?(_ value: DatabaseValue) {
    if value == .null {
      self = .none
    } else if let wrapped = Wrapped(value) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }
}
