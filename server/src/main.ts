import { Supervisor } from './platform/supervisor/supervisor'

/** Bundles lie side by side, sources do not. */
const isSource = import.meta.url.endsWith('.ts')

const supervisor = new Supervisor({
  program: new URL(isSource ? './program.ts' : './program.js', import.meta.url),
  redirect: new URL(
    isSource ? './features/redirect/process/redirect-process.ts' : './redirect-process.js',
    import.meta.url,
  ),
  args: process.argv.slice(2),
  logLevel: process.env['LOG_LEVEL'] || 'info',
  exit: (code) => process.exit(code),
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => supervisor.stop())
supervisor.start()
