import { lazy } from 'react'
import { ChooseTypePage } from '../../features/choose-type'

const PasteBox = lazy(async () => ({
  default: (await import('../../features/generator/paste/paste-box')).PasteBox,
}))

export const ChooseTypeScreen = () => <ChooseTypePage PasteBox={PasteBox} />
