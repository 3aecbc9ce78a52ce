import { join } from 'node:path'
import ts from 'typescript'
import { MANIFESTS, type Manifest } from './manifests'

const DECLARATION = 'export const '

/**
 * What is wrong with manifests by the types of the Kubernetes API (`kubernetes-types`): unknown properties, missing
 * ones, values of another type. The compiler compares them as literals, and so finds a misspelt property at any depth.
 */
export function findTypeErrors(manifests: readonly Manifest[]): string[] {
  const file = join(MANIFESTS, '../../server/src/testing/checked-manifests.ts')
  const text = manifests.map((manifest) => `${DECLARATION}${declare(manifest)}`).join('\n')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext) : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start }) => {
    const [manifest] = text.slice(0, start).split(DECLARATION).at(-1)?.split(':') ?? []
    return `${manifest}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

function declare(manifest: Manifest): string {
  const type = typeOf(manifest)
  const name = `${manifest.kind}_${manifest.metadata?.name?.replaceAll('-', '_')}`
  const required = `Required<Pick<${type}, 'apiVersion' | 'kind' | 'metadata'>>`
  return `${name}: ${required} & ${type} = ${JSON.stringify(manifest, null, 1)}`
}

/** `apps/v1` and `Deployment` are `import('kubernetes-types/apps/v1').Deployment`; core/v1 has no group. */
function typeOf({ apiVersion, kind }: Manifest): string {
  const parts = apiVersion?.split('/') ?? []
  const [group, version] = parts.length === 2 ? parts : ['core', ...parts]
  return `import('kubernetes-types/${group?.replace('.k8s.io', '')}/${version}').${kind}`
}
