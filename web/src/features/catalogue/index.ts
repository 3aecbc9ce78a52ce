export { CataloguePage } from './catalogue-page'
export { ProductPage } from './forms/product-page'
