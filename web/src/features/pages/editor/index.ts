export { PageEditor } from './page-editor'
