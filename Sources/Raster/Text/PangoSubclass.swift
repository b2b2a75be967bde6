import CPangoCairo

/// A GObject class of ours under one of Pango's, whose instances carry one pointer to a Swift object after the parent's
/// own fields. The Swift object owns the instance, so the pointer is not retained.
struct PangoSubclass: Sendable {
  let type: GType
  /// Bytes from the instance's start to the pointer.
  private let offset: Int

  /// Registers the class; once for each name in a process.
  init(of parent: GType, name: String, classInit: GClassInitFunc) {
    var query = GTypeQuery()
    g_type_query(parent, &query)
    offset = Int(query.instance_size)
    type = g_type_register_static_simple(
      parent, name, query.class_size, classInit, query.instance_size + guint(MemoryLayout<gpointer>.stride), nil,
      GTypeFlags(0))
  }

  /// A new instance with one reference; nil only when GLib gives none.
  func instance(for owner: AnyObject) -> UnsafeMutableRawPointer? {
    guard let object = g_object_new_with_properties(type, 0, nil, nil) else { return nil }
    let instance = UnsafeMutableRawPointer(object)
    instance.storeBytes(of: Unmanaged.passUnretained(owner).toOpaque(), toByteOffset: offset, as: gpointer.self)
    return instance
  }

  /// The Swift object of an instance; nil for a foreign one.
  func owner<Owner: AnyObject>(of instance: UnsafeMutableRawPointer?, as: Owner.Type) -> Owner? {
    guard let instance,
      g_type_check_instance_is_a(instance.assumingMemoryBound(to: GTypeInstance.self), type) != 0,
      let pointer = instance.load(fromByteOffset: offset, as: gpointer?.self)
    else { return nil }
    return Unmanaged<Owner>.fromOpaque(pointer).takeUnretainedValue()
  }
}
