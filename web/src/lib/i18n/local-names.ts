/** Apart from the first load, which few languages need it in. */
export { addLocalNames } from '@scanleaf/shared'
