export { Members } from './members'
