import { lazy } from 'react'
import { Elsewhere } from '../elsewhere'

const RulesPage = lazy(async () => ({ default: (await import('../../features/link-rules')).RulesPage }))

export const CodeRulesScreen = () => <RulesPage Elsewhere={Elsewhere} />
