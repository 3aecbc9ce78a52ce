/**
 * The schema library tries once whether it may compile code from text. Our policy forbids that, and browsers report the
 * attempt; with this setting it does not try. The library is loaded much later, so the setting is a global variable.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
