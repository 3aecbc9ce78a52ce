import { lazy } from 'react'
import { Elsewhere } from '../elsewhere'

const CodeScansPage = lazy(async () => ({
  default: (await import('../../features/scans/scans-page')).CodeScansPage,
}))

export const CodeScansScreen = () => <CodeScansPage Elsewhere={Elsewhere} />
