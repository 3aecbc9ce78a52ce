export { CodeReportsPage } from './code-reports-page'
export { OwnerTakedown } from './owner-takedown'
