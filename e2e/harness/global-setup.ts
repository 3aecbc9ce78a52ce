import { ensureBuilt } from '../../scripts/build.mjs'
import { startedData } from '../../scripts/test/started-data.mjs'

/** Journeys test what is shipped: the built server and the built web app of this source. */
export default async function prepare(): Promise<void> {
  await ensureBuilt()
  await startedData()
}
