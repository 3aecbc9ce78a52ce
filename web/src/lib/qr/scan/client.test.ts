import { DEFAULT_QR_SETTINGS, QR_PRESETS } from '@scanleaf/qr'
import { expect, test } from 'vitest'
import { checkScan, repairScan } from './client'

const text = 'HTTPS://QR.EXAMPLE/AB12CD34'
const faint = { ...DEFAULT_QR_SETTINGS, foregroundColor: '#CCCCCC' }

test('the worker judges designs with its two decoders', async () => {
  const [plain, soft, pale] = await Promise.all(
    [DEFAULT_QR_SETTINGS, QR_PRESETS.soft, faint].map((design) => checkScan({ text, design })),
  )
  expect(plain).toMatchObject({ passes: true, bars: 5, reasons: [] })
  expect(soft?.passes).toBe(true)
  expect(pale).toMatchObject({ passes: false, reasons: ['low-contrast'] })
})

test('a repaired design passes', async () => {
  const { design, steps } = await repairScan({ text, design: faint })
  expect(steps.length).toBeGreaterThan(0)
  expect((await checkScan({ text, design })).passes).toBe(true)
})

test('a check that is given up ends at once, the one after it is answered', async () => {
  const giveUp = new AbortController()
  const running = checkScan({ text, design: faint })
  const dropped = checkScan({ text, design: faint }, giveUp.signal)
  const newest = checkScan({ text, design: DEFAULT_QR_SETTINGS })
  giveUp.abort()
  await expect(dropped).rejects.toMatchObject({ name: 'AbortError' })
  expect((await running).passes).toBe(false)
  expect((await newest).passes).toBe(true)
})

test('a design that cannot be checked is an error, and the next one is checked', async () => {
  await expect(checkScan({ text: 'a'.repeat(3000), design: DEFAULT_QR_SETTINGS })).rejects.toThrow()
  expect((await checkScan({ text, design: DEFAULT_QR_SETTINGS })).passes).toBe(true)
})
