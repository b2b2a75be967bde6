// One import for whoever depends on the product. The underscore says that the attribute may change; Swift has no other way
// to hand modules on, and packages of Apple's own use it.
@_exported import Drawing
@_exported import Layout
@_exported import Prefetching
@_exported import Timeline
