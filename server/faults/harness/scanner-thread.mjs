import { parentPort, workerData } from 'node:worker_threads'

/*
 * Scans an address, one visit after another, until it is told to stop, and tells the statuses, 0 for no answer. In a
 * thread of its own: a visitor has nothing else to do, while whoever uploads many files on the same event loop is
 * late by itself.
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
