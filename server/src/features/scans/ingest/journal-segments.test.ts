import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newBatchId, PROCESS_KEY } from '../../../platform/journal/segment-name'
import { MACHINE } from '../../../platform/process-name'
import { SegmentFolder } from './journal-segments'

test('the open segment of another living process is taken over once it has stood still for more than a minute', async () => {
  let ms = 1_000_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ms)
  const path = mkdtempSync(join(tmpdir(), 'scanleaf-segments-'))
  onTestFinished(() => {
    clock.mockRestore()
    rmSync(path, { recursive: true })
  })
  const name = `${Date.UTC(2026, 10, 21)}-${MACHINE}-${process.ppid}-${newBatchId()}-${newBatchId()}`
  writeFileSync(join(path, `${name}.open`), 'one')
  const folder = new SegmentFolder(path, PROCESS_KEY)
  const after = async (passed: number) => {
    ms += passed
    await folder.takeOver()
    return readdirSync(path)
  }
  expect(await after(0)).toEqual([`${name}.open`])
  // What grows is written to.
  appendFileSync(join(path, `${name}.open`), 'two')
  expect(await after(61_000)).toEqual([`${name}.open`])
  expect(await after(60_000)).toEqual([`${name}.open`])
  expect(await after(1)).toEqual([`${name}.closed`])
})
