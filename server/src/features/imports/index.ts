export { eraseImports, importJobs } from './job'
export { codeImports } from './routes'
