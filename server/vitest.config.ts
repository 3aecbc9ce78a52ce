import { defineConfig } from 'vitest/config'

/** On the embedded engine, or on PostgreSQL with TEST_DATABASE_URL (a server where databases may be created). */
export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: './src/testing/global-setup.ts',
    setupFiles: './src/testing/clean-console.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
