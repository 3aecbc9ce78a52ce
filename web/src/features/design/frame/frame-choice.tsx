import type { QrFrame } from '@scanleaf/qr'
import { CALLS_TO_ACTION, isLanguage, LANGUAGES, type Language } from '@scanleaf/shared'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import type { CodeLabels } from '../../../lib/qr/frame'
import { SelectField } from '../../../ui/field/select-field'
import { ColorChoice } from '../color-choice'
import { CODE_COLORS } from '../colors'
import form from '../design-form.module.css'
import { callsToAction, type Suggestions } from './calls-to-action'
import { FrameKinds } from './frame-kinds'
import type { FrameProblems } from './frame-problems'
import { FrameText } from './frame-text'
import { SecondLine } from './second-line'

export interface FrameChoiceProps {
  frame: QrFrame | undefined
  labels: CodeLabels
  problems: FrameProblems
  onChange: (frame: QrFrame | undefined) => void
}

const FIRST_COLOR = '#0B3D2A'
const NO_SUGGESTIONS: Suggestions = {}
const TEXT_COLORS = ['#FFFFFF', '#000000', '#FFF7E3', '#EDFAF2']

/** A frame around the code, and the words on it. */
export function FrameChoice({ frame, labels, problems, onChange }: FrameChoiceProps) {
  const { t } = useTranslation(['design', 'errors'])
  const onScreen = useLanguage()
  const queries = useQueryClient()
  // A frame that was taken off comes back as it was.
  const last = useRef(frame)
  const latest = useRef<symbol>(null)
  const language = frame && isLanguage(frame.language) ? frame.language : onScreen
  const { data: calls = NO_SUGGESTIONS } = useQuery(callsToAction(language))

  const change = (next: QrFrame | undefined) => {
    latest.current = null
    if (next) last.current = next
    onChange(next)
  }
  /** Offline the choice still counts: then there are no suggestions, and a text is typed. */
  const callsIn = (of: Language): Promise<Suggestions> =>
    queries.ensureQueryData(callsToAction(of)).catch(() => ({}))
  /** A change that had to wait for texts, dropped when another came first. */
  async function changeLater(next: () => Promise<QrFrame>) {
    const mine = Symbol()
    latest.current = mine
    const made = await next()
    if (latest.current === mine) change(made)
  }

  function chooseKind(kind: QrFrame['kind'] | 'none') {
    if (kind === 'none') return change(undefined)
    const known = frame ?? last.current
    if (known) return change({ ...known, kind })
    const { scan: text = '' } = calls
    const made = { kind, text, language: onScreen, color: FIRST_COLOR }
    change(made)
    if (text === '') void changeLater(async () => ({ ...made, text: (await callsIn(onScreen)).scan ?? '' }))
  }

  function chooseLanguage(current: QrFrame, next: Language) {
    const key = CALLS_TO_ACTION.find((call) => calls[call] === current.text)
    const made = { ...current, language: next }
    change(made)
    if (key) void changeLater(async () => ({ ...made, text: (await callsIn(next))[key] ?? current.text }))
  }

  return (
    <div className={`stack gap-8 ${form.group}`}>
      <FrameKinds frame={frame} onChoose={chooseKind} />
      {frame && (
        <>
          <FrameText
            text={frame.text}
            language={language}
            calls={calls}
            error={problems.text && t(`errors:field.${problems.text}`)}
            onChange={(text) => change({ ...frame, text })}
          />
          <div className={`gap-10 ${form.two}`}>
            <SelectField
              label={t('frame.language')}
              value={language}
              onChange={(event) => chooseLanguage(frame, event.currentTarget.value as Language)}
            >
              {LANGUAGES.map(({ code, name }) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SecondLine
              line={frame.line}
              labels={labels}
              onChange={(line) => change(withLine(frame, line))}
            />
          </div>
          <ColorChoice
            label={t('frame.color')}
            presets={CODE_COLORS}
            value={frame.color}
            onChange={(color) => change({ ...frame, color })}
          />
          <ColorChoice
            label={t('frame.text-color')}
            presets={TEXT_COLORS}
            value={frame.textColor ?? ''}
            special={{ value: '', label: t('frame.auto') }}
            onChange={(textColor) => change(withTextColor(frame, textColor))}
          />
          {problems.color && (
            <p className={`fine ${form.error}`} role="alert">
              {t(`errors:field.${problems.color}`)}
            </p>
          )}
        </>
      )}
    </div>
  )
}

function withLine({ line: _, ...frame }: QrFrame, line: QrFrame['line']): QrFrame {
  return line === undefined ? frame : { ...frame, line }
}

function withTextColor({ textColor: _, ...frame }: QrFrame, textColor: string): QrFrame {
  return textColor === '' ? frame : { ...frame, textColor }
}
