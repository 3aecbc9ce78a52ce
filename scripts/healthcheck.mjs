/** Exits with 0 while the process of ROLE is healthy; for containers and monitors. */
const { ROLE = 'all', PORT = '3000', PUBLIC_PORT = '3001', METRICS_PORT } = process.env

const ports = { all: PORT, web: PORT, redirect: PUBLIC_PORT, worker: METRICS_PORT }

/** A worker listens nowhere unless it serves metrics: then that it runs has to do. */
async function isWell(port) {
  if (!port) return true
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) })
  return ok
}

process.exitCode = (await isWell(ports[ROLE]).catch(() => false)) ? 0 : 1
