/*
 * What the mutation tests change, by area: rules whose own tests take seconds, so that the nightly run is bounded. A test
 * of an area that no longer notices a change of them fails the run.
 */

/** @type {Readonly<Record<string, { workspace: string, mutate: string[], tests: string[] }>>} */
export const MUTATION_AREAS = {
  money: {
    workspace: 'shared',
    mutate: ['src/billing/{format,over-limit,quote,reference,terms,vat,vietqr}.ts'],
    tests: ['src/billing/*.test.ts'],
  },
  redirect: {
    workspace: 'server',
    mutate: [
      'src/features/redirect/http/{analytics-page,route}.ts',
      'src/features/redirect/targets/memory/{key-index,record-store,segment,segment-file}.ts',
    ],
    tests: ['src/features/redirect/http/*.test.ts', 'src/features/redirect/targets/memory/*.test.ts'],
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
