export { CataloguePage } from './catalogue-page'
export { ProductLoader } from './forms/product-page'
