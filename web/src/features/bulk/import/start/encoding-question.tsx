import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button/button'
import { ReadingChoice } from '../../../../ui/reading-choice/reading-choice'
import type { EncodingReading } from './encoding-readings'

export interface EncodingQuestionProps {
  /** The likeliest first. */
  readings: readonly EncodingReading[]
  onChoose: (encoding: EncodingReading['encoding']) => void
}

/** Asks how a file is read that fits several code pages, before it is sent. */
export function EncodingQuestion({ readings, onChoose }: EncodingQuestionProps) {
  const { t } = useTranslation('bulk')
  const [first] = readings
  const [chosen, setChosen] = useState(first?.encoding ?? 'utf-8')
  return (
    <>
      <ReadingChoice label={t('encoding')} readings={readings} value={chosen} onChange={setChosen} />
      <div>
        <Button onClick={() => onChoose(chosen)}>{t('import.encoding.read')}</Button>
      </div>
    </>
  )
}
