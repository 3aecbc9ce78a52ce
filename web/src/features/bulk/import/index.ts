export { RecentRuns } from '../recent/recent-runs'
export { ImportPage } from './import-page'
export { MoveInCard } from './start/move-in-card'
