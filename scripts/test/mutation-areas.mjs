import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'

/*
 * What the mutation tests change, by area: rules whose own tests take seconds, so that the nightly run is bounded. A test
 * of an area that no longer notices a change of them fails the run.
 */

/** @type {Readonly<Record<string, { workspace: string, mutate: string[], tests: string[] }>>} */
export const MUTATION_AREAS = {
  money: {
    workspace: 'shared',
    mutate: ['src/billing/{format,over-limit,quote,reference,terms,vat}.ts'],
    tests: ['src/billing/*.test.ts'],
  },
  redirect: {
    workspace: 'server',
    mutate: [
      'src/features/redirect/http/{analytics-page,route}.ts',
      'src/features/redirect/targets/record-store/{key-index,record-store,segment,segment-file}.ts',
    ],
    tests: [
      'src/features/redirect/route.test.ts',
      'src/features/redirect/http/*.test.ts',
      'src/features/redirect/targets/record-store/*.test.ts',
    ],
  },
  scans: {
    workspace: 'server',
    mutate: ['src/features/scans/batch-size.ts', 'src/platform/journal/{frame,scan-record,segment-name}.ts'],
    tests: ['src/features/scans/batch-size.test.ts', 'src/platform/journal/{frame,scan-record}.test.ts'],
  },
  account: {
    workspace: 'server',
    mutate: [
      'src/features/account/second-factor/totp.ts',
      'src/features/account/oidc/claims.ts',
      'src/platform/trusted-clock/trusted-time.ts',
    ],
    tests: [
      'src/features/account/second-factor/totp.test.ts',
      'src/features/account/oidc/claims.test.ts',
      'src/platform/trusted-clock/trusted-time.test.ts',
    ],
  },
  backup: {
    workspace: 'server',
    mutate: ['src/platform/backup/{copy,keep,layout,prove-backup}.ts', 'src/platform/db/dump/catalog.ts'],
    tests: ['src/platform/backup/*.test.ts', 'src/platform/db/dump/dump.test.ts'],
  },
}

/** Patterns of areas that name no file, such as those of a folder that has another name now. */
export function findMutationAreaErrors() {
  return Object.entries(MUTATION_AREAS).flatMap(([area, { workspace, mutate, tests }]) =>
    [...mutate, ...tests]
      .flatMap(alternativesOf)
      .filter((pattern) => globSync(pattern, { cwd: join(ROOT, workspace) }).length === 0)
      .map(
        (pattern) => `scripts/test/mutation-areas.mjs: ${pattern} of ${area} names no file of ${workspace}`,
      ),
  )
}

/** @example alternativesOf('src/{a,b}.ts') // ['src/a.ts', 'src/b.ts'] */
function alternativesOf(pattern) {
  const [, before = '', inside, behind = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
  return inside === undefined ? [pattern] : inside.split(',').map((each) => `${before}${each}${behind}`)
}
