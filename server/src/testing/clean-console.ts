import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Any output to console.error fails the test that ran, unless the test itself watches console.error. */
let written: string[] = []

beforeEach(() => {
  written = []
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    written.push(format(...parts))
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(written, 'console.error was called').toEqual([])
})
