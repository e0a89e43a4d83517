// Prints the sources of the types that users import, for javadoc: those that the test of the architecture lists in
// FOR_USERS, and the package-info.java of their packages.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './.vitepress/documents.mjs'

const test = 'docs/src/test/java/org/jzenith/docs/ArchitectureTest.java'
const list = /FOR_USERS = Map\.ofEntries\(([\s\S]*?)\)\)\);/.exec(readFileSync(join(root, test), 'utf8'))
if (!list) throw new Error(`${test} has no FOR_USERS. Say here where the list of the public types stands now.`)

const modules = readdirSync(root).filter((name) => existsSync(join(root, name, 'src/main/java/org/jzenith')))
const files = []
for (const [, name, types] of list[1].matchAll(/Map\.entry\(\s*"([\w.]+)",\s*Set\.of\(([^)]*)\)/g)) {
  for (const type of ['package-info', ...[...types.matchAll(/"(\w+)"/g)].map((match) => match[1])]) {
    const path = `src/main/java/org/jzenith/${name.replaceAll('.', '/')}/${type}.java`
    const found = modules.map((module) => join(root, module, path)).filter(existsSync)
    if (found.length !== 1) throw new Error(`${test} lists ${name}.${type}, which has ${found.length} sources.`)
    files.push(found[0])
  }
}
if (files.length < 50) throw new Error(`Only ${files.length} sources were found in ${test}.`)
console.log(files.join('\n'))
