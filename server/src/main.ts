import { defaultLogFormat } from './platform/log-line'
import { Supervisor } from './platform/supervisor/supervisor'

/** Bundles lie side by side, sources do not. */
const isSource = import.meta.url.endsWith('.ts')

/** The program refuses any other value. */
const logFormat = process.env['LOG_FORMAT']

const supervisor = new Supervisor({
  program: new URL(isSource ? './program.ts' : './program.js', import.meta.url),
  redirect: new URL(
    isSource ? './features/redirect/process/redirect-process.ts' : './redirect-process.js',
    import.meta.url,
  ),
  args: process.argv.slice(2),
  logLevel: process.env['LOG_LEVEL'] || 'info',
  logFormat: logFormat === 'json' || logFormat === 'text' ? logFormat : defaultLogFormat(),
  exit: (code) => process.exit(code),
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => supervisor.stop())
supervisor.start()
