import { fileURLToPath } from 'node:url'
import { MUTATION_AREAS } from './mutation-areas.mjs'

/** The tests of the area `MUTATION_AREA`, by the configuration of their workspace. */
export default async () => {
  const { workspace, tests } = MUTATION_AREAS[process.env.MUTATION_AREA]
  const { default: config } = await import(`../../${workspace}/vitest.config.ts`)
  const root = fileURLToPath(new URL(`../../${workspace}`, import.meta.url))
  // Each change is loaded afresh.
  return { ...config, root, test: { ...config.test, include: tests, isolate: true } }
}
