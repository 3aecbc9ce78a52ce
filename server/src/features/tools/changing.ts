import { cleanLine, validateWebsite, websiteHref } from '@scanleaf/qr'
import { type ChatActionKind, type ChatChange, MAX_NAME_LENGTH } from '@scanleaf/shared'
import * as z from 'zod'
import type { UserCodeRow } from '../user-codes'
import { withoutAddresses } from './addresses'
import { dataOf, findCode, nameOf } from './find-code'
import { plain } from './markdown'
import { type ToolContext, type ToolResult, tool } from './tool'

const Reference = z.string().max(300)

/** A text as a code's name may be. */
const Name = z
  .string()
  .transform((name) => cleanLine(name.replace(/\s+/g, ' ')).slice(0, MAX_NAME_LENGTH))
  .refine((name) => !name.includes('\0') && name.isWellFormed())

export function proposed(
  { translator, language }: ToolContext,
  kind: ChatActionKind,
  code: UserCodeRow | null,
  changes: ChatChange[],
): ToolResult {
  return {
    data: {
      proposed: kind,
      ...(code && { code: dataOf(code) }),
      changes: changes.map((change) =>
        change.field === 'name'
          ? { ...change, from: withoutAddresses(change.from), to: withoutAddresses(change.to) }
          : change,
      ),
      note: 'Nothing has changed yet. The user sees a card and decides with a click.',
    },
    text: translator.in(language, 'chat')('say.proposed'),
    proposal: { kind, codeId: code?.id ?? null, changes },
  }
}

const refusedTarget = ({ codes, translator, language }: ToolContext, target: string): ToolResult | null =>
  validateWebsite(target, codes.addressRules)
    ? {
        data: { error: 'no such address can be a target' },
        text: translator.in(language, 'chat')('say.bad-target'),
      }
    : null

/** Changes one field of one code of the user. */
async function changeOf(
  context: ToolContext,
  kind: ChatActionKind,
  reference: string,
  changeOfCode: (code: UserCodeRow) => ChatChange | null,
): Promise<ToolResult> {
  const found = await findCode(context, reference)
  if ('refusal' in found) return found.refusal
  const { code } = found
  const t = context.translator.in(context.language, 'chat')
  const name = plain(nameOf(code))
  const change = changeOfCode(code)
  if (!change) return { data: { error: 'it is fixed in this code' }, text: t('say.fixed', { name }) }
  if (change.from === change.to) return { data: { error: 'it is so already' }, text: t('say.same', { name }) }
  return proposed(context, kind, code, [change])
}

export const createCode = tool({
  name: 'create_code',
  needs: 'codes:propose',
  description: 'Proposes a new dynamic code that leads to a web address.',
  schema: z.object({ target: z.string().max(4096), name: Name.default('') }),
  run: async (context, { target, name }) => {
    const refused = refusedTarget(context, target)
    if (refused) return refused
    const changes: ChatChange[] = [{ field: 'target', from: '', to: websiteHref(target) }]
    if (name !== '') changes.push({ field: 'name', from: '', to: name })
    return proposed(context, 'create', null, changes)
  },
})

export const retargetCode = tool({
  name: 'retarget_code',
  needs: 'codes:propose',
  description: 'Proposes that a dynamic code of the user leads to another web address.',
  schema: z.object({ code: Reference, target: z.string().max(4096) }),
  run: async (context, { code, target }) =>
    refusedTarget(context, target) ??
    changeOf(context, 'retarget', code, ({ contentType, target: from }) =>
      from === null || contentType !== 'Website'
        ? null
        : { field: 'target', from, to: websiteHref(target, from) },
    ),
})

export const renameCode = tool({
  name: 'rename_code',
  needs: 'codes:propose',
  description: 'Proposes another name for a code of the user.',
  schema: z.object({ code: Reference, name: Name }),
  run: (context, { code, name }) =>
    changeOf(context, 'rename', code, ({ name: from }) => ({ field: 'name', from, to: name })),
})

const switching = (enabled: boolean) => (code: UserCodeRow) =>
  code.dynamicId === null
    ? null
    : { field: 'enabled' as const, from: String(code.enabled), to: String(enabled) }

export const pauseCode = tool({
  name: 'pause_code',
  needs: 'codes:propose',
  description: 'Proposes that a dynamic code of the user leads nowhere until it is resumed.',
  schema: z.object({ code: Reference }),
  run: (context, { code }) => changeOf(context, 'pause', code, switching(false)),
})

export const resumeCode = tool({
  name: 'resume_code',
  needs: 'codes:propose',
  description: 'Proposes that a paused code of the user leads to its target again.',
  schema: z.object({ code: Reference }),
  run: (context, { code }) => changeOf(context, 'resume', code, switching(true)),
})
