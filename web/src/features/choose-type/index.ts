export { ChooseTypePage } from './choose-type-page'
