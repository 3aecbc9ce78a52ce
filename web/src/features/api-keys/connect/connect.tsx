import { ASSISTANT_SCOPES, AUTOMATION_SCOPES, SHEET_SCOPES } from '@scanleaf/shared'
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs'
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { buttonClass } from '../../../ui/button/button'
import { CopyButton } from '../../../ui/button/copy-button'
import { Card } from '../../../ui/card/card'
import { Tile } from '../../../ui/tile/tile'
import styles from './connect.module.css'
import { FeedMaker } from './feed-maker'
import { KeyMaker } from './key-maker'
import { ReadyFiles } from './ready-files'

const ASSISTANTS = 'Claude, ChatGPT, Cursor'

/** /settings/connect: for each program what it needs, made with one press, and what to paste there. */
export function Connect() {
  const { t, i18n } = useTranslation('connect')
  const { appUrl } = useConfig()
  const mcp = `${appUrl}/mcp`
  return (
    <section aria-labelledby="connect" className={styles.all}>
      <div>
        <h2 id="connect">{t('title')}</h2>
        <p className="small muted">{t('text')}</p>
      </div>
      <div className={styles.cards}>
        <ProgramCard name="Google Sheets" text={t('sheets')} icon={IconTable}>
          <FeedMaker name="Google Sheets" step={t('step.sheets')} pasted={(url) => `=IMPORTDATA("${url}")`} />
          <ReadyFiles
            text={t('step.script')}
            files={[{ name: `google-sheets.gs?lng=${i18n.language}`, label: t('file.script') }]}
          />
          <KeyMaker name="Google Sheets" scopes={SHEET_SCOPES} step={t('step.script-key')} />
        </ProgramCard>
        <ProgramCard name="Excel" text={t('excel')} icon={IconFileSpreadsheet}>
          <FeedMaker name="Excel" step={t('step.excel')} pasted={(url) => url} />
        </ProgramCard>
        <ProgramCard name="n8n" text={t('automation')} icon={IconWebhook}>
          <ReadyFiles
            text={t('step.n8n')}
            files={[
              { name: 'n8n-scans.json', label: t('file.scans') },
              { name: 'n8n-rows.json', label: t('file.rows') },
              { name: 'n8n-target.json', label: t('file.target') },
            ]}
          />
          <KeyMaker name="n8n" scopes={AUTOMATION_SCOPES} />
        </ProgramCard>
        <ProgramCard name="Make" text={t('automation')} icon={IconWebhook}>
          <ReadyFiles text={t('step.make')} files={[{ name: 'make-scans.json', label: t('file.scans') }]} />
          <KeyMaker name="Make" scopes={AUTOMATION_SCOPES} />
        </ProgramCard>
        <ProgramCard name="Zapier" text={t('automation')} icon={IconWebhook}>
          <KeyMaker name="Zapier" scopes={AUTOMATION_SCOPES} />
        </ProgramCard>
        <ProgramCard name={ASSISTANTS} text={t('assistants')} icon={IconRobot}>
          <p className="small">{t('step.assistants')}</p>
          <div className={styles.address} dir="ltr">
            <code>{mcp}</code>
            <CopyButton value={mcp} size={36} />
          </div>
          <p className="small">{t('step.assistants-first')}</p>
          <p className="small">{t('step.assistants-key')}</p>
          <KeyMaker
            name={ASSISTANTS}
            scopes={ASSISTANT_SCOPES}
            request={{ address: mcp, text: t('step.assistants-header') }}
          />
        </ProgramCard>
      </div>
      <p className={styles.links}>
        <Link
          to="/settings/$tab"
          params={{ tab: 'api-keys' }}
          className={buttonClass({ variant: 'default', size: 'sm' })}
        >
          {t('open-keys')}
        </Link>
        <Link
          to="/settings/$tab"
          params={{ tab: 'webhooks' }}
          className={buttonClass({ variant: 'default', size: 'sm' })}
        >
          {t('open-webhooks')}
        </Link>
      </p>
    </section>
  )
}

interface ProgramCardProps {
  name: string
  text: string
  icon: typeof IconTable
  children: ReactNode
}

function ProgramCard({ name, text, icon: Icon, children }: ProgramCardProps) {
  return (
    <Card isPadded aria-label={name} className={styles.card ?? ''}>
      <div className={styles.head}>
        <Tile>
          <Icon size={22} stroke={1.7} />
        </Tile>
        <div>
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <p className="small muted">{text}</p>
        </div>
      </div>
      {children}
    </Card>
  )
}
