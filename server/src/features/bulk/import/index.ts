export { exportImports } from './export-imports'
export { eraseImports, importJobs } from './job'
export { codeImports } from './routes'
