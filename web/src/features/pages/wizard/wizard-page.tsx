import type { PageOfCode } from '@scanleaf/shared'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
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
import { createPage, publishDraft, saveDraft } from '../api'
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
  const form = useRef<HTMLFormElement>(null)
  const questions = QUESTIONS[kind]
  const question = questions[step] ?? 'name'
  const isLast = step === questions.length - 1
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { page, problems } = answeredPage(kind, answers, { language, zone, sectionTitle: t('pages:menu') })
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
      const made = code === undefined ? await createPage({ page }, key) : await saveDraft(code, 0, page)
      return confirmed(() => publishDraft(made.id, made.revision))
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
        <QuestionFields
          key={question}
          question={question}
          answers={answers}
          errors={errors}
          slots={slots}
          onChange={setAnswers}
        />
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
        <Button type="submit" form="question" loading={publication.isPending}>
          {t(isLast ? 'wizard.create' : 'wizard.next')}
        </Button>
      </BottomBar>
    </div>
  )
}
