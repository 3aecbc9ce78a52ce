import { defineConfig } from 'vitest/config'

/** Real processes, killed: `npm run test:faults` builds the program first. One file after the other, for two cores. */
export default defineConfig({
  test: {
    name: 'faults',
    include: ['faults/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})
