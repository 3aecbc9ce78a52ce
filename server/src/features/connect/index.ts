import type { Language } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Config } from '../../platform/config/config'
import { contentDisposition } from '../../platform/http/content-disposition'
import { requestLanguage } from '../../platform/http/error-handler'
import type { Translator } from '../../platform/i18n'
import { appsScript, type ScriptTexts } from './apps-script'
import { makeBlueprint } from './make'
import { n8nWorkflows } from './n8n'

interface ConnectOptions {
  config: Pick<Config, 'appName' | 'appUrl'>
  translator: Translator
}

/** Files that other programs take as they are, with the address of this installation in them. */
export const connectFiles: FastifyPluginAsyncZod<ConnectOptions> = async (app, { config, translator }) => {
  const { appName, appUrl } = config
  const { scans, rows, target } = n8nWorkflows(appUrl)
  const imported: Record<string, object> = {
    'n8n-scans.json': scans,
    'n8n-rows.json': rows,
    'n8n-target.json': target,
    'make-scans.json': makeBlueprint(appUrl),
  }

  function scriptTexts(language: Language): ScriptTexts {
    const t = translator.in(language, 'connect')
    const column = (name: string) => translator.in(language, 'chat')(`say.column.${name}`)
    return {
      language,
      menu: appName,
      setKey: t('script.key'),
      createCodes: t('script.codes'),
      refreshScans: t('script.scans'),
      pasteKey: t('script.paste'),
      done: t('script.done', { codes: '#' }),
      columns: [column('name'), t('script.target'), column('link'), column('scans')],
    }
  }

  app.get(
    '/docs/connect/:file',
    { config: { access: 'public' }, schema: { hide: true, params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const { file } = request.params
      if (file === 'google-sheets.gs')
        return reply
          .type('text/plain; charset=utf-8')
          .send(appsScript(appUrl, scriptTexts(requestLanguage(request))))
      if (!Object.hasOwn(imported, file)) throw new AppError('NotFound')
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', `scanleaf-${file}`))
        .send(JSON.stringify(imported[file], null, 2))
    },
  )
}
