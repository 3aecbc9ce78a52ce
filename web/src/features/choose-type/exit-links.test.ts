import { expect, test } from 'vitest'
import { parentPath } from './exit-links'

test.each([
  ['/dynamic-codes/choose-qrcode-type', '/dynamic-codes'],
  ['/dynamic-codes/choose-qrcode-type/', '/dynamic-codes'],
  ['/choose-qrcode-type', '/'],
  ['/', '/'],
])('above %s stands %s', (path, parent) => expect(parentPath(path)).toBe(parent))
