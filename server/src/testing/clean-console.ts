import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** What is written as an error is a fault of the test that ran, unless the test itself watches console.error. */
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
