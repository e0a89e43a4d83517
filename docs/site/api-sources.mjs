// Prints the sources of the types in a list of the test of the architecture, FOR_USERS or FOR_PLUGINS, for javadoc. The
// package-info.java of a package is among them, unless the package has types for users and FOR_PLUGINS is asked for.
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
const asked = process.argv[2]
const forUsers = new Set(typesByPackage('FOR_USERS').map(([each]) => each))

const modules = readdirSync(root).filter((name) => existsSync(join(root, name, 'src/main/java/org/jzenith')))
const files = []
for (const [name, types] of typesByPackage(asked)) {
  for (const type of asked === 'FOR_USERS' || !forUsers.has(name) ? ['package-info', ...types] : types) {
    const path = `src/main/java/org/jzenith/${name.replaceAll('.', '/')}/${type}.java`
    const found = modules.map((module) => join(root, module, path)).filter(existsSync)
    if (found.length !== 1) throw new Error(`${test} lists ${name}.${type}, which has ${found.length} sources.`)
    files.push(found[0])
  }
}
if (files.length < 50) throw new Error(`Only ${files.length} sources of ${asked} were found in ${test}.`)
console.log(files.join('\n'))
