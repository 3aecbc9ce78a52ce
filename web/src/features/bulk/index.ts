export { CreateManyPage } from './create/create-many-page'
export { RunPage } from './job/run-page'
