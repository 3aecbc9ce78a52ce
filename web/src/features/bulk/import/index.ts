export { ImportPage } from './import-page'
export { MoveInCard } from './start/move-in-card'
export { RecentImports } from './start/recent-imports'
