import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../lib/run-command.mjs'
import { walk } from '../lib/walk.mjs'

/**
 * The product's own sources in a folder, parsed; tests and generated files left out.
 * @param {string} folder relative to the root
 * @returns {{ path: string, tree: ts.SourceFile }[]}
 */
export function parseSources(folder) {
  return walk(join(ROOT, folder))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|gen|d)\.tsx?$/.test(path))
    .map((path) => ({
      path: relative(ROOT, path),
      tree: ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
    }))
}

/**
 * Calls `visit` for every node of a tree, parents first.
 * @param {ts.Node} node
 * @param {(node: ts.Node) => void} visit
 */
export function visitAll(node, visit) {
  visit(node)
  node.forEachChild((child) => visitAll(child, visit))
}

/**
 * `path:line` of a node.
 * @param {{ path: string, tree: ts.SourceFile }} source
 * @param {ts.Node} node
 */
export function placeOf({ path, tree }, node) {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`
}
