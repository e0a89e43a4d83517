// The page of fortunes, put together by hand, as in the baseline.
const ESCAPED = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

export function page(fortunes) {
  const rows = [...fortunes, { id: 0, message: 'Additional fortune added at request time.' }]
    .sort((one, other) => (one.message < other.message ? -1 : 1))
    .map(({ id, message }) => `<tr><td>${id}</td><td>${message.replace(/[<>&]/g, sign => ESCAPED[sign])}</td></tr>\n`)
    .join('')
  return `<!DOCTYPE html>
<html>
<head><title>Fortunes</title></head>
<body>
<table>
<tr><th>id</th><th>message</th></tr>
${rows}</table>
</body>
</html>
`
}
