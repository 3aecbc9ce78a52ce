import { parentPort, workerData } from 'node:worker_threads'

/*
 * Scans an address, one visit after another, until stopped, and posts the statuses, 0 for no response. It runs in a
 * thread of its own: a visitor has nothing else to do, while a client that uploads many files on the same event loop
 * is itself slow.
 */
let isOver = false
parentPort.once('message', () => {
  isOver = true
})
const statuses = []
const scan = () =>
  fetch(workerData, { redirect: 'manual' }).then(
    ({ status }) => status,
    () => 0,
  )
while (!isOver) statuses.push(await scan())
parentPort.postMessage(statuses)
