export { openFirstPages } from './first-page'
export { openPdfPages } from './pages/listener'
export { pdfCodeRoutes } from './routes'
export { startPdfSweeper, sweepPdfs } from './sweep'
