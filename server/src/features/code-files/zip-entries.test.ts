import { DEFAULT_QR_SETTINGS } from '@scanleaf/qr'
import { expect, test } from 'vitest'
import { zipOf } from '../../platform/export/zip'
import { loadTranslator } from '../../platform/i18n'
import type { Generator } from '../generator'
import type { UserCodeRow } from '../user-codes'
import { zipEntries } from './zip-entries'

/** Larger than what the streams on the way hold. */
const PICTURE = Buffer.alloc(512 * 1024, 7)

test('a file is drawn a few codes ahead of its reader, and no further once the reader is gone', async () => {
  let asked = 0
  let isEnded = false
  async function* endless(): AsyncGenerator<UserCodeRow> {
    try {
      for (;;) {
        const row = { dynamicId: `ID-${++asked}`, name: '', linkHost: null, contentType: 'Website', tags: [] }
        yield { ...row, codeContent: '{}', target: '', logo: null, qrCustomSettings: {} } as never
      }
    } finally {
      isEnded = true
    }
  }
  const drawFiles: Generator['drawFiles'] = async () => ({ files: [PICTURE], isRead: true })
  const context = {
    generator: { drawFiles } as Generator,
    codeHost: 'https://qr.example',
    language: 'vi',
    translator: loadTranslator(['code-files'], 'browser'),
  } as const
  const zip = { formats: ['png' as const], size: DEFAULT_QR_SETTINGS.size, cmyk: false }
  let taken = 0
  for await (const chunk of zipOf(zipEntries(context, endless(), zip))) {
    taken += chunk.length
    expect(asked - taken / PICTURE.length).toBeLessThan(8)
    if (taken > 20 * PICTURE.length) break
  }
  await expect.poll(() => isEnded).toBe(true)
})
