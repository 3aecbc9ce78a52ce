export { listen, PLAIN, type Plan, type Simulator } from './simulator'
