import type { PageOfCode } from '@scanleaf/shared'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfirmed } from '../../../lib/api/confirmation'
import { fieldText } from '../../../lib/forms/field-text'
import { useLanguage } from '../../../lib/i18n/i18n'
import { isPlanLimit, showPlanLimit } from '../../../lib/plan-limit'
import { randomId } from '../../../lib/random-id'
import { BottomBar } from '../../../ui/bottom-bar/bottom-bar'
import { Button } from '../../../ui/button/button'
import { PageHeader } from '../../../ui/page/page-header'
import { createPage, pageQuery, publishDraft, saveDraft } from '../api'
import { PicturesContext } from '../fields/picture-field'
import type { PageSlots } from '../slots'
import {
  type Answers,
  answeredPage,
  isWizardKind,
  NO_ANSWERS,
  QUESTIONS,
  type Question,
} from '../state/answers'
import { PublishedPage } from './published-page'
import { QuestionFields } from './question-fields'
import { fieldsOf } from './question-fields-of'
import { useWaitingPictures } from './use-waiting-pictures'
import styles from './wizard.module.css'

/** /dynamic-codes/new-page: four questions, and a code has a page that is public. @param code that gets it; else a new one */
export function WizardPage({ slots }: { slots: PageSlots }) {
  const { t } = useTranslation(['page-editor', 'pages', 'errors', 'common', 'content-types'])
  const { kind: asked, code }: { kind?: string; code?: string } = useSearch({ strict: false })
  const kind = isWizardKind(asked) ? asked : 'menu'
  const language = useLanguage()
  const confirmed = useConfirmed()
  const [answers, setAnswers] = useState<Answers>(NO_ANSWERS)
  const [step, setStep] = useState(0)
  const [isTried, setIsTried] = useState(false)
  const [key] = useState(randomId)
  const [waiting, setWaiting] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  /** As it was saved last: what was refused after that is tried again on it. */
  const saved = useRef<PageOfCode>(null)
  const pictures = useWaitingPictures()
  const existing = useQuery({ ...pageQuery(code ?? ''), enabled: code !== undefined })
  const questions = QUESTIONS[kind]
  const question = questions[step] ?? 'name'
  const isLast = step === questions.length - 1
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const pageWith = (photos: readonly string[]) =>
    answeredPage(kind, answers, { language, zone, sectionTitle: t('pages:menu'), photos })
  const { page, problems } = pageWith([])
  const wrongOf = (each: Question) =>
    Object.entries(problems).filter(([field]) => fieldsOf(each).includes(field))
  const errors = Object.fromEntries(
    isTried
      ? wrongOf(question).map(([field, problem]) => [field, problem && fieldText(t, { code: problem })])
      : [],
  )

  const publication = useMutation({
    meta: { changes: 'user-codes' },
    mutationFn: async (): Promise<PageOfCode> => {
      const isFirst = saved.current === null
      saved.current ??= code === undefined ? await createPage({ page }, key) : await saveDraft(code, 0, page)
      const { id } = saved.current
      const photos = await pictures.uploadFor(id, answers.photos)
      if (photos.length > 0 || !isFirst)
        saved.current = await saveDraft(id, saved.current.revision, pageWith(photos).page)
      const { revision } = saved.current
      return confirmed(() => publishDraft(id, revision))
    },
    onError: (error) => {
      if (isPlanLimit(error)) showPlanLimit(error)
    },
  })

  useEffect(() => {
    // A question begins with its first field.
    if (step >= 0) form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [step])

  function go(to: number) {
    setIsTried(false)
    setStep(to)
  }

  function proceed(event: FormEvent) {
    event.preventDefault()
    // One that was left for later may be needed.
    const wrong = questions.findIndex((each, at) => (isLast || at === step) && wrongOf(each).length > 0)
    if (wrong >= 0) {
      setStep(wrong)
      setIsTried(true)
    } else if (isLast) publication.mutate()
    else go(step + 1)
  }

  if (publication.data) return <PublishedPage page={publication.data} />
  // A code that has a page already gets no second one: it is led back to the first by publishing it.
  if (existing.data && publication.isIdle)
    return <Navigate to="/dynamic-codes/$id/page" params={{ id: existing.data.id }} replace />
  return (
    <div className={styles.screen}>
      <PageHeader title={t('wizard.title')} />
      <div className={`row gap-5 ${styles.steps}`}>
        {questions.map((each, at) => (
          <i key={each} data-done={at <= step || undefined} />
        ))}
        <span className="small muted">{t('wizard.step', { step: step + 1, total: questions.length })}</span>
      </div>
      <form ref={form} id="question" className="stack gap-8" noValidate onSubmit={proceed}>
        <PicturesContext value={pictures}>
          <QuestionFields
            key={question}
            question={question}
            answers={answers}
            errors={errors}
            slots={slots}
            onChange={setAnswers}
            onWaiting={(more) => setWaiting((count) => count + more)}
          />
        </PicturesContext>
      </form>
      <BottomBar
        error={
          publication.error && !isPlanLimit(publication.error)
            ? messageOf(publication.error, t('common:no-answer'))
            : null
        }
        start={
          step > 0 && (
            <Button variant="subtle" onClick={() => go(step - 1)}>
              {t('common:go-back')}
            </Button>
          )
        }
      >
        {!isLast && step > 0 && (
          <Button variant="default" onClick={() => go(step + 1)}>
            {t('wizard.later')}
          </Button>
        )}
        <Button type="submit" form="question" loading={publication.isPending || waiting > 0}>
          {t(isLast ? 'wizard.create' : 'wizard.next')}
        </Button>
      </BottomBar>
    </div>
  )
}
