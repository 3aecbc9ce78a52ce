import { defineConfig } from 'vitest/config'

/** Real processes, killed: `npm run test:faults` builds the program first. They mostly start, wait and are killed. */
export default defineConfig({
  test: {
    name: 'faults',
    include: ['faults/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})
