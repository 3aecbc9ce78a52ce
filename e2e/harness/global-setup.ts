import { ensureBuilt } from '../../scripts/build.mjs'

/** Journeys test what is shipped: the built server and the built web app of this source. */
export default ensureBuilt
