import { ensureBuilt } from '../../scripts/build.mjs'

/** Journeys run what is shipped: the built server and the built web app of this source. */
export default ensureBuilt
