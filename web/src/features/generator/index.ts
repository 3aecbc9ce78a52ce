export { GeneratorPage, type PdfTabProps } from './generator-page'
