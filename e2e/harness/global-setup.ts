import { ensureBuilt } from '../../scripts/build.mjs'
import { makeTemplate } from './server'

/** Journeys test what is shipped: the built server and the built web app of this source. */
export default async function prepare(): Promise<() => Promise<void>> {
  await ensureBuilt()
  return makeTemplate()
}
