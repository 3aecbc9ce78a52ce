export { ContentFields } from './content-fields'
