export { CreateManyPage } from './create-many-page'
export { BatchPage } from './job/batch-page'
