export { eraseFileTickets } from './repository'
export { codeFiles } from './routes'
