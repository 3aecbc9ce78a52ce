import { jsonOrNull } from '@scanleaf/shared/json'
import { AppError } from '../../platform/app-error'
import { may } from '../../platform/http/acting'
import { createCode, pauseCode, renameCode, resumeCode, retargetCode } from './changing'
import { bestCodes, checkScan, explainInvoice, findCodes, showPlan, showScans } from './reading'
import { explainLinkRules, setLinkRules } from './rules'
import { searchHelp } from './search-help'
import type { Tool, ToolContext, ToolResult } from './tool'

/** Everything that can be done. */
export const TOOLS: readonly Tool[] = [
  searchHelp,
  findCodes,
  showScans,
  bestCodes,
  checkScan,
  explainLinkRules,
  explainInvoice,
  showPlan,
  createCode,
  retargetCode,
  renameCode,
  pauseCode,
  resumeCode,
  setLinkRules,
]

/** Runs a tool that a model names. A refusal is a fact for it, too. */
export async function runTool(context: ToolContext, name: string, args: string): Promise<ToolResult> {
  const called = TOOLS.find((each) => each.name === name)
  if (!called) return { data: { error: 'no such tool' }, text: '' }
  if (called.needs && !may(context.acting, called.needs)) return { data: { error: 'Forbidden' }, text: '' }
  try {
    return await called.run(context, jsonOrNull(args))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { data: { error: error.code, ...(error.fields && { problems: error.fields }) }, text: '' }
  }
}
