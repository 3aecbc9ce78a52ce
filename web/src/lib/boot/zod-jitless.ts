/**
 * The schema library tries once whether it may make code of a text. Our policy forbids that, and browsers report the
 * try; told beforehand it does not try. The library is loaded much later, so it is told by the place that it looks at.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
