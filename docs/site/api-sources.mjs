// Prints the sources of the types in lists of the test of the architecture, and the package-info.java of their packages,
// for javadoc. The arguments are the names of the lists: FOR_USERS, FOR_PLUGINS.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './.vitepress/documents.mjs'

const test = 'docs/src/test/java/org/jzenith/docs/ArchitectureTest.java'
const source = readFileSync(join(root, test), 'utf8')
const typesByPackage = (name) => {
  const list = new RegExp(`${name} = Map\\.ofEntries\\(([\\s\\S]*?\\))\\)\\);`).exec(source)
  if (!list) throw new Error(`${test} has no ${name}. Say here where the list of the public types stands now.`)
  return [...list[1].matchAll(/Map\.entry\(\s*"([\w.]+)",\s*Set\.of\(([^)]*)\)/g)].map(([, each, types]) => [
    each,
    [...types.matchAll(/"(\w+)"/g)].map((match) => match[1])
  ])
}
const lists = process.argv.slice(2)

const modules = readdirSync(root).filter((name) => existsSync(join(root, name, 'src/main/java/org/jzenith')))
const files = new Set()
for (const [name, types] of lists.flatMap(typesByPackage)) {
  for (const type of ['package-info', ...types]) {
    const path = `src/main/java/org/jzenith/${name.replaceAll('.', '/')}/${type}.java`
    const found = modules.map((module) => join(root, module, path)).filter(existsSync)
    if (found.length !== 1) throw new Error(`${test} lists ${name}.${type}, which has ${found.length} sources.`)
    files.add(found[0])
  }
}
if (files.size < 50) throw new Error(`Only ${files.size} sources of ${lists} were found in ${test}.`)
console.log([...files].join('\n'))
