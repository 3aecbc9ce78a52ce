export { fillDemo } from './demo'
