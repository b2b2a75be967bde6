// A single import for users of the product. The underscore means that the attribute may change; Swift has no other way
// to re-export modules, and Apple's packages use it too.
@_exported import Drawing
@_exported import Layout
@_exported import Prefetching
@_exported import Timeline
