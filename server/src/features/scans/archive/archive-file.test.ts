import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { branches, runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileStore, openFiles } from '../../../platform/files/file-store'
import type { ScanFacts } from '../analytics/scan-log-repository'
import { readArchive } from './archive-file'
import { ROWS_PER_GROUP } from './parquet-format'
import { flat, merged, withoutArchived } from './scan-streams'
import { writeArchive } from './write-archive'

let folder: string
let files: FileStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanleaf-archive-'))
  files = await openFiles({ dataDir: folder, s3: null })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const DAY = '2026-03-14'
const BEGINS = Date.parse(`${DAY}T00:00:00Z`)
const codeOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const scan: fc.Arbitrary<ScanFacts> = fc.record({
  codeId: fc.integer({ min: 0, max: 3 }).map(codeOf),
  // Few moments, so that several scans share one.
  at: fc.integer({ min: 0, max: 5 }).map((ms) => new Date(BEGINS + ms)),
  kind: fc.constantFrom('person', 'bot', 'preview', 'prefetch', 'head'),
  isUnique: fc.boolean(),
  isRepeat: fc.boolean(),
  isTimeCorrected: fc.boolean(),
  outcome: fc.constantFrom(0, 1, 2047),
  country: fc.constantFrom('', 'VN'),
  device: text,
  system: text,
  browser: text,
  referrer: text,
  language: text,
  userAgent: fc.oneof(text, fc.constantFrom('one', 'other')),
})
const SCAN: ScanFacts = {
  ...{ codeId: codeOf(0), at: new Date(BEGINS), kind: 'person', isUnique: true, isRepeat: false },
  ...{ isTimeCorrected: false, country: '', device: '', system: '', browser: '', referrer: '', language: '' },
  userAgent: 'one',
  outcome: 0,
}
const keyOf = ({ codeId, at }: ScanFacts) => `${codeId} ${at.getTime()}`
const sorted = (scans: readonly ScanFacts[]) => scans.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
const texts = (scans: readonly ScanFacts[]) => scans.map((each) => JSON.stringify(each)).sort()

async function* streamOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
const allOf = <T>(stream: AsyncIterable<T>): Promise<T[]> => Readable.from(stream).toArray()
const written = async (scans: readonly ScanFacts[]) => {
  const archive = await writeArchive(files, DAY, streamOf(sorted(scans)))
  if (!archive) throw new Error('nothing was written')
  return archive
}

test('whatever a scan has comes back', () =>
  fc.assert(
    fc.asyncProperty(fc.array(scan, { minLength: 1, maxLength: 40 }), async (scans) => {
      const read = await allOf(flat(readArchive(files, await written(scans), null)))
      expect(read).toEqual(sorted(scans))
    }),
    { numRuns: runs(30) },
  ))

test('what an archive has is taken away once, and two files of a day read as one', async () => {
  const rare = branches(
    'all archived',
    'none archived',
    'some archived',
    'the same scan on both sides',
    'no scan',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(scan, fc.boolean()), { maxLength: 40 }), async (all) => {
      const scans = sorted(all.map(([each]) => each))
      const archived = sorted(all.filter(([, isArchived]) => isArchived).map(([each]) => each))
      const left = sorted(all.filter(([, isArchived]) => !isArchived).map(([each]) => each))
      if (all.length === 0) rare.reach('no scan')
      else
        rare.reach(
          left.length === 0 ? 'all archived' : archived.length === 0 ? 'none archived' : 'some archived',
        )
      if (texts(left).some((each) => texts(archived).includes(each)))
        rare.reach('the same scan on both sides')
      const late = await allOf(withoutArchived(streamOf(scans), streamOf(archived)))
      expect(texts(late)).toEqual(texts(left))
      expect(texts(await allOf(merged([streamOf(archived), streamOf(late)])))).toEqual(texts(scans))
      if (left.length > 0)
        await expect(allOf(withoutArchived(streamOf(archived), streamOf(scans)))).rejects.toThrow(
          'no longer in the log',
        )
    }),
    {
      numRuns: runs(200),
      examples: [
        [[]],
        [[[SCAN, true]]],
        [[[SCAN, false]]],
        // Two scans in one moment, of which one is archived.
        [
          [
            [SCAN, true],
            [SCAN, false],
          ],
        ],
      ],
    },
  )
  rare.expectAll()
})

test('for one code only the row groups that may have it are read', async () => {
  const scans = Array.from(
    { length: 3 * ROWS_PER_GROUP },
    (_, n): ScanFacts => ({
      codeId: codeOf(Math.floor(n / 10)),
      at: new Date(BEGINS + n),
      ...{ kind: 'person', isUnique: true, isRepeat: false, isTimeCorrected: false, country: 'VN' },
      ...{ device: 'phone', system: 'Android', browser: 'Chrome', referrer: '', language: 'vi' },
      userAgent: `agent ${n}`,
      outcome: 0,
    }),
  )
  const archive = await written(scans)
  let bytes = 0
  const counted: FileStore = {
    ...files,
    readStream(key, range) {
      bytes += range ? range.end - range.start + 1 : archive.bytes
      return files.readStream(key, range)
    },
  }
  const wanted = codeOf(1_500)
  const read = await allOf(flat(readArchive(counted, archive, [wanted])))
  expect(read).toEqual(scans.filter(({ codeId }) => codeId === wanted))
  expect(read).toHaveLength(10)
  expect(bytes).toBeLessThan(archive.bytes / 2)
})
