/** Exits with 0 while the process of ROLE is healthy; for containers and monitors. */
const { ROLE = 'all', PORT = '3000', PUBLIC_PORT = '3001', METRICS_HOST, METRICS_PORT } = process.env

const ports = { all: PORT, web: PORT, redirect: PUBLIC_PORT, worker: METRICS_PORT }

/** A worker listens nowhere unless it serves metrics: then that it runs has to do. */
async function isWell(port) {
  if (!port) return true
  // A wildcard is reached on the loopback interface.
  const host =
    ROLE === 'worker' && METRICS_HOST && !/^(0\.0\.0\.0|::)$/.test(METRICS_HOST) ? METRICS_HOST : '127.0.0.1'
  const { ok } = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(4000) })
  return ok
}

process.exitCode = (await isWell(ports[ROLE]).catch(() => false)) ? 0 : 1
