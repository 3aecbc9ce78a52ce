import { TEST } from '../../.dependency-cruiser.mjs'

/** Where each sub-folder is a topic of its own, and what lies beside the sub-folders is used by one or joins them. */
const AREA =
  /^(?:(?:server|web)\/src\/features\/[^/]+|server\/src\/platform|web\/src\/(?:app|lib|ui)|(?:qr|shared|simulators)\/src)\//

/** The area of a file, and its sub-folder there, or itself beside them; null outside of the areas. */
function placeOf(file) {
  const [area] = AREA.exec(file) ?? []
  return area && !TEST.test(file) ? { area, node: area + file.slice(area.length).split('/')[0] } : null
}

/**
 * Sub-folders of an area that lead back to themselves. The tool's own rules of `scope: 'folder'` count a folder as part
 * of the one above it, so that every feature with sub-folders would be a circle.
 * @param modules those of dependency-cruiser
 * @returns {string[]} one line for each circle, with an import for each of its steps
 */
export function findFolderCircles(modules) {
  /** By node: the node it imports, with one import that does so. */
  const steps = new Map()
  for (const { source, dependencies } of modules) {
    const from = placeOf(source)
    for (const { resolved } of from ? dependencies : []) {
      const to = placeOf(resolved)
      if (to?.area !== from.area || to.node === from.node) continue
      if (!steps.has(from.node)) steps.set(from.node, new Map())
      steps.get(from.node).set(to.node, `${source} → ${resolved}`)
    }
  }
  const done = new Set()
  const circles = []
  const walk = (node, path) => {
    const start = path.indexOf(node)
    if (start >= 0) {
      const circle = [...path.slice(start), node]
      circles.push(circle.slice(1).map((next, i) => steps.get(circle[i]).get(next)))
      return
    }
    if (done.has(node)) return
    for (const next of steps.get(node)?.keys() ?? []) walk(next, [...path, node])
    done.add(node)
  }
  for (const node of steps.keys()) walk(node, [])
  return circles.map((imports) => `folders form a circle: ${imports.join(', ')}`)
}
